import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension ManifestDraft {
    func kindDetails(of kinds: [WidgetKind]) -> [WidgetKind: KindDetails] {
        let known = Set(kinds)
        var details: [WidgetKind: KindDetails] = [:]
        for section in all(.kind) where !log.isFull {
            let kind = WidgetKind(section.name)
            if kind.map({ !known.contains($0) }) ?? false {
                let hint = Spelling.suggestion(for: section.name, among: kinds.map(\.rawValue))
                let title = "[Kind \(section.name.shortened)]"
                log.add(
                    "\(title) describes a kind that no [Extension …] lists in 'Kinds='\(hint)",
                    at: section.line
                )
            }
            var found = KindDetails()
            found.name = section.text(.name)
            found.summary = section.text(.description)
            found.families = section.words(.families, of: WidgetFamily.self)
            found.configuration = configuration(section)
            found.placeholder = placeholder(section)
            found.isPushable = section.flag(.pushable) ?? false
            if let kind { details[kind] = found }
        }
        return details
    }

    private func configuration(
        _ section: ManifestSection
    ) -> ConfigurationSchema? {
        guard let field = section[.configuration] else { return nil }
        let reader = SchemaReader(field.value)
        for mistake in reader.mistakes {
            log.add(
                "'Configuration=': \(mistake.reason)",
                at: field.line,
                column: mistake.offset.map { field.column(at: $0) }
            )
        }
        return reader.schema
    }

    private func placeholder(_ section: ManifestSection) -> String? {
        guard let field = section[.placeholder] else { return nil }
        let limit = KindDetails.placeholderLimit
        guard field.value.utf8.count <= limit else {
            log.add("'Placeholder=' is longer than \(limit) bytes, the limit", at: field.line)
            return nil
        }
        do throws(JSONError) {
            let object = try JSONObject(
                Array(field.value.utf8),
                depthLimit: KindDetails.placeholderDepthLimit
            )
            for mistake in ReadContent(object).mistakes {
                let column = field.column(at: mistake.offset)
                log.add("\(mistake)", at: field.line, column: column, as: .warning)
            }
            return String(decoding: object.bytes, as: UTF8.self)
        } catch {
            let column = error.offset.map { field.column(at: $0) }
            log.add("'Placeholder=': \(error.text)", at: field.line, column: column)
            return nil
        }
    }
}

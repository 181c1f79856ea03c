import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension ManifestDraft {
    func kindDetails(of kinds: [WidgetKind], _ log: inout MistakeLog) -> [WidgetKind: KindDetails] {
        let known = Set(kinds)
        var details: [WidgetKind: KindDetails] = [:]
        for section in outline.all(.kind) where !log.isFull {
            let kind = WidgetKind(section.name)
            if kind.map({ !known.contains($0) }) ?? false {
                let nearest = Spelling.nearest(to: section.name, among: kinds.map(\.rawValue))
                log.add(.unknownKind(section.name, nearest: nearest), at: section.line)
            }
            var found = KindDetails()
            found.name = section.text(.name, &log)
            found.summary = section.text(.description, &log)
            found.families = section.words(
                .families,
                of: WidgetFamily.self,
                accepts: "families such as 'small medium inline', separated by spaces",
                &log,
                unknown: ManifestMistake.Reason.unknownFamily
            )
            found.configuration = configuration(section, &log)
            found.placeholder = placeholder(section, &log)
            found.isPushable = section.flag(.pushable, &log) ?? false
            if let kind { details[kind] = found }
        }
        return details
    }

    private func configuration(
        _ section: ManifestSection,
        _ log: inout MistakeLog
    ) -> ConfigurationSchema? {
        guard let field = section[.configuration] else { return nil }
        let reader = SchemaReader(field.value)
        for mistake in reader.mistakes {
            log.add(
                .schema(mistake.reason),
                at: field.line,
                column: mistake.offset.map { field.column(at: $0) }
            )
        }
        return reader.schema
    }

    private func placeholder(_ section: ManifestSection, _ log: inout MistakeLog) -> String? {
        guard let field = section[.placeholder] else { return nil }
        guard field.value.utf8.count <= KindDetails.placeholderLimit else {
            log.add(.longPlaceholder(limit: KindDetails.placeholderLimit), at: field.line)
            return nil
        }
        do throws(JSONError) {
            let object = try JSONObject(
                Array(field.value.utf8),
                depthLimit: KindDetails.placeholderDepthLimit
            )
            for mistake in ReadContent(object).mistakes {
                log.add(.content(mistake), at: field.line, column: field.column(at: mistake.offset))
            }
            return String(decoding: object.bytes, as: UTF8.self)
        } catch {
            log.add(.placeholder(error), at: field.line, column: error.offset.map { field.column(at: $0) })
            return nil
        }
    }
}

import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

/// The sections of a manifest, from which an `AppManifest` is made.
struct ManifestDraft {
    /// The known sections, in the order of the file, without duplicates.
    private let sections: [ManifestSection]
    private let log: MistakeLog

    init(_ document: INIDocument, _ log: MistakeLog) {
        for fault in document.faults { log.add(fault.reason, at: fault.line) }
        // Last, because nothing more is said of these lines.
        log.unreadableLines = Set(document.faults.map(\.line))
        for assignment in document.sections[0].assignments where !log.isFull {
            log.add(.noSection(key: assignment.key), at: assignment.line)
        }
        var sections: [ManifestSection] = []
        var firstLines: [String: Int] = [:]
        for header in document.sections.dropFirst() where !log.isFull {
            guard let section = ManifestSection(header, log) else { continue }
            if let firstLine = firstLines[section.title] {
                let title = section.title.shortened
                log.add(
                    "duplicate section [\(title)]; the first one is in line \(firstLine)",
                    at: section.line
                )
            } else {
                firstLines[section.title] = section.line
                sections.append(section)
            }
        }
        (self.sections, self.log) = (sections, log)
    }

    /// Returns the section of a sort; the first one if there are several.
    private subscript(_ sort: ManifestSchema.Section) -> ManifestSection? { all(sort).first }

    func all(_ sort: ManifestSchema.Section) -> [ManifestSection] { sections.filter { $0.sort == sort } }

    /// Returns the manifest; `nil` without an `[App]`.
    ///
    /// It is valid only if no error was reported.
    func manifest(fileName: String?) -> AppManifest? {
        guard let app = self[.app] else {
            log.add("section [\(ManifestSchema.Section.app.rawValue)] is missing")
            return nil
        }
        // All other mistakes are found, too, if there is no valid one.
        guard let identifier = identifier(app, fileName: fileName) ?? AppIdentifier("missing") else {
            return nil
        }
        let name = app.text(.name, required: "the app's name as people see it") ?? LocalizedText("")
        var manifest = AppManifest(identifier: identifier, name: name)
        manifest.whenInUsePurpose = app.text(.whenInUsePurpose)
        manifest.alwaysPurpose = app.text(.alwaysPurpose)
        manifest.temporaryAccuracyPurposes = temporaryAccuracyPurposes()
        manifest.extensions = extensions()
        manifest.kindDetails = kindDetails(of: manifest.extensions.flatMap(\.kinds))
        manifest.recognition = recognition()
        manifest.provider = provider()
        manifest.defaultAccuracy = app.word(.defaultAccuracy) ?? .full
        manifest.requiresServiceSession = app.flag(.requireServiceSession)
        manifest.requiredCapabilities = Set(app.words(.requiredCapabilities))
        if let line = app[.alwaysPurpose]?.line, !mayAsk {
            log.add(
                "'AlwaysPurpose=' also requires 'WhenInUsePurpose=', because always includes when in use",
                at: line
            )
        }
        return manifest
    }

    /// Whether the app has the purpose that every request needs, even if the purpose is invalid.
    private var mayAsk: Bool { self[.app]?.has(.whenInUsePurpose) ?? false }

    private func identifier(_ app: ManifestSection, fileName: String?) -> AppIdentifier? {
        let accepts = "the app's identifier, such as org.example.Weather"
        guard let line = app[.identifier]?.line else {
            app.report(missing: .identifier, accepts: accepts)
            return nil
        }
        let identifier = app.value(.identifier, accepts: accepts) { text in
            // A longer identifier would leave no room for the suffix in the file name.
            text.utf8.count <= 251 ? AppIdentifier(text) : nil
        }
        if let identifier, let fileName, fileName != identifier.rawValue + ManifestReading.fileSuffix {
            let reason =
                "'Identifier=' is \(identifier), but the file is named '\(fileName)'; rename it to \(identifier).app"
            log.add(reason, at: line)
        }
        return identifier
    }

    private func temporaryAccuracyPurposes() -> [PurposeKey: LocalizedText] {
        var purposes: [PurposeKey: LocalizedText] = [:]
        for section in all(.temporaryAccuracy) {
            if !mayAsk {
                let reason =
                    "[TemporaryAccuracy \(section.name.shortened)] can never be requested; "
                    + "add 'WhenInUsePurpose=' to [App]"
                log.add(reason, at: section.line)
            }
            let text = section.text(.purpose, required: "the reason for full accuracy")
            if let key = PurposeKey(section.name) { purposes[key] = text }
        }
        return purposes
    }

    private func extensions() -> [AppExtension] {
        var owners: [WidgetKind: (name: String, line: Int)] = [:]
        var extensions: [AppExtension] = []
        for section in all(.extension) {
            let wantsLocation = section.flag(.wantsLocation)
            if wantsLocation, !mayAsk {
                let reason =
                    "[Extension \(section.name.shortened)] wants the location, but the app cannot ask for it; "
                    + "add 'WhenInUsePurpose=' to [App]"
                log.add(reason, at: section[.wantsLocation]?.line)
            }
            let accepts = "kinds of widgets such as 'forecast radar', separated by spaces"
            guard let line = section[.kinds]?.line else {
                section.report(missing: .kinds, accepts: accepts)
                continue
            }
            let kinds = section.list(.kinds, accepts: accepts, read: WidgetKind.init)
            for kind in kinds {
                if let owner = owners[kind] {
                    let place = "[Extension \(owner.name.shortened)] in line \(owner.line)"
                    log.add(
                        "the kind '\(kind)' already belongs to \(place); a kind has one extension",
                        at: line
                    )
                } else {
                    owners[kind] = (section.name, line)
                }
            }
            if owners.count > AppManifest.kindLimit {
                log.add("more than \(AppManifest.kindLimit) kinds, the limit for an app", at: line)
                break
            }
            guard let name = ExtensionName(section.name) else { continue }
            extensions.append(AppExtension(name: name, kinds: kinds, wantsLocation: wantsLocation))
        }
        return extensions
    }

    private func recognition() -> AppRecognition {
        var recognition = AppRecognition()
        guard let section = self[.recognition] else { return recognition }
        recognition.units = section.list(
            .unit,
            accepts: "services and scopes such as weather.service or weather@.service, separated by spaces",
            read: UnitName.init
        )
        recognition.flatpaks = section.list(
            .flatpak,
            accepts: "names of Flatpaks such as org.example.Weather, separated by spaces",
            read: PackageName.flatpak
        )
        recognition.snaps = section.list(
            .snap,
            accepts: "names of Snaps such as weather-pro, separated by spaces",
            read: PackageName.snap
        )
        return recognition
    }

    private func provider() -> AppProgram? {
        guard let section = self[.provider] else { return nil }
        if all(.extension).isEmpty, self[.app]?.has(.alwaysPurpose) != true {
            let reason =
                "[Provider] names a program that nothing can need; add an [Extension NAME] with widgets, "
                + "or 'AlwaysPurpose=' for events"
            log.add(reason, at: section.line, as: .warning)
        }
        let manager = section.word(.manager) ?? AppProgram.Manager.user
        let named = Self.ways.filter { section.has($0.key) }
        guard let way = named.first else {
            let accepts =
                "the one service to start, such as weather-widgets.service; or 'Exec=' or 'BusName='"
            section.report(missing: .unit, accepts: accepts)
            return nil
        }
        for other in named.dropFirst() {
            let reason =
                "'\(other.key.rawValue)=' names the program a second time; keep it or '\(way.key.rawValue)='"
            log.add(reason, at: section[other.key]?.line)
        }
        guard let means = section.value(way.key, accepts: way.accepts, read: way.read) else { return nil }
        if manager == .system, way.key != .unit {
            let reason = "'Manager=system' starts only a unit; use 'Unit=' instead of '\(way.key.rawValue)='"
            log.add(reason, at: section[.manager]?.line)
        }
        return AppProgram(means, manager: manager)
    }

    /// The keys that name a program, of which one counts.
    private static let ways:
        [(key: ManifestSchema.Key, accepts: String, read: @Sendable (String) -> AppProgram.Means?)] = [
            (
                .unit, "the one service to start, such as weather-widgets.service; no template",
                { UnitName($0).flatMap { $0.isService && !$0.isTemplate ? .unit($0) : nil } }
            ),
            (
                .exec,
                "the absolute path of a program and its arguments, separated by spaces, without quotes, '\\', '$' and '%'",
                { ProgramCommand($0).map { .command($0) } }
            ),
            (
                .busName, "a name on the session's bus, such as org.example.Weather",
                { BusName($0).map { .busName($0) } }
            ),
        ]

    private func kindDetails(of kinds: [WidgetKind]) -> [WidgetKind: KindDetails] {
        let known = Set(kinds)
        var details: [WidgetKind: KindDetails] = [:]
        for section in all(.kind) where !log.isFull {
            let kind = WidgetKind(section.name)
            if let kind, !known.contains(kind) {
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
            found.families = section.words(.families)
            found.configuration = configuration(section)
            found.placeholder = placeholder(section)
            found.isPushable = section.flag(.pushable)
            if let kind { details[kind] = found }
        }
        return details
    }

    private func configuration(_ section: ManifestSection) -> ConfigurationSchema? {
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

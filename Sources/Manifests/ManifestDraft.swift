import LocationModel
import UserInput

/// Combines the sections of a manifest into an `AppManifest`.
struct ManifestDraft {
    let outline: ManifestOutline

    init(_ outline: ManifestOutline) { self.outline = outline }

    /// Returns the manifest; `nil` without an identifier and a name.
    ///
    /// It is valid only if no error was reported.
    func manifest(fileName: String?, _ log: inout MistakeLog) -> AppManifest? {
        let app = outline[.app]
        if app == nil { log.add("section [\(ManifestSchema.Section.app.rawValue)] is missing") }
        let identifier = app.flatMap { self.identifier($0, fileName: fileName, &log) }
        let name = app.flatMap { $0.text(.name, &log) }
        if let app, !app.has(.name) {
            app.report(missing: .name, accepts: "the app's name as people see it", &log)
        }
        let whenInUse = app.flatMap { $0.text(.whenInUsePurpose, &log) }
        let always = app.flatMap { $0.text(.alwaysPurpose, &log) }
        let temporary = temporaryAccuracyPurposes(&log)
        let extensions = self.extensions(&log)
        let kinds = kindDetails(of: extensions.flatMap(\.kinds), &log)
        let recognition = self.recognition(&log)
        let provider = self.provider(&log)
        let accuracy = app.flatMap { $0.word(.defaultAccuracy, AccuracyAuthorization.self, &log) }
        let requiresSession = app.flatMap { $0.flag(.requireServiceSession, &log) }
        let capabilities = app.map {
            $0.words(
                .requiredCapabilities,
                of: DeviceCapability.self,
                accepts: "location-services, gps and magnetometer, separated by spaces",
                called: "capability",
                hint: "use location-services, gps or magnetometer, separated by spaces",
                &log
            )
        }
        compareTranslations(&log)
        if let line = app?[.alwaysPurpose]?.line, !mayAsk {
            log.add(
                "'AlwaysPurpose=' also requires 'WhenInUsePurpose=', because always includes when in use",
                at: line
            )
        }
        guard let identifier, let name else { return nil }
        var manifest = AppManifest(identifier: identifier, name: name)
        manifest.whenInUsePurpose = whenInUse
        manifest.alwaysPurpose = always
        manifest.temporaryAccuracyPurposes = temporary
        manifest.extensions = extensions
        manifest.kindDetails = kinds
        manifest.recognition = recognition
        manifest.provider = provider
        manifest.defaultAccuracy = accuracy ?? .full
        manifest.requiresServiceSession = requiresSession ?? false
        manifest.requiredCapabilities = Set(capabilities ?? [])
        return manifest
    }

    /// Whether the app has the purpose that every request needs, even if the purpose is invalid.
    private var mayAsk: Bool { outline[.app]?.has(.whenInUsePurpose) ?? false }

    private func identifier(
        _ app: ManifestSection,
        fileName: String?,
        _ log: inout MistakeLog
    ) -> AppIdentifier? {
        let accepts = "the app's identifier, such as org.example.Weather"
        guard let field = app[.identifier] else {
            app.report(missing: .identifier, accepts: accepts, &log)
            return nil
        }
        // A longer identifier would leave no room for the suffix in the file name.
        guard let identifier = AppIdentifier(field.value), field.value.utf8.count <= 251 else {
            app.report(field.value, of: .identifier, accepts: accepts, &log)
            return nil
        }
        if let fileName, fileName != identifier.rawValue + ManifestReading.fileSuffix {
            let reason =
                "'Identifier=' is \(identifier), but the file is named '\(fileName)'; rename it to \(identifier).app"
            log.add(reason, at: field.line)
        }
        return identifier
    }

    private func temporaryAccuracyPurposes(_ log: inout MistakeLog) -> [PurposeKey: LocalizedText] {
        var purposes: [PurposeKey: LocalizedText] = [:]
        for section in outline.all(.temporaryAccuracy) {
            if !mayAsk {
                let reason =
                    "[TemporaryAccuracy \(section.name.shortened)] can never be requested; "
                    + "add 'WhenInUsePurpose=' to [App]"
                log.add(reason, at: section.line)
            }
            if !section.has(.purpose) {
                section.report(missing: .purpose, accepts: "the reason for full accuracy", &log)
            }
            guard let text = section.text(.purpose, &log), let key = PurposeKey(section.name) else {
                continue
            }
            purposes[key] = text
        }
        return purposes
    }

    private func extensions(_ log: inout MistakeLog) -> [AppExtension] {
        var owners: [WidgetKind: (name: String, line: Int)] = [:]
        var extensions: [AppExtension] = []
        for section in outline.all(.extension) {
            let wantsLocation = section.flag(.wantsLocation, &log) ?? false
            if wantsLocation, !mayAsk, let line = section[.wantsLocation]?.line {
                let reason =
                    "[Extension \(section.name.shortened)] wants the location, but the app cannot ask for it; "
                    + "add 'WhenInUsePurpose=' to [App]"
                log.add(reason, at: line)
            }
            let accepts = "kinds of widgets such as 'forecast radar', separated by spaces"
            guard let line = section[.kinds]?.line else {
                section.report(missing: .kinds, accepts: accepts, &log)
                continue
            }
            let kinds = section.list(.kinds, accepts: accepts, &log, read: WidgetKind.init)
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

    private func recognition(_ log: inout MistakeLog) -> AppRecognition {
        var recognition = AppRecognition()
        guard let section = outline[.recognition] else { return recognition }
        recognition.units = section.list(
            .unit,
            accepts: "services and scopes such as weather.service or weather@.service, separated by spaces",
            &log,
            read: UnitName.init
        )
        recognition.flatpaks = section.list(
            .flatpak,
            accepts: "names of Flatpaks such as org.example.Weather, separated by spaces",
            &log,
            read: PackageName.flatpak
        )
        recognition.snaps = section.list(
            .snap,
            accepts: "names of Snaps such as weather-pro, separated by spaces",
            &log,
            read: PackageName.snap
        )
        return recognition
    }

    private func provider(_ log: inout MistakeLog) -> AppProgram? {
        guard let section = outline[.provider] else { return nil }
        if outline.all(.extension).isEmpty, outline[.app]?.has(.alwaysPurpose) != true {
            let reason =
                "[Provider] names a program that nothing can need; add an [Extension NAME] with widgets, "
                + "or 'AlwaysPurpose=' for events"
            log.add(reason, at: section.line, as: .warning)
        }
        let manager = section.word(.manager, AppProgram.Manager.self, &log) ?? .user
        let named = [ManifestSchema.Key.unit, .exec, .busName].compactMap { key in
            section[key].map { (key: key, field: $0) }
        }
        guard let (key, field) = named.first else {
            let accepts =
                "the one service to start, such as weather-widgets.service; or 'Exec=' or 'BusName='"
            section.report(missing: .unit, accepts: accepts, &log)
            return nil
        }
        for other in named.dropFirst() {
            let reason =
                "'\(other.key.rawValue)=' names the program a second time; keep it or '\(key.rawValue)='"
            log.add(reason, at: other.field.line)
        }
        guard let means = means(key, field.value) else {
            section.report(field.value, of: key, accepts: Self.accepts(key), &log)
            return nil
        }
        if manager == .system, key != .unit {
            let reason = "'Manager=system' starts only a unit; use 'Unit=' instead of '\(key.rawValue)='"
            log.add(reason, at: section[.manager]?.line)
        }
        return AppProgram(means, manager: manager)
    }

    private func means(_ key: ManifestSchema.Key, _ value: String) -> AppProgram.Means? {
        switch key {
        case .exec: ProgramCommand(value).map { .command($0) }
        case .busName: BusName(value).map { .busName($0) }
        default: UnitName(value).flatMap { $0.isService && !$0.isTemplate ? .unit($0) : nil }
        }
    }

    private static func accepts(_ key: ManifestSchema.Key) -> String {
        switch key {
        case .exec:
            "the absolute path of a program and its arguments, separated by spaces, without quotes, '\\', '$' and '%'"
        case .busName: "a name on the session's bus, such as org.example.Weather"
        default: "the one service to start, such as weather-widgets.service; no template"
        }
    }

    /// Reports purposes that lack a translation that others have, because a prompt may show several purposes.
    private func compareTranslations(_ log: inout MistakeLog) {
        let purposes = outline.sections.flatMap { section in
            [ManifestSchema.Key.whenInUsePurpose, .alwaysPurpose, .purpose].compactMap { key in
                section[key].map { (key: key, line: $0.line, locales: section.locales(of: key)) }
            }
        }
        let all = purposes.reduce(into: Set<LocaleName>()) { $0.formUnion($1.locales) }.sorted()
        // It is a hint for authors, but the service pays for it as well, and anybody may register a manifest with it. No real
        // one has a hundred purposes in two hundred languages.
        guard purposes.count * all.count <= 20_000 else { return }
        for purpose in purposes where !log.isFull {
            for locale in all where purpose.locales.isDisjoint(with: locale.candidates) {
                let key = "\(purpose.key.rawValue)[\(locale)]"
                log.add(
                    "'\(key)=' is missing, but other purposes have this translation; prompts would mix two languages",
                    at: purpose.line,
                    as: .warning
                )
            }
        }
    }
}

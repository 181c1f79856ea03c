import LinuxSystem
import LocationModel
import Manifests
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// App manifests: those installed on the machine and those registered by users.
extension Daemon {
    // MARK: Installed on the machine

    /// Passes the installed manifests to the engine and logs each of their mistakes once.
    func install(_ scan: ManifestScan) {
        for mistake in scan.mistakes where !toldMistakes.contains(mistake) {
            switch mistake.severity {
            case .error: log.warning("\(mistake)")
            case .warning: log.info("\(mistake)")
            }
        }
        toldMistakes = Set(scan.mistakes)
        for manifest in scan.manifests where !toldManifests.contains(manifest) {
            for missing in engine.missingCapabilities(of: manifest) {
                log.notice("\(manifest.identifier) requires what this machine lacks: \(missing.text)")
            }
        }
        toldManifests = Set(scan.manifests)
        log.debug("\(scan.manifests.count) manifests are installed")
        dispatch(.manifestsInstalled(scan.manifests, broken: scan.broken))
    }

    /// Rereads the manifests that were installed, changed or removed.
    func readManifestChanges() {
        do {
            if let scan = try manifests?.changes() { install(scan) }
        } catch {
            log.error("changes of manifests count only after a restart from now on: \(error)")
            stopWatchingManifests()
        }
    }

    // MARK: Brought along by people

    /// Parses the manifests that users registered before a restart.
    static func catalogue(
        of texts: [AppKey: String],
        _ installed: ManifestScan,
        log: Log
    ) -> AppCatalogue {
        var catalogue = AppCatalogue()
        _ = catalogue.install(installed.manifests, broken: installed.broken)
        for (app, text) in texts.sorted(by: { $0.key < $1.key }) {
            let reading = reading(of: text, by: app.user)
            // This version may be stricter than the version that accepted the manifest.
            for mistake in reading.mistakes where mistake.severity == .error { log.warning("\(mistake)") }
            if let manifest = reading.manifest { _ = catalogue.register(manifest, for: app.user) }
        }
        return catalogue
    }

    private static func reading(of text: String, by user: UserIdentifier) -> ManifestReading {
        ManifestReading(Array(text.utf8), from: "manifest registered by user \(user)", fileName: nil)
    }

    func registerManifest(
        _ parameters: SettingsInterface.RegisterManifest,
        _ request: Request
    ) throws(CallFailure) {
        typealias Method = SettingsInterface.RegisterManifest
        let user = try request.user(parameters.user)
        guard request.caller.mayDecideFor(user) else { throw .standard(.permissionDenied) }
        let reading = Self.reading(of: parameters.text, by: user)
        guard let manifest = reading.manifest else { throw .badManifest(reading.mistakes.map(\.description)) }
        put(
            .registerManifest(manifest, text: parameters.text, user: user),
            for: request,
            Method.self
        ) { [unowned self] answer in
            guard case .registered(let registration) = answer else { return nil }
            return .init(
                app: manifest.identifier.rawValue,
                outcome: .init(registration),
                missingCapabilities: engine.missingCapabilities(of: manifest).map { .init($0) }
            )
        }
    }

    func listManifests(
        _ parameters: SettingsInterface.ListManifests,
        _ request: Request
    ) throws(CallFailure) -> SettingsInterface.ListManifests.Reply {
        try request.requireInquirer()
        let user = try request.user(parameters.user)
        guard request.caller.mayDecideFor(user) else { throw .standard(.permissionDenied) }
        let last: AppIdentifier? = try pagePlace(parameters.after)
        let apps = engine.catalogue.registeredApps(of: user, after: last)
        let page = apps.prefix(Self.listPage)
        return .init(
            manifests: page.map { .init(app: $0.rawValue, hidden: engine.catalogue.isInstalled($0)) },
            next: page.count < apps.count ? page.last?.cursor : nil
        )
    }

    func withdrawManifest(
        _ parameters: SettingsInterface.WithdrawManifest,
        _ request: Request
    ) throws(CallFailure) {
        put(.withdrawManifest(try request.app(parameters.app, of: parameters.user)), for: request)
    }
}

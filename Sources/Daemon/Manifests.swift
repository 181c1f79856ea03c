import LinuxSystem
import LocationModel
import Manifests
import StateStore
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

extension AppCatalogue {
    /// Creates the catalogue of the installed manifests, and of those that people had registered before a restart.
    init(_ scan: ManifestScan, _ registered: [AppKey: String], log: Log) {
        self.init()
        _ = install(scan.manifests, broken: scan.broken)
        for (app, text) in registered.sorted(by: { $0.key < $1.key }) {
            let reading = ManifestReading(text, registeredBy: app.user)
            // This version may be stricter than the version that accepted the manifest.
            for mistake in reading.mistakes where mistake.severity == .error { log.warning("\(mistake)") }
            if let manifest = reading.manifest { _ = register(manifest, for: app.user) }
        }
    }
}

extension ManifestReading {
    fileprivate init(_ text: String, registeredBy user: UserIdentifier) {
        self.init(Array(text.utf8), from: "manifest registered by user \(user)", fileName: nil)
    }
}

extension Daemon {
    /// Passes the installed manifests to the engine and logs each of their mistakes once.
    func installManifests() { install(manifests.scan(), after: ManifestScan()) }

    private func install(_ scan: ManifestScan, after former: ManifestScan) {
        let (mistakes, known) = (Set(former.mistakes), Set(former.manifests))
        for mistake in scan.mistakes where !mistakes.contains(mistake) {
            switch mistake.severity {
            case .error: log.warning("\(mistake)")
            case .warning: log.info("\(mistake)")
            }
        }
        for manifest in scan.manifests where !known.contains(manifest) {
            for missing in engine.missingCapabilities(of: manifest) {
                log.notice("\(manifest.identifier) requires what this machine lacks: \(missing.text)")
            }
        }
        log.debug("\(scan.manifests.count) manifests are installed")
        dispatch(.manifestsInstalled(scan.manifests, broken: scan.broken))
    }

    func readManifestChanges() {
        let former = manifests.latest
        do throws(SystemError) {
            if let scan = try manifests.changes() { install(scan, after: former) }
        } catch {
            log.error("changes of manifests count only after a restart from now on: \(error)")
            kernel.unwatch(manifestToken)
        }
    }

    // MARK: Registered by people, with io.waymark.Settings

    func registerManifest(_ request: Request<SettingsInterface.RegisterManifest>) throws(ServiceRefusal)
        -> Command
    {
        let user = try request.userToDecideFor(request.user)
        let reading = ManifestReading(request.text, registeredBy: user)
        guard let manifest = reading.manifest else {
            let mistakes = reading.mistakes.map(\.description)
            throw .badManifest(mistakes: mistakes)
        }
        try require(manifest.identifier != .reservedForEveryApp, "text")
        return .registerManifest(manifest, text: request.text, user: user)
    }

    func reply(
        _ manifest: AppManifest,
        _ outcome: ManifestOutcome
    ) -> SettingsInterface.RegisterManifest.Reply {
        .init(
            app: manifest.identifier.rawValue,
            outcome: outcome,
            missingCapabilities: engine.missingCapabilities(of: manifest).map { .init($0) }
        )
    }

    func listManifests(_ request: Request<SettingsInterface.ListManifests>) throws(ServiceRefusal)
        -> SettingsInterface.ListManifests.Reply
    {
        try request.requireInquirer()
        let user = try request.userToDecideFor(request.user)
        let last: AppIdentifier? = try pagePlace(request.after)
        let apps = engine.catalogue.registeredApps(of: user, after: last)
        let page = apps.prefix(Self.listPage)
        return .init(
            manifests: page.map { .init(app: $0.rawValue, hidden: engine.catalogue.isInstalled($0)) },
            next: page.count < apps.count ? page.last?.plainText : nil
        )
    }

    func withdrawManifest(_ request: Request<SettingsInterface.WithdrawManifest>) throws(ServiceRefusal)
        -> Command
    {
        .withdrawManifest(try request.appKey(request.app, of: request.user))
    }
}

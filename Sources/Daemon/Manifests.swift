import LinuxSystem
import LocationModel
import Manifests
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The manifests installed on the machine, and what of them has been logged.
struct ManifestWatch {
    /// What becomes ready when they have changed; `nil` once the kernel no longer reports changes.
    private(set) var token: Poller.Token?
    private let installed: InstalledManifests
    private let kernel: any Kernel
    private var loggedMistakes: Set<ManifestMistake> = []
    private var loggedManifests: Set<AppManifest> = []

    init(_ folders: [String], on kernel: any Kernel) throws(SystemError) {
        self.kernel = kernel
        installed = try InstalledManifests(
            folders.map { ManifestFolder(path: $0, owners: [0, ProcessIdentity.effectiveUserID]) }
        )
        token = try kernel.watch(installed.descriptor, for: .readable)
    }

    func scan() -> ManifestScan { installed.scan() }

    /// Reads what has changed; `nil` if no manifest has.
    func changes() throws(SystemError) -> ManifestScan? { try installed.changes() }

    /// Keeps the known manifests for good.
    mutating func stopWatching() {
        token.map(kernel.unwatch)
        token = nil
    }

    /// Returns those of a scan's mistakes and manifests that have not been logged, and counts all as logged.
    mutating func unlogged(in scan: ManifestScan) -> (mistakes: [ManifestMistake], manifests: [AppManifest]) {
        defer { (loggedMistakes, loggedManifests) = (Set(scan.mistakes), Set(scan.manifests)) }
        return (
            scan.mistakes.filter { !loggedMistakes.contains($0) },
            scan.manifests.filter { !loggedManifests.contains($0) }
        )
    }

    /// Returns the catalogue of the installed manifests, and of those that people had registered before a restart.
    func catalogue(with texts: [AppKey: String], log: Log) -> AppCatalogue {
        let scan = scan()
        var catalogue = AppCatalogue()
        _ = catalogue.install(scan.manifests, broken: scan.broken)
        for (app, text) in texts.sorted(by: { $0.key < $1.key }) {
            let reading = ManifestReading(text, registeredBy: app.user)
            // This version may be stricter than the version that accepted the manifest.
            for mistake in reading.mistakes where mistake.severity == .error { log.warning("\(mistake)") }
            if let manifest = reading.manifest { _ = catalogue.register(manifest, for: app.user) }
        }
        return catalogue
    }
}

extension ManifestReading {
    fileprivate init(_ text: String, registeredBy user: UserIdentifier) {
        self.init(Array(text.utf8), from: "manifest registered by user \(user)", fileName: nil)
    }
}

extension Daemon {
    /// Passes the installed manifests to the engine and logs each of their mistakes once.
    func installManifests() { install(manifests.scan()) }

    private func install(_ scan: ManifestScan) {
        let new = manifests.unlogged(in: scan)
        for mistake in new.mistakes {
            switch mistake.severity {
            case .error: log.warning("\(mistake)")
            case .warning: log.info("\(mistake)")
            }
        }
        for manifest in new.manifests {
            for missing in engine.missingCapabilities(of: manifest) {
                log.notice("\(manifest.identifier) requires what this machine lacks: \(missing.text)")
            }
        }
        log.debug("\(scan.manifests.count) manifests are installed")
        dispatch(.manifestsInstalled(scan.manifests, broken: scan.broken))
    }

    /// Rereads the manifests that were installed, changed or removed.
    func readManifestChanges() {
        do throws(SystemError) {
            if let scan = try manifests.changes() { install(scan) }
        } catch {
            log.error("changes of manifests count only after a restart from now on: \(error)")
            manifests.stopWatching()
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
        _ registration: AppCatalogue.Registration
    ) -> SettingsInterface.RegisterManifest.Reply {
        .init(
            app: manifest.identifier.rawValue,
            outcome: .init(registration),
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
            next: page.count < apps.count ? page.last?.cursor : nil
        )
    }

    func withdrawManifest(_ request: Request<SettingsInterface.WithdrawManifest>) throws(ServiceRefusal)
        -> Command
    {
        .withdrawManifest(try request.appKey(request.app, of: request.user))
    }
}

extension SettingsInterface.RegisterManifest.Reply.Outcome {
    init(_ registration: AppCatalogue.Registration) {
        switch registration {
        case .added: self = .added
        case .replaced: self = .replaced
        case .unchanged: self = .unchanged
        case .hidden: self = .hidden
        }
    }
}

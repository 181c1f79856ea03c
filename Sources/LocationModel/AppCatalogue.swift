package enum ManifestOutcome: String, Hashable, Sendable, CaseIterable {
    case added
    case replaced

    /// The app was already registered with the same manifest.
    case unchanged

    /// The manifest was stored, but the installed manifest of the same app takes precedence.
    case hidden
}

/// The manifests in force: those installed on the machine, and those that each user's apps have registered.
///
/// Installed manifests win. A user may add apps, but a registration can neither change the texts shown about an
/// installed app nor claim evidence that belongs to one.
package struct AppCatalogue: Hashable, Codable, Sendable {
    /// The installed manifests; `nil` for an app whose file is invalid.
    private var installed: [AppIdentifier: AppManifest?] = [:]
    private var registered: [UserIdentifier: [AppIdentifier: AppManifest]] = [:]

    package init() {}

    package func manifest(of app: AppIdentifier, for user: UserIdentifier) -> AppManifest? {
        if let installed = installed[app] { return installed }
        return registered[user]?[app]
    }

    package var appsWithWidgets: [AppIdentifier] {
        installed.values.compactMap { $0 }.filter { !$0.extensions.isEmpty }.map(\.identifier)
    }

    /// Returns the apps that `user` has registered, in the order of identifiers, from the one after `last`.
    package func registeredApps(of user: UserIdentifier, after last: AppIdentifier? = nil) -> [AppIdentifier]
    {
        let apps = (registered[user] ?? [:]).keys.sorted()
        guard let last else { return apps }
        return apps.filter { $0 > last }
    }

    package func isInstalled(_ app: AppIdentifier) -> Bool { installed[app] != nil }

    /// Returns the one app of this user that claims `evidence`, or `nil` if no app or several do.
    package func app(recognisedBy evidence: AppEvidence, for user: UserIdentifier) -> AppIdentifier? {
        let apps = evidence.claimants(among: installed.values.compactMap { $0 })
        if !apps.isEmpty { return apps.count == 1 ? apps.first : nil }
        // A registration must not rename a sandbox: the program that registered may itself run in there.
        guard case .unit = evidence else { return nil }
        let own = evidence.claimants(among: registered[user].map { Array($0.values) } ?? [])
            .filter { installed[$0] == nil }
        return own.count == 1 ? own.first : nil
    }

    /// Replaces the installed manifests, and returns the apps whose manifest changed, in order.
    ///
    /// An app in `broken`, whose file is invalid, has no manifest, and nobody can register one for it.
    package mutating func install(_ manifests: [AppManifest], broken: Set<AppIdentifier> = [])
        -> [AppIdentifier]
    {
        var new: [AppIdentifier: AppManifest?] = [:]
        for app in broken { new[app] = .some(nil) }
        for manifest in manifests { new[manifest.identifier] = manifest }
        let changed = Set(installed.keys).union(new.keys).filter { installed[$0] != new[$0] }
        installed = new
        return changed.sorted()
    }

    package mutating func register(_ manifest: AppManifest, for user: UserIdentifier) -> ManifestOutcome {
        let app = manifest.identifier
        let old = registered[user]?[app]
        registered[user, default: [:]][app] = manifest
        if installed[app] != nil { return .hidden }
        return old == nil ? .added : old == manifest ? .unchanged : .replaced
    }

    package mutating func withdraw(_ app: AppIdentifier, for user: UserIdentifier) -> Bool {
        registered[user]?.removeValue(forKey: app) != nil
    }
}

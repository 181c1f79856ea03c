/// The manifests in force: those installed on the machine, and those that each user's apps have registered.
///
/// Installed manifests win. A user may add apps, but a registration can neither change the texts shown about an
/// installed app nor claim evidence that belongs to one.
package struct AppCatalogue: Hashable, Codable, Sendable {
    package enum Registration: Hashable, Sendable {
        case added
        case replaced

        /// The app was already registered with the same manifest.
        case unchanged

        /// The manifest was stored, but the installed manifest of the same app takes precedence.
        case hidden
    }

    /// The installed manifests; `nil` for an app whose file is invalid.
    private var installed: [AppIdentifier: AppManifest?] = [:]
    private var registered: [UserIdentifier: [AppIdentifier: AppManifest]] = [:]

    /// The installed apps that have widgets, in order.
    private var appsWithWidgets: [AppIdentifier] = []

    private var installedClaims = RecognitionIndex()
    private var registeredClaims: [UserIdentifier: RecognitionIndex] = [:]

    package init() {}

    package func manifest(of app: AppIdentifier, for user: UserIdentifier) -> AppManifest? {
        if let installed = installed[app] { return installed }
        return registered[user]?[app]
    }

    /// Returns the first installed app that has widgets, or the first after another, in the order of identifiers.
    package func firstAppWithWidgets(after last: AppIdentifier?) -> AppIdentifier? {
        guard let last else { return appsWithWidgets.first }
        var (low, high) = (0, appsWithWidgets.count)
        while low < high {
            let middle = (low + high) / 2
            if appsWithWidgets[middle] <= last { low = middle + 1 } else { high = middle }
        }
        return low < appsWithWidgets.count ? appsWithWidgets[low] : nil
    }

    /// Returns the apps that a user has registered, or those after another, in the order of identifiers.
    package func registeredApps(of user: UserIdentifier, after last: AppIdentifier? = nil) -> [AppIdentifier]
    {
        let apps = (registered[user] ?? [:]).keys.sorted()
        guard let last else { return apps }
        return apps.filter { $0 > last }
    }

    package func isInstalled(_ app: AppIdentifier) -> Bool { installed[app] != nil }

    /// Returns the one app of this user that claims `evidence`, or `nil` if no app or several do.
    package func app(recognisedBy evidence: AppEvidence, for user: UserIdentifier) -> AppIdentifier? {
        let apps = installedClaims.claimants(of: evidence)
        if !apps.isEmpty { return apps.count == 1 ? apps.first : nil }
        // A registration must not rename a sandbox: the program that registered may itself run in there.
        guard case .unit = evidence else { return nil }
        let own = (registeredClaims[user]?.claimants(of: evidence) ?? []).filter { installed[$0] == nil }
        return own.count == 1 ? own.first : nil
    }

    /// Replaces the installed manifests, and returns the apps whose manifest changed, in order.
    ///
    /// Until a file of the apps that are `broken` is repaired, its app has no manifest and nobody can register one for it.
    package mutating func install(_ manifests: [AppManifest], broken: Set<AppIdentifier> = [])
        -> [AppIdentifier]
    {
        var new: [AppIdentifier: AppManifest?] = [:]
        for app in broken { new[app] = .some(nil) }
        for manifest in manifests { new[manifest.identifier] = manifest }
        let changed = Set(installed.keys).union(new.keys).filter { installed[$0] != new[$0] }
        for app in changed { installedClaims.replace(installed[app] ?? nil, with: new[app] ?? nil) }
        installed = new
        appsWithWidgets = new.values.compactMap { manifest in
            manifest.flatMap { $0.extensions.isEmpty ? nil : $0.identifier }
        }.sorted()
        return changed.sorted()
    }

    package mutating func register(_ manifest: AppManifest, for user: UserIdentifier) -> Registration {
        let app = manifest.identifier
        let old = registered[user]?[app]
        if old != manifest {
            registered[user, default: [:]][app] = manifest
            registeredClaims[user, default: RecognitionIndex()].replace(old, with: manifest)
        }
        if installed[app] != nil { return .hidden }
        return old == nil ? .added : old == manifest ? .unchanged : .replaced
    }

    package mutating func withdraw(_ app: AppIdentifier, for user: UserIdentifier) -> Bool {
        guard let old = registered[user]?.removeValue(forKey: app) else { return false }
        registeredClaims[user]?.replace(old, with: nil)
        return true
    }
}

/// The manifests that count: those installed on the machine, and for each person those registered by its own apps.
///
/// What is installed comes first. A person may add apps, but what its programs register cannot change the texts that
/// it is shown about an installed one, nor claim what recognises one.
package struct AppCatalogue: Hashable, Sendable {
    /// The apps that one person may register.
    package static let limitPerUser = 256

    /// What became of a registration.
    package enum Registration: Hashable, Sendable {
        /// The app was not registered before.
        case added

        /// The app was registered with something else.
        case replaced

        /// The app was registered with the same.
        case unchanged

        /// It was kept, but the installed manifest of the same app counts.
        case hidden

        /// This person has as many as anybody may have; nothing was kept.
        case tooMany(limit: Int)
    }

    /// What is installed; `nil` for an app whose file is wrong.
    private var installed: [AppIdentifier: AppManifest?] = [:]
    private var registered: [UserIdentifier: [AppIdentifier: AppManifest]] = [:]

    private var installedClaims = RecognitionIndex()
    private var registeredClaims: [UserIdentifier: RecognitionIndex] = [:]

    /// Creates a catalogue without apps.
    package init() {}

    /// Returns what an app of this person says about itself, or `nil` where nothing that counts is known.
    package func manifest(of app: AppIdentifier, for user: UserIdentifier) -> AppManifest? {
        if let installed = installed[app] { return installed }
        return registered[user]?[app]
    }

    /// Returns the one app of this person that claims `evidence`; `nil` where none does, or several do.
    package func app(recognisedBy evidence: AppEvidence, for user: UserIdentifier) -> AppIdentifier? {
        let apps = installedClaims.claimants(of: evidence)
        if !apps.isEmpty { return apps.count == 1 ? apps.first : nil }
        // What one program registers must not give another name to a sandbox: it may be what runs in there.
        guard case .unit = evidence else { return nil }
        let own = (registeredClaims[user]?.claimants(of: evidence) ?? []).filter { installed[$0] == nil }
        return own.count == 1 ? own.first : nil
    }

    /// Replaces all that is installed.
    ///
    /// - Parameters:
    ///   - manifests: One for each app.
    ///   - broken: The apps whose files are wrong: until they are mended, these have no manifest, and nobody can
    ///     register one in their place.
    /// - Returns: The apps of which something is different now, by name.
    package mutating func install(_ manifests: [AppManifest], broken: Set<AppIdentifier> = [])
        -> [AppIdentifier]
    {
        var new: [AppIdentifier: AppManifest?] = [:]
        for app in broken { new[app] = .some(nil) }
        for manifest in manifests { new[manifest.identifier] = manifest }
        let changed = Set(installed.keys).union(new.keys).filter { installed[$0] != new[$0] }
        for app in changed { installedClaims.replace(installed[app] ?? nil, with: new[app] ?? nil) }
        installed = new
        return changed.sorted()
    }

    /// Registers an app of one person.
    package mutating func register(_ manifest: AppManifest, for user: UserIdentifier) -> Registration {
        let app = manifest.identifier
        let old = registered[user]?[app]
        if old == nil, registered[user]?.count ?? 0 >= Self.limitPerUser {
            return .tooMany(limit: Self.limitPerUser)
        }
        if old != manifest {
            registered[user, default: [:]][app] = manifest
            registeredClaims[user, default: RecognitionIndex()].replace(old, with: manifest)
        }
        if installed[app] != nil { return .hidden }
        return old == nil ? .added : old == manifest ? .unchanged : .replaced
    }

    /// Forgets an app that was registered, and returns whether it was.
    package mutating func withdraw(_ app: AppIdentifier, for user: UserIdentifier) -> Bool {
        guard let old = registered[user]?.removeValue(forKey: app) else { return false }
        registeredClaims[user]?.replace(old, with: nil)
        return true
    }
}

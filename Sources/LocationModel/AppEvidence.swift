/// What the system vouches for about a program, and manifests claim for their apps.
package enum AppEvidence: Hashable, Sendable, CustomStringConvertible {
    /// It runs in this service or scope.
    case unit(String)

    /// It is this Flatpak.
    case flatpak(String)

    /// It is this Snap.
    case snap(String)

    /// The line of a manifest that would claim it.
    package var description: String {
        switch self {
        case .unit(let name): "Unit=\(name)"
        case .flatpak(let name): "Flatpak=\(name)"
        case .snap(let name): "Snap=\(name)"
        }
    }
}

extension AppRecognition {
    /// Everything that is claimed; a template as it is written.
    package var claims: [AppEvidence] {
        units.map { .unit($0.rawValue) } + flatpaks.map { .flatpak($0) } + snaps.map { .snap($0) }
    }
}

/// Who claims what, of many apps.
struct RecognitionIndex: Hashable, Sendable {
    private var claimants: [AppEvidence: Set<AppIdentifier>] = [:]

    /// Begins without claims.
    init() {}

    /// Adds or removes the claims of one app.
    mutating func replace(_ old: AppManifest?, with new: AppManifest?) {
        for claim in old?.recognition.claims ?? [] {
            guard let app = old?.identifier else { continue }
            claimants[claim]?.remove(app)
            if claimants[claim]?.isEmpty ?? false { claimants[claim] = nil }
        }
        for claim in new?.recognition.claims ?? [] {
            if let app = new?.identifier { claimants[claim, default: []].insert(app) }
        }
    }

    /// Returns the apps that claim `evidence`, or the template it is an instance of.
    func claimants(of evidence: AppEvidence) -> Set<AppIdentifier> {
        let exact = claimants[evidence] ?? []
        guard exact.isEmpty, case .unit(let name) = evidence, let at = name.firstIndex(of: "@"),
            name.hasSuffix(".service")
        else { return exact }
        return claimants[.unit(name[...at] + ".service")] ?? []
    }
}

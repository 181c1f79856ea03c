/// One piece of evidence that the system has about a program and that a manifest can claim for its app.
package enum AppEvidence: Hashable, Codable, Sendable, CustomStringConvertible {
    case unit(String)
    case flatpak(String)
    case snap(String)

    /// The line of a manifest that claims this evidence.
    package var description: String {
        switch self {
        case .unit(let name): "Unit=\(name)"
        case .flatpak(let name): "Flatpak=\(name)"
        case .snap(let name): "Snap=\(name)"
        }
    }
}

extension AppRecognition {
    /// All evidence that the manifest claims, with unit templates as written.
    package var claims: [AppEvidence] {
        units.map { .unit($0.rawValue) } + flatpaks.map { .flatpak($0) } + snaps.map { .snap($0) }
    }
}

struct RecognitionIndex: Hashable, Codable, Sendable {
    private var claimants: [AppEvidence: Set<AppIdentifier>] = [:]

    /// Replaces the claims of one app's old manifest by those of its new one.
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

    /// Returns the apps that claim `evidence`, or that claim the template of a unit that nobody claims by name.
    func claimants(of evidence: AppEvidence) -> Set<AppIdentifier> {
        let exact = claimants[evidence] ?? []
        guard exact.isEmpty, case .unit(let name) = evidence, let at = name.firstIndex(of: "@"),
            name.hasSuffix(".service")
        else { return exact }
        return claimants[.unit(name[...at] + ".service")] ?? []
    }
}

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

extension AppEvidence {
    /// Returns the apps that claim the evidence, or that claim the template of a unit that nobody claims by name.
    func claimants(among manifests: [AppManifest]) -> [AppIdentifier] {
        func claimants(of evidence: AppEvidence) -> [AppIdentifier] {
            manifests.filter { $0.recognition.claims.contains(evidence) }.map(\.identifier)
        }
        let exact = claimants(of: self)
        guard exact.isEmpty, case .unit(let name) = self, let at = name.firstIndex(of: "@"),
            name.hasSuffix(".service")
        else { return exact }
        return claimants(of: .unit(name[...at] + ".service"))
    }
}

package import LocationModel

package struct ManifestScan: Hashable, Sendable {
    package private(set) var manifests: [AppManifest] = []

    /// The apps that have no manifest because their file has an error.
    package private(set) var broken: Set<AppIdentifier> = []
    package internal(set) var mistakes: [ManifestMistake] = []

    private var claims: [AppEvidence: AppIdentifier] = [:]

    init() {}

    package init(_ folder: ManifestFolder) {
        add(folder)
    }

    /// Reads the manifests in a folder.
    ///
    /// The first file of an app counts, even if it has an error: a mistake in the administrator's file must not
    /// silently bring back the file it replaces.
    mutating func add(_ folder: ManifestFolder) {
        let (readings, mistake) = folder.read()
        if let mistake { mistakes.append(mistake) }
        let seen = Set(manifests.map(\.identifier)).union(broken)
        for (fileName, reading) in readings {
            let app = AppIdentifier(String(fileName.dropLast(ManifestReading.fileSuffix.count)))
            if let app, seen.contains(app) { continue }
            mistakes += reading.mistakes
            if let manifest = reading.manifest {
                manifests.append(manifest)
                compareClaims(of: manifest, at: "\(folder.path)/\(fileName)")
            } else if let app {
                broken.insert(app)
            }
        }
    }

    private mutating func compareClaims(of manifest: AppManifest, at path: String) {
        for claim in manifest.recognition.claims {
            if let other = claims[claim] {
                let reason = "\(other) also claims \(claim); neither app is recognised by it"
                mistakes.append(ManifestMistake(file: path, severity: .warning, reason: reason))
            } else {
                claims[claim] = manifest.identifier
            }
        }
    }
}

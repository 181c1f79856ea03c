package import LocationModel

/// What the folders of manifests hold together.
package struct ManifestScan: Hashable, Sendable {
    /// The manifests that count, of each app one.
    package private(set) var manifests: [AppManifest] = []

    /// The apps whose file is wrong, and that therefore have no manifest.
    package private(set) var broken: Set<AppIdentifier> = []

    /// What is wrong, folder by folder.
    package private(set) var mistakes: [ManifestMistake] = []

    private var claims: [AppEvidence: AppIdentifier] = [:]

    /// Begins with nothing.
    init() {}

    /// Reads one folder.
    package init(_ folder: ManifestFolder) {
        var contents = FolderContents(of: folder)
        if let mistake = contents.read() { mistakes.append(mistake) }
        add(contents)
    }

    mutating func add(_ mistake: ManifestMistake) { mistakes.append(mistake) }

    /// Adds what a folder holds.
    ///
    /// The first file of an app decides, also when it is wrong: a mistake in a file of the administrator's must not
    /// quietly bring back what it was to replace.
    mutating func add(_ contents: FolderContents) {
        let seen = Set(manifests.map(\.identifier)).union(broken)
        for (fileName, reading) in contents.readings {
            let app = AppIdentifier(String(fileName.dropLast(ManifestReading.fileSuffix.count)))
            if let app, seen.contains(app) { continue }
            mistakes += reading.mistakes
            if let manifest = reading.manifest {
                manifests.append(manifest)
                compareClaims(of: manifest, at: "\(contents.folder.path)/\(fileName)")
            } else if let app {
                broken.insert(app)
            }
        }
    }

    private mutating func compareClaims(of manifest: AppManifest, at path: String) {
        for claim in manifest.recognition.claims {
            if let other = claims[claim] {
                mistakes.append(ManifestMistake(file: path, reason: .takenRecognition(claim, by: other)))
            } else {
                claims[claim] = manifest.identifier
            }
        }
    }
}

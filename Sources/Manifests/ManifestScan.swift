import Glibc
import LinuxSystem
package import LocationModel

package struct ManifestScan: Hashable, Sendable {
    package private(set) var manifests: [AppManifest] = []

    /// The apps that have no manifest because their file has an error.
    package private(set) var broken: Set<AppIdentifier> = []
    package internal(set) var mistakes: [ManifestMistake] = []

    private var claims: [AppEvidence: AppIdentifier] = [:]

    package init(_ folders: ManifestFolder...) {
        for folder in folders { add(folder) }
    }

    /// Reads the manifests in a folder.
    ///
    /// The first file of an app counts, even if it has an error: a mistake in the administrator's file must not
    /// silently bring back the file it replaces.
    mutating func add(_ folder: ManifestFolder) {
        do throws(SystemError) {
            let opened = try Folder(folder.path)
            if let mistake = folder.mistake(in: try opened.status()) {
                return mistakes.append(ManifestMistake(file: folder.path, message: mistake))
            }
            let names = try opened.names(endingWith: ManifestReading.fileSuffix)
            let limit = ManifestFolder.fileLimit
            if names.count > limit {
                let reason = "more than \(limit) manifests; only the first in order of name are read"
                mistakes.append(ManifestMistake(file: folder.path, message: reason))
            }
            let seen = Set(manifests.map(\.identifier)).union(broken)
            for name in names.prefix(limit) {
                let app = AppIdentifier(String(name.dropLast(ManifestReading.fileSuffix.count)))
                if let app, seen.contains(app) { continue }
                guard let reading = folder.read(name, in: opened) else { continue }
                mistakes += reading.mistakes
                if let manifest = reading.manifest {
                    manifests.append(manifest)
                    compareClaims(of: manifest, at: "\(folder.path)/\(name)")
                } else if let app {
                    broken.insert(app)
                }
            }
        } catch {
            if error.code != ENOENT {
                mistakes.append(ManifestMistake(file: folder.path, message: "\(error)"))
            }
        }
    }

    private mutating func compareClaims(of manifest: AppManifest, at path: String) {
        for claim in manifest.recognition.claims {
            if let other = claims[claim] {
                let reason = "\(other) also claims \(claim); neither app is recognised by it"
                mistakes.append(ManifestMistake(file: path, severity: .warning, message: reason))
            } else {
                claims[claim] = manifest.identifier
            }
        }
    }
}

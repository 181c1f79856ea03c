import LocationModel
import Manifests

/// Finds the program of an app in the manifests of the machine and of the person.
///
/// The service says only which app needs its program. The program is named in files that only root or the
/// person can write, so a broken service cannot start anything else.
enum InstalledProgram {
    /// Returns the program that the manifest of an app names for this manager, from the folders in the order of precedence.
    static func find(
        of app: AppIdentifier,
        for manager: AppProgram.Manager,
        installed: [ManifestFolder] = ManifestFolder.installed,
        own: ManifestFolder? = ManifestFolder.ofPerson()
    ) throws(LaunchProblem) -> AppProgram {
        // A person's own manifest starts nothing in the system.
        let folders = installed + (manager == .user ? [own].compactMap(\.self) : [])
        for folder in folders {
            let scan = ManifestScan(folder)
            let file = "\(folder.path)/\(app).app"
            if scan.broken.contains(app) {
                throw LaunchProblem(.noManifest, "\(file) has a mistake: see waymarkctl lint")
            }
            guard let manifest = scan.manifests.first(where: { $0.identifier == app }) else { continue }
            guard let program = manifest.provider else {
                throw LaunchProblem(.noManifest, "\(file) has no [Provider]")
            }
            guard program.manager == manager else {
                let other = "\(file) names a program of the manager '\(program.manager.rawValue)'"
                throw LaunchProblem(.notPermitted, other)
            }
            return program
        }
        throw LaunchProblem(
            .noManifest,
            "there is no manifest \(app).app in \(folders.map(\.path).joined(separator: ", "))"
        )
    }
}

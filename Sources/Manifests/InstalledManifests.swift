import Glibc
package import LinuxSystem
import LocationModel

/// The manifests installed on this machine, watched for changes.
///
/// A loop watches ``descriptor`` for reading and then calls ``changes()``.
package final class InstalledManifests {
    private let folders: [ManifestFolder]
    private let watch: FolderWatch

    /// The folders and, for one that is missing, the nearest parent that exists.
    private var watched: Set<FolderWatch.Token> = []
    private var watchMistakes: [ManifestMistake] = []

    package private(set) var latest = ManifestScan()

    /// The most reads of the kernel's queue in one call.
    ///
    /// The rest makes ``descriptor`` readable again.
    private static let batchLimit = 64

    /// Starts watching folders, in the order of precedence.
    ///
    /// They need not exist.
    package init(_ folders: [ManifestFolder]) throws(SystemError) {
        self.folders = folders
        watch = try FolderWatch()
        observe()
    }

    package var descriptor: CInt { watch.descriptor.rawValue }

    package func scan() -> ManifestScan {
        var scan = ManifestScan()
        scan.mistakes = watchMistakes
        for folder in folders { scan.add(folder) }
        latest = scan
        return scan
    }

    /// Reads the pending notifications from the kernel and, if anything has changed, the manifests.
    ///
    /// - Returns: The manifests as they are now; `nil` when no manifest has changed.
    /// - Throws: ``SystemError`` when the kernel reports no changes any more.
    package func changes() throws(SystemError) -> ManifestScan? {
        var reads = 0
        while reads < Self.batchLimit, try watch.readChanges() { reads += 1 }
        guard reads > 0 else { return nil }
        observe()
        let before = latest
        let scan = scan()
        return scan == before ? nil : scan
    }

    /// Watches each folder or, if it is missing, the nearest existing parent.
    private func observe() {
        let before = watched
        watched = []
        watchMistakes = []
        for folder in folders {
            do throws(SystemError) {
                try observe(folder.path)
            } catch {
                // The folder can be read (otherwise the scan reports it), but its changes will not be noticed.
                let reason =
                    "changes in this folder take effect only after a restart, because it cannot be watched: \(error)"
                watchMistakes.append(
                    ManifestMistake(file: folder.path, severity: .warning, message: reason)
                )
            }
        }
        for token in before.subtracting(watched) { watch.unwatch(token) }
    }

    private func observe(_ path: String) throws(SystemError) {
        while true {
            do throws(SystemError) {
                watched.insert(try watch.watch(path))
                return
            } catch {
                guard error.code == ENOENT || error.code == ENOTDIR, let slash = path.lastIndex(of: "/"),
                    path.utf8.count > 1
                else { throw error }
                let parent = slash == path.startIndex ? "/" : String(path[..<slash])
                try observe(parent)
                // Check whether the folder appeared before its parent was watched.
                var status = stat()
                guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
            }
        }
    }
}

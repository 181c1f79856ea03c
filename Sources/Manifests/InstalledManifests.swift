import Glibc
package import LinuxSystem
import LocationModel

/// The manifests installed on this machine, watched for changes.
///
/// A loop watches ``descriptor`` for reading and then calls ``changes()``.
package final class InstalledManifests {
    private enum Interest: Hashable {
        /// It is the manifest folder with this index.
        case contents(Int)

        /// It will contain a manifest folder, or a parent of one, once an entry of this name appears.
        case arrival(of: String)
    }

    private var contents: [FolderContents]
    private let watch: FolderWatch
    private var interests: [FolderWatch.Token: Set<Interest>] = [:]
    private var watchMistakes: [ManifestMistake] = []

    /// The most reads of the kernel's queue in one call.
    ///
    /// The rest makes ``descriptor`` readable again.
    private static let batchLimit = 64

    /// Starts watching folders, in the order of precedence.
    ///
    /// They need not exist.
    package init(_ folders: [ManifestFolder] = ManifestFolder.installed) throws(SystemError) {
        contents = folders.map { FolderContents(of: $0) }
        watch = try FolderWatch()
        observe()
    }

    package var descriptor: CInt { watch.descriptor.rawValue }

    /// Reads the manifests in the folders.
    ///
    /// Files that have not changed since the last call are not read again.
    package func scan() -> ManifestScan {
        var scan = ManifestScan()
        scan.mistakes = watchMistakes
        for index in contents.indices {
            if let mistake = contents[index].read() { scan.mistakes.append(mistake) }
            scan.add(contents[index])
        }
        return scan
    }

    /// Reads the pending notifications from the kernel, and the manifests that changed.
    ///
    /// - Returns: The manifests as they are now; `nil` when no manifest has changed.
    /// - Throws: ``SystemError`` when the kernel reports no changes any more.
    package func changes() throws(SystemError) -> ManifestScan? {
        var isDifferent = false
        var isElsewhere = false
        for _ in 0..<Self.batchLimit {
            let changes = try watch.changes()
            if changes.isEmpty { break }
            for change in changes {
                switch change {
                case .overflow:
                    for index in contents.indices { contents[index].forgetAll() }
                    isElsewhere = true
                case .folder(let token):
                    if interests[token] != nil { isElsewhere = true }
                case .entry(let name, let token):
                    for interest in interests[token] ?? [] {
                        switch interest {
                        case .arrival(let awaited): if name == awaited { isElsewhere = true }
                        case .contents(let index):
                            guard name.isEmpty || name.hasSuffix(ManifestReading.fileSuffix) else { continue }
                            contents[index].forget(name)
                            isDifferent = true
                        }
                    }
                }
            }
        }
        if isElsewhere { observe() }
        return isDifferent || isElsewhere ? scan() : nil
    }

    /// Watches each folder or, if it is missing, the nearest existing parent.
    private func observe() {
        for token in interests.keys { watch.unwatch(token) }
        interests = [:]
        watchMistakes = []
        for (index, contents) in contents.enumerated() {
            do throws(SystemError) {
                try observe(contents.folder.path, .contents(index))
            } catch {
                // The folder can be read (otherwise the scan reports it), but its changes will not be noticed.
                let reason =
                    "changes in this folder take effect only after a restart, because it cannot be watched: \(error)"
                watchMistakes.append(
                    ManifestMistake(file: contents.folder.path, severity: .warning, reason: reason)
                )
            }
        }
    }

    private func observe(_ path: String, _ interest: Interest) throws(SystemError) {
        while true {
            do throws(SystemError) {
                interests[try watch.watch(path), default: []].insert(interest)
                return
            } catch {
                guard error.code == ENOENT || error.code == ENOTDIR, let slash = path.lastIndex(of: "/"),
                    path.utf8.count > 1
                else { throw error }
                let parent = slash == path.startIndex ? "/" : String(path[..<slash])
                let name = String(path[path.index(after: slash)...])
                try observe(parent, .arrival(of: name))
                // Check whether the folder appeared before its parent was watched.
                var status = stat()
                guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
            }
        }
    }
}

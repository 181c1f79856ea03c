import Glibc
package import LinuxSystem
import LocationModel

/// The manifests that are installed on this machine, and the news that some were installed or removed.
///
/// A loop watches ``descriptor`` for reading and calls ``takeChanges()`` when there is something.
package final class InstalledManifests {
    /// What is to be done when something happens in a watched folder.
    private enum Interest: Hashable {
        /// It is the folder of this number.
        case contents(Int)

        /// It will hold the folder, or one above it, once there is an entry of this name.
        case arrival(of: String)
    }

    private var contents: [FolderContents]
    private let watch: FolderWatch
    private var interests: [FolderWatch.Token: Set<Interest>] = [:]
    private var watchMistakes: [ManifestMistake] = []

    /// Reads of the kernel's queue at a call; what remains makes ``descriptor`` readable again.
    private static let batchLimit = 64

    /// Begins to watch folders, of which that counts first which comes first; none need exist.
    package init(_ folders: [ManifestFolder] = ManifestFolder.installed) throws(SystemError) {
        contents = folders.map { FolderContents(of: $0) }
        watch = try FolderWatch()
        observe()
    }

    /// What to watch, for reading.
    package var descriptor: CInt { watch.descriptor.rawValue }

    /// Reads what the folders hold; files that have not changed since the last call are not read again.
    package func scan() -> ManifestScan {
        var scan = ManifestScan()
        for mistake in watchMistakes { scan.add(mistake) }
        for index in contents.indices {
            if let mistake = contents[index].read() { scan.add(mistake) }
            scan.add(contents[index])
        }
        return scan
    }

    /// Takes in what the kernel has to tell.
    ///
    /// - Returns: What the folders hold now; `nil` when nothing has happened that matters.
    /// - Throws: ``SystemError`` when the kernel tells nothing any more.
    package func takeChanges() throws(SystemError) -> ManifestScan? {
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

    /// Watches each folder, or what is there of the way to it.
    private func observe() {
        for token in interests.keys { watch.unwatch(token) }
        interests = [:]
        watchMistakes = []
        for (index, contents) in contents.enumerated() {
            do throws(SystemError) {
                try observe(contents.folder.path, .contents(index))
            } catch {
                // The scan reports what cannot be read; this is what can, and will not be noticed to change.
                watchMistakes.append(ManifestMistake(file: contents.folder.path, reason: .unwatched(error)))
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
                // Whether it has come before its arrival would have been noticed.
                var status = stat()
                guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
            }
        }
    }
}

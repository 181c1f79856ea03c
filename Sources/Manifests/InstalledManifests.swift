import Glibc
package import LinuxSystem
import LocationModel

/// The manifests that are installed on this machine, watched for changes.
///
/// A loop watches ``descriptor`` for reading and calls ``changes()`` when it is readable.
package final class InstalledManifests {
    /// Why a folder is watched.
    private enum Interest: Hashable {
        /// It is the folder of manifests with this index.
        case contents(Int)

        /// It will contain the folder of manifests, or a folder above it, when an entry of this name appears.
        case arrival(of: String)
    }

    private var contents: [FolderContents]
    private let watch: FolderWatch
    private var interests: [FolderWatch.Token: Set<Interest>] = [:]
    private var watchMistakes: [ManifestMistake] = []

    /// The most reads of the kernel's queue in one call; if more remains, ``descriptor`` stays readable.
    private static let batchLimit = 64

    /// Starts watching folders, in the order of precedence; they need not exist.
    package init(_ folders: [ManifestFolder] = ManifestFolder.installed) throws(SystemError) {
        contents = folders.map { FolderContents(of: $0) }
        watch = try FolderWatch()
        observe()
    }

    /// The descriptor to watch for reading.
    package var descriptor: CInt { watch.descriptor.rawValue }

    /// Reads the folders; files that have not changed since the last call are not read again.
    package func scan() -> ManifestScan {
        var scan = ManifestScan()
        for mistake in watchMistakes { scan.add(mistake) }
        for index in contents.indices {
            if let mistake = contents[index].read() { scan.add(mistake) }
            scan.add(contents[index])
        }
        return scan
    }

    /// Reads the kernel's reports of changes.
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
                case .tooMuch:
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

    /// Watches each folder, or the nearest existing folder above it.
    private func observe() {
        for token in interests.keys { watch.unwatch(token) }
        interests = [:]
        watchMistakes = []
        for (index, contents) in contents.enumerated() {
            do throws(SystemError) {
                try observe(contents.folder.path, .contents(index))
            } catch {
                // The scan reports folders that cannot be read. This one can be, but its changes go unnoticed.
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
                // The folder may have appeared before the folder above it was watched.
                var status = stat()
                guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
            }
        }
    }
}

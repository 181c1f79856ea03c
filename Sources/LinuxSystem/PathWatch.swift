import Glibc

/// Reports when it is worth trying again to open a path: the file appeared, or its permissions changed.
///
/// Folders on the way need not exist yet. Every symbolic link on the way is watched, and so is its target: the links in
/// `/dev/serial/by-id` appear after their devices and disappear with them.
package final class PathWatch {
    /// A folder on the way, and the name in it to watch.
    private struct Step: Hashable {
        let folder: String
        let name: String

        /// The file's number, permissions and owners, and the time of its last change, in seconds at the end; empty while
        /// there is none.
        var file: [UInt64] = []

        /// Whether an unseen change is possible: two changes of the access control list in one tick of the
        /// kernel's clock leave the same values.
        var isFresh: Bool {
            file.last.map { (Int(truncatingIfNeeded: $0) &- time(nil)).magnitude <= 1 } ?? false
        }
    }

    private static let linkLimit = 40

    /// The most attempts to set up the watches while folders keep changing.
    private static let attemptLimit = 8

    static let events = UInt32(
        IN_ONLYDIR | IN_ATTRIB | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
    )

    package let descriptor: FileDescriptor

    private let path: String
    private var steps: [Step] = []
    private var numbers: [String: CInt] = [:]
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// Whether every change on the way to the path will be reported.
    ///
    /// A folder that this user may not read cannot be watched, and the system limits the number of watches.
    package private(set) var isComplete = false

    /// Starts watching an absolute path.
    ///
    /// - Throws: ``SystemError`` if the system's limit on inotify instances is reached.
    package init(_ path: String) throws(SystemError) {
        descriptor = try Self.makeDescriptor()
        self.path = path
        updateWatches()
    }

    /// Opens an inotify descriptor; an error names the file with the limit for each user, the usual reason.
    static func makeDescriptor() throws(SystemError) -> FileDescriptor {
        let limit = "/proc/sys/fs/inotify/max_user_instances"
        let number = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
        return try FileDescriptor(of: "inotify_init1", on: limit, number)
    }

    /// Reads the pending events, most of which are about other names, and returns whether something has changed on the way.
    package func readEvents() -> Bool {
        var hasEvents = false
        while case .bytes = (try? descriptor.read(into: &buffer)) ?? .nothing { hasEvents = true }
        guard hasEvents else { return false }
        let before = steps
        updateWatches()
        return steps != before || steps.contains(where: \.isFresh)
    }

    /// Watches the current steps; repeats until they no longer change.
    private func updateWatches() {
        for _ in 0..<Self.attemptLimit {
            let next = currentSteps()
            let folders = Set(next.map(\.folder))
            isComplete = true
            for (folder, number) in numbers where !folders.contains(folder) {
                _ = inotify_rm_watch(descriptor.rawValue, number)
                numbers[folder] = nil
            }
            // Renew existing watches too: another folder may have replaced the watched one.
            for folder in folders {
                let number = unsafe inotify_add_watch(descriptor.rawValue, folder, Self.events)
                numbers[folder] = number >= 0 ? number : nil
                if number < 0 { isComplete = false }
            }
            if next == steps { return }
            steps = next
        }
        isComplete = false
    }

    /// Returns the steps to watch: each symbolic link, the first missing entry, and the end of the path.
    private func currentSteps() -> [Step] {
        var steps: [Step] = []
        var folder = "/"
        var ahead = Array(path.split(separator: "/").reversed())
        while let next = ahead.popLast() {
            let name = String(next)
            switch name {
            case ".": continue
            case "..": folder = Self.parent(of: folder)
            default:
                let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
                var status = stat()
                guard unsafe lstat(place, &status) == 0 else {
                    return steps + [Step(folder: folder, name: name)]
                }
                let (change, owners) = (status.st_ctim, UInt64(status.st_uid) << 32 | UInt64(status.st_gid))
                let file = [
                    UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_mode), owners,
                    UInt64(change.tv_nsec), UInt64(bitPattern: Int64(change.tv_sec)),
                ]
                if status.st_mode & S_IFMT == S_IFLNK {
                    steps.append(Step(folder: folder, name: name, file: file))
                    guard steps.count < Self.linkLimit, let target = Self.target(of: place) else {
                        return steps
                    }
                    if target.hasPrefix("/") { folder = "/" }
                    ahead += target.split(separator: "/").reversed()
                } else if ahead.isEmpty {
                    steps.append(Step(folder: folder, name: name, file: file))
                } else {
                    folder = place
                }
            }
        }
        return steps
    }

    private static func parent(of folder: String) -> String {
        let end = folder.lastIndex(of: "/") ?? folder.startIndex
        return end == folder.startIndex ? "/" : String(folder[..<end])
    }

    private static func target(of link: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link, &target, target.count)
        guard count > 0 else { return nil }
        return String(decoding: target[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

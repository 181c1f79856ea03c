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
        descriptor = try InotifyEvents.makeDescriptor()
        self.path = path
        updateWatches()
    }

    package func readEvents() -> Bool {
        var isConcerned = false
        while case .bytes(let count) = (try? descriptor.read(into: &buffer)) ?? .nothing {
            for event in InotifyEvents(buffer[..<count]) where concerns(event) { isConcerned = true }
        }
        if isConcerned { updateWatches() }
        return isConcerned
    }

    private func concerns(_ event: InotifyEvents.Event) -> Bool {
        if event.isOverflow { return true }
        guard let folder = numbers.first(where: { $0.value == event.number })?.key else { return false }
        // An event without a name is about the folder itself.
        return event.name.isEmpty || steps.contains(Step(folder: folder, name: event.name))
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
                if status.st_mode & S_IFMT == S_IFLNK {
                    steps.append(Step(folder: folder, name: name))
                    guard steps.count < Self.linkLimit, let target = Self.target(of: place) else {
                        return steps
                    }
                    if target.hasPrefix("/") { folder = "/" }
                    ahead += target.split(separator: "/").reversed()
                } else if ahead.isEmpty {
                    steps.append(Step(folder: folder, name: name))
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

import CLinux
import Glibc

/// Tells when it is worth another attempt to open a path: something came to be there, or may be opened now.
///
/// Folders on the way need not exist yet, and every symbolic link on the way is watched, also what it points to: the
/// names below `/dev/serial/by-id` come later than the devices, and go with them.
package final class PathWatch {
    /// A folder and the name in it that matters.
    private struct Step: Hashable {
        let folder: String
        let name: String
    }

    /// As many as the kernel follows.
    private static let mostLinks = 40

    /// How often folders that change while they are looked at are looked at again.
    private static let mostLooks = 8

    /// What to wait on for reading; several may be waited on.
    package let descriptor: FileDescriptor

    private let path: String
    private var steps: [Step] = []
    private var numbers: [String: CInt] = [:]
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// Whether nothing can happen on the way to the path without being told.
    ///
    /// A folder that this user may not read cannot be watched, and the system watches only so many.
    package private(set) var isComplete = false

    /// Watches an absolute path from now on.
    ///
    /// - Throws: ``SystemError`` if the system has no room for another watch.
    package init(_ path: String) throws(SystemError) {
        let number = waymark_path_watch()
        guard number >= 0 else { throw SystemError("inotify_init1") }
        descriptor = FileDescriptor(owning: number)
        self.path = path
        follow()
    }

    /// Takes in what has happened, and tells whether it concerns the path.
    package func takeEvents() -> Bool {
        var isConcerned = false
        while case .bytes(let count) = (try? descriptor.read(into: &buffer)) ?? .nothing {
            for event in InotifyEvents(buffer[..<count]) where concerns(event) { isConcerned = true }
        }
        if isConcerned { follow() }
        return isConcerned
    }

    private func concerns(_ event: InotifyEvents.Event) -> Bool {
        if event.isOverflow { return true }
        guard let folder = numbers.first(where: { $0.value == event.number })?.key else { return false }
        // What has no name has happened to the folder itself.
        return event.name.isEmpty || steps.contains(Step(folder: folder, name: event.name))
    }

    /// Watches what is on the way now, again until nothing has changed meanwhile.
    private func follow() {
        for _ in 0..<Self.mostLooks {
            let next = way()
            let folders = Set(next.map(\.folder))
            isComplete = true
            for (folder, number) in numbers where !folders.contains(folder) {
                _ = waymark_path_watch_remove(descriptor.rawValue, number)
                numbers[folder] = nil
            }
            // Those that are watched are watched again: another folder may have come in the place of the first.
            for folder in folders {
                let number = unsafe waymark_path_watch_add(descriptor.rawValue, folder)
                numbers[folder] = number >= 0 ? number : nil
                if number < 0 { isComplete = false }
            }
            if next == steps { return }
            steps = next
        }
        isComplete = false
    }

    /// Returns where the way may change: at each link, at the first thing that is missing, and at its end.
    private func way() -> [Step] {
        var way: [Step] = []
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
                    return way + [Step(folder: folder, name: name)]
                }
                if status.st_mode & S_IFMT == S_IFLNK {
                    way.append(Step(folder: folder, name: name))
                    guard way.count < Self.mostLinks, let target = Self.target(of: place) else { return way }
                    if target.hasPrefix("/") { folder = "/" }
                    ahead += target.split(separator: "/").reversed()
                } else if ahead.isEmpty {
                    way.append(Step(folder: folder, name: name))
                } else {
                    folder = place
                }
            }
        }
        return way
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

import Glibc

/// A process that has a device open.
package struct DeviceHolder: Hashable, Sendable, CustomStringConvertible {
    /// The process ID.
    package let process: Int32

    /// The name of its program.
    package let program: String

    /// The program and the process ID, for messages.
    package var description: String { "\(program) (process \(process))" }

    /// Finds another process that has the device open, among those that this user may inspect.
    ///
    /// - Parameter device: The device number (`st_rdev`).
    /// - Returns: The first such process, or `nil`.
    package static func find(of device: UInt) -> DeviceHolder? {
        processes.first { process in
            process != getpid()
                && entries(of: "/proc/\(process)/fd").contains { entry in
                    guard let status = status(of: "/proc/\(process)/fd/\(entry)") else { return false }
                    return status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == device
                } && !isCopy(process)
        }.map { DeviceHolder(process: $0, program: program(of: $0)) }
    }

    /// Finds a process of any user by the name of its program.
    package static func find(program name: String) -> DeviceHolder? {
        processes.first { program(of: $0) == name }.map { DeviceHolder(process: $0, program: name) }
    }

    private static var processes: [Int32] { entries(of: "/proc").compactMap { Int32($0) } }

    /// Whether the process is a child of this one that has not executed its program yet: what it has open is this one's.
    private static func isCopy(_ process: Int32) -> Bool {
        guard let own = status(of: "/proc/self/exe"), let other = status(of: "/proc/\(process)/exe"),
            own.st_dev == other.st_dev, own.st_ino == other.st_ino,
            let text = try? contentsOfFile("/proc/\(process)/stat", atMost: 1024)
        else { return false }
        // The name of the program, in parentheses, may contain anything; its state and the parent follow.
        let fields = text.split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
        return fields.count > 1 && String(decoding: fields[1], as: UTF8.self) == "\(getpid())"
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    private static func program(of process: Int32) -> String {
        let name = (try? contentsOfFile("/proc/\(process)/comm", atMost: 1024)) ?? []
        return String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var entries: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { entries.append(name) }
        }
        return entries
    }
}

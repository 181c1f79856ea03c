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
                    var status = stat()
                    return unsafe stat("/proc/\(process)/fd/\(entry)", &status) == 0
                        && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == device
                }
        }.map { DeviceHolder(process: $0, program: program(of: $0)) }
    }

    /// Finds a process of any user by the name of its program.
    package static func find(program name: String) -> DeviceHolder? {
        processes.first { program(of: $0) == name }.map { DeviceHolder(process: $0, program: name) }
    }

    private static var processes: [Int32] { entries(of: "/proc").compactMap { Int32($0) } }

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

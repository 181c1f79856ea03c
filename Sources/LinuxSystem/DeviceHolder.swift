import Glibc

/// A process that has a device open.
package struct DeviceHolder: Hashable, Sendable, CustomStringConvertible {
    /// Its number.
    package let process: Int32

    /// What its program is called.
    package let program: String

    /// Both, for a person.
    package var description: String { "\(program) (process \(process))" }

    /// Finds another process that has the device open, as far as this user may see.
    ///
    /// - Parameter device: The number of the device, as `st_rdev` has it.
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

    /// Finds a process by the name of its program, whoever runs it.
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

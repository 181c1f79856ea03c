import Glibc

package struct DeviceHolder: Hashable, Sendable, CustomStringConvertible {
    package let process: Int32
    package let program: String
    package var description: String { "\(program) (process \(process))" }

    /// Finds another process that has the device open, among those that this user may inspect.
    package static func find(at path: String) -> DeviceHolder? {
        guard let device = status(of: path) else { return nil }
        return processes.first { process in
            process != getpid()
                && entries(of: "/proc/\(process)/fd").contains { entry in
                    guard let status = status(of: "/proc/\(process)/fd/\(entry)") else { return false }
                    return status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == device.st_rdev
                        && (!isPseudoTerminal(device) || status.st_dev == device.st_dev)
                } && !isCopy(process)
        }.map { DeviceHolder(process: $0, program: program(of: $0)) }
    }

    package static func find(program name: String) -> DeviceHolder? {
        processes.first { program(of: $0) == name }.map { DeviceHolder(process: $0, program: name) }
    }

    private static var processes: [Int32] { entries(of: "/proc").compactMap { Int32($0) } }

    /// Returns whether the process is a child that has not executed its program yet.
    ///
    /// Until then it has a copy of each descriptor of this process.
    private static func isCopy(_ process: Int32) -> Bool {
        guard let own = status(of: "/proc/self/exe"), let other = status(of: "/proc/\(process)/exe"),
            own.st_dev == other.st_dev, own.st_ino == other.st_ino
        else { return false }
        // It fails for a process that is no child.
        var state = unsafe siginfo_t()
        return unsafe waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// Returns whether the device is a pseudo-terminal, whose number is unique only within its file system:
    /// each container numbers its own from 0.
    private static func isPseudoTerminal(_ device: stat) -> Bool {
        (136...143).contains(device.st_rdev >> 8)
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// Returns the name of a process's program; empty if the process has just ended.
    package static func program(of process: Int32) -> String {
        let name = (try? contentsOfFile("/proc/\(process)/comm", atMost: 1024)) ?? []
        return String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func entries(of folder: String) -> [String] {
        (try? Folder(folder).names(endingWith: "")) ?? []
    }
}

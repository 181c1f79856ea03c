import Glibc
import LinuxSystem
import TestSupport

/// A private tree of control groups for a test, removed at its end.
struct ControlGroupTree: ~Copyable {
    /// The path of the tree as in `/proc/PID/cgroup`.
    let root: String
    private let folder: String

    /// The mount point of the version 2 hierarchy.
    private static let hierarchy = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
        access($0 + "/cgroup.controllers", F_OK) == 0
    }

    /// Whether groups can be created at the top level, which is impossible inside a container or unit.
    static let mayBeExtended: Bool = {
        guard let hierarchy, access(hierarchy + "/cgroup.procs", W_OK) == 0,
            let own = try? contentsOfFile("/proc/self/cgroup", atMost: 65_536)
        else { return false }
        return String(decoding: own, as: UTF8.self).split(separator: "\n").contains("0::/")
    }()

    init() throws {
        let root = "/waymark-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let folder = (Self.hierarchy ?? "/sys/fs/cgroup") + root
        guard mkdir(folder, 0o755) == 0 else { throw SystemError("mkdir", on: folder) }
        self.root = root
        self.folder = folder
    }

    deinit { Self.remove(folder) }

    /// Creates a group and its parents, and returns its folder.
    func make(_ group: String) throws -> String {
        var path = folder
        for part in group.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemError("mkdir", on: path) }
        }
        return path
    }

    private static func remove(_ folder: String) {
        guard let stream = opendir(folder) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != "..", entry.pointee.d_type == DT_DIR { remove("\(folder)/\(name)") }
        }
        closedir(stream)
        // Processes that were just killed may not have left the group yet.
        var patience = 1000
        while rmdir(folder) != 0, errno == EBUSY, patience > 0 {
            usleep(1000)
            patience -= 1
        }
    }
}

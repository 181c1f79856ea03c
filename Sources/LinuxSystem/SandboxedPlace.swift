import Glibc

/// A part of the file system that a unit's sandbox settings hide from the service or replace.
///
/// It is recognized by the traces that systemd leaves in the mount table.
package enum SandboxedPlace: Hashable, Sendable, CustomStringConvertible {
    case inaccessible(String)
    case privateFolder(String)

    /// `/dev` holds pseudo devices only.
    case noDevices

    /// Returns the sandboxed place that contains a path; `nil` if this process sees the path like every other process.
    package static func of(_ path: String) -> Self? {
        guard let mounts = try? contentsOfFile("/proc/self/mountinfo", atMost: 1 << 20) else { return nil }
        return of(resolvedBeginning(of: path), mounts: mounts)
    }

    /// Returns the sandboxed place that may explain why a path could not be opened; `nil` for other errors.
    package static func hiding(_ path: String, from error: SystemError) -> Self? {
        [ENOENT, ENOTDIR, EACCES].contains(error.code) ? of(path) : nil
    }

    static func of(_ path: String, mounts: [UInt8]) -> Self? {
        var (place, depth): (Self?, Int) = (nil, 0)
        for mount in MountEntry.table(mounts) {
            let point = mount.point
            guard path == point || path.hasPrefix(point == "/" ? "/" : point + "/") else { continue }
            // The longest mount point is the nearest. A later mount covers an earlier one.
            guard point.utf8.count >= depth else { continue }
            depth = point.utf8.count
            place = Self(mount)
        }
        return place
    }

    private init?(_ mount: MountEntry) {
        if mount.root.hasSuffix("/inaccessible/dir") {
            self = .inaccessible(mount.point)
        } else if mount.root.split(separator: "/").contains(where: { $0.hasPrefix("systemd-private-") }) {
            self = .privateFolder(mount.point)
        } else if mount.point == "/dev", mount.fileSystem == "tmpfs", mount.isReadOnly {
            // Without PrivateDevices=, /dev is writable.
            self = .noDevices
        } else {
            return nil
        }
    }

    /// The effect on the service and the unit setting that causes it, for a message.
    package var description: String {
        switch self {
        case .inaccessible(let folder):
            let isHome = ["/home", "/root", "/run/user"].contains(folder)
            return "the service cannot access \(folder) "
                + (isHome ? "(ProtectHome=)" : "(InaccessiblePaths=)")
        case .privateFolder(let folder): return "the service has its own \(folder) (PrivateTmp=)"
        case .noDevices: return "the service cannot access devices (PrivateDevices=)"
        }
    }

    /// Resolves the symbolic links of the longest part of the path that exists.
    private static func resolvedBeginning(of path: String) -> String {
        var beginning = path
        while !beginning.isEmpty {
            if let resolved = unsafe realpath(beginning, nil) {
                defer { unsafe free(resolved) }
                return unsafe String(cString: resolved)
            }
            beginning = String(beginning[..<(beginning.lastIndex(of: "/") ?? beginning.startIndex)])
        }
        return "/"
    }
}

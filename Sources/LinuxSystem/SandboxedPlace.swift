import Glibc

/// A part of the file system that a unit's sandbox settings hide from the service or replace.
///
/// It is recognized by the traces that systemd leaves in the mount table. A message names the effect on the service and the
/// setting that causes it.
package enum SandboxedPlace {
    /// Returns the message about a path; `nil` if this process sees the path like every other process.
    package static func of(_ path: String) -> String? {
        guard let mounts = try? contentsOfFile("/proc/self/mountinfo", atMost: 1 << 20) else { return nil }
        return of(resolvedBeginning(of: path), mounts: mounts)
    }

    /// Returns the message that may explain why a path could not be opened; `nil` for other errors.
    package static func hiding(_ path: String, from error: SystemError) -> String? {
        [ENOENT, ENOTDIR, EACCES].contains(error.code) ? of(path) : nil
    }

    static func of(_ path: String, mounts: [UInt8]) -> String? {
        var nearest: MountEntry?
        for mount in MountEntry.table(mounts) {
            let point = mount.point
            guard path == point || path.hasPrefix(point == "/" ? "/" : point + "/") else { continue }
            // The longest mount point is the nearest. A later mount covers an earlier one.
            if point.utf8.count >= nearest?.point.utf8.count ?? 0 { nearest = mount }
        }
        return nearest.flatMap(effect)
    }

    private static func effect(of mount: MountEntry) -> String? {
        let point = mount.point
        if mount.root.hasSuffix("/inaccessible/dir") {
            let isHome = ["/home", "/root", "/run/user"].contains(point)
            return "the service cannot access \(point) (\(isHome ? "ProtectHome=" : "InaccessiblePaths="))"
        }
        if mount.root.split(separator: "/").contains(where: { $0.hasPrefix("systemd-private-") }) {
            return "the service has its own \(point) (PrivateTmp=)"
        }
        // Without PrivateDevices=, /dev is writable.
        let hasNoDevices = point == "/dev" && mount.fileSystem == "tmpfs" && mount.isReadOnly
        return hasNoDevices ? "the service cannot access devices (PrivateDevices=)" : nil
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

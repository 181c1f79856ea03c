import Glibc

/// A part of the file system that a service does not see as the rest of the machine does, because its unit says so.
///
/// The kernel's table of mounts tells, in which systemd leaves marks of its own.
package enum SandboxedPlace: Hashable, Sendable, CustomStringConvertible {
    /// Nothing can be looked at in the folder.
    case inaccessible(String)

    /// A temporary folder of the service's own lies over that of the machine.
    case privateFolder(String)

    /// There are no devices but those that lead nowhere.
    case noDevices

    /// Tells in which such place of this process a path is; `nil` for one that leads to where it leads for everybody.
    package static func of(_ path: String) -> Self? {
        guard let mounts = try? contentsOfFile("/proc/self/mountinfo", atMost: 1 << 20) else { return nil }
        return of(resolvedBeginning(of: path), mounts: mounts)
    }

    /// Tells which such place may be why a path could not be opened; `nil` for errors of another kind.
    package static func hiding(_ path: String, from error: SystemError) -> Self? {
        [ENOENT, ENOTDIR, EACCES].contains(error.code) ? of(path) : nil
    }

    static func of(_ path: String, mounts: [UInt8]) -> Self? {
        var (place, depth): (Self?, Int) = (nil, 0)
        for mount in MountEntry.table(mounts) {
            let point = mount.point
            guard path == point || path.hasPrefix(point == "/" ? "/" : point + "/") else { continue }
            // The longest way is the nearest; what was mounted later lies above.
            guard point.utf8.count >= depth else { continue }
            depth = point.utf8.count
            place = Self(mount)
        }
        return place
    }

    private init?(_ mount: MountEntry) {
        if mount.root.hasSuffix("/inaccessible/dir") {
            self = .inaccessible(mount.point)
        } else if mount.root.contains("/systemd-private-") {
            self = .privateFolder(mount.point)
        } else if mount.point == "/dev", mount.fileSystem == "tmpfs", mount.isReadOnly {
            // Elsewhere, devices can be added to it.
            self = .noDevices
        } else {
            return nil
        }
    }

    /// What the service sees and which setting does that, for a person.
    package var description: String {
        switch self {
        case .inaccessible(let folder):
            let isHome = ["/home", "/root", "/run/user"].contains(folder)
            return "the service may not look into \(folder) "
                + (isHome ? "(ProtectHome=)" : "(InaccessiblePaths=)")
        case .privateFolder(let folder): return "the service has a \(folder) of its own (PrivateTmp=)"
        case .noDevices: return "the service sees no devices (PrivateDevices=)"
        }
    }

    /// Follows the links of as much of the path as can be followed.
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

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

    static func of(_ path: String, mounts: [UInt8]) -> Self? {
        var (place, depth): (Self?, Int) = (nil, 0)
        for line in mounts.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count > Field.options else { continue }
            let point = fields[Field.point]
            guard path == point || path.hasPrefix(point == "/" ? "/" : point + "/") else { continue }
            // The longest way is the nearest; what was mounted later lies above.
            guard point.utf8.count >= depth else { continue }
            depth = point.utf8.count
            place = Self(fields)
        }
        return place
    }

    private init?(_ mount: [String]) {
        let (root, point) = (mount[Field.root], mount[Field.point])
        if root.hasSuffix("/inaccessible/dir") {
            self = .inaccessible(point)
        } else if root.contains("/systemd-private-") {
            self = .privateFolder(point)
        } else if point == "/dev", mount.suffix(3).first == "tmpfs",
            mount[Field.options].split(separator: ",").contains("ro")
        {
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

/// The places of the fields, from 0.
private enum Field {
    static let root = 3
    static let point = 4
    static let options = 5
}

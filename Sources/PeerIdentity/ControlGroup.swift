import LocationModel

/// Where a process is in the tree of control groups, which systemd builds after its units.
///
/// Read from one look at `/proc/PID/cgroup`. libsystemd's functions would read the file once for every question, and
/// the process can be moved between two of them. The rules are those of libsystemd.
struct ControlGroup: Hashable {
    /// Whose unit it is.
    enum Placement: Hashable {
        /// A unit of the system, be it around a login session.
        case system(UnitName)

        /// A unit in a user's manager, whose name any program of that user may have chosen.
        case user(UserIdentifier, UnitName)

        /// None.
        case nowhere
    }

    /// Whose unit it is.
    let placement: Placement

    /// The snap in whose group the process is kept in a hierarchy that only root can arrange, on systems with cgroups
    /// of version 1.
    let frozenSnap: String?

    /// Reads what the kernel says of a process.
    ///
    /// - Parameters:
    ///   - contents: What `/proc/PID/cgroup` holds.
    ///   - root: The path below which systemd keeps its units, from ``root(ofInit:)``.
    init(_ contents: [UInt8], below root: String = "") {
        let lines = Lines(contents)
        placement = Self.placement(of: lines.path, below: root)
        let snap = lines.freezer?.split(separator: "/").last { $0.hasPrefix("snap.") }
        frozenSnap = snap.map { String($0.dropFirst("snap.".count)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the path below which systemd keeps its units, from what `/proc/1/cgroup` holds: the root, but in a
    /// container without a tree of its own.
    static func root(ofInit contents: [UInt8]) -> String {
        let path = Lines(contents).path ?? ""
        for end in ["/init.scope", "/system.slice", "/system"] where path.hasSuffix(end) {
            return String(path.dropLast(end.count))
        }
        return path == "/" ? "" : path
    }

    private static func placement(of path: String?, below root: String) -> Placement {
        guard let path, path.hasPrefix(root + "/") else { return .nowhere }
        let groups = path.dropFirst(root.count).split(separator: "/").map(unescaped)
        guard let index = groups.firstIndex(where: { !isSlice($0) }),
            let unit = UnitName(String(groups[index]))
        else {
            return .nowhere
        }
        guard let owner = manager(unit) else { return .system(unit) }
        guard
            let own = groups[(index + 1)...].first(where: { !isSlice($0) }).flatMap({ UnitName(String($0)) })
        else {
            return .system(unit)
        }
        return .user(owner, own)
    }

    /// Returns the user whose manager a unit is.
    private static func manager(_ unit: UnitName) -> UserIdentifier? {
        let name = unit.rawValue
        guard name.hasPrefix("user@"), name.hasSuffix(".service") else { return nil }
        return UInt32(name.dropFirst("user@".count).dropLast(".service".count)).map { UserIdentifier($0) }
    }

    private static func isSlice(_ group: Substring) -> Bool { group.hasSuffix(".slice") }

    /// Takes away the underscore that systemd puts before names that the kernel could mistake for its own.
    private static func unescaped(_ group: Substring) -> Substring {
        group.first == "_" ? group.dropFirst() : group
    }
}

/// The lines that matter: `NUMBER:CONTROLLERS:PATH`.
private struct Lines {
    /// The path in the hierarchy that systemd uses.
    private(set) var path: String?

    /// The path in the freezer of version 1.
    private(set) var freezer: String?

    init(_ contents: [UInt8]) {
        var (unified, named): (String?, String?) = (nil, nil)
        for line in contents.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(
                separator: UInt8(ascii: ":"),
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard fields.count == 3 else { continue }
            let path = String(decoding: fields[2], as: UTF8.self)
            switch String(decoding: fields[1], as: UTF8.self) {
            case "": unified = path
            case "name=systemd": named = path
            case "freezer": freezer = path
            default: break
            }
        }
        // With both there is something in the old one only where systemd does not use the new one.
        path = unified == "/" ? named ?? unified : unified ?? named
    }
}

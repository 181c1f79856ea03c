import LocationModel

/// The place of a process in the tree of control groups, which systemd arranges by unit.
///
/// It is read from `/proc/PID/cgroup` at once. The functions of libsystemd read the file again for every question, and
/// the process can be moved in between. The rules are those of libsystemd.
struct ControlGroup: Hashable {
    /// The unit that a process belongs to.
    enum Placement: Hashable {
        /// A unit of the system manager, possibly the scope of a login session.
        case system(UnitName)

        /// A unit of a user's manager. Any program of that user can choose its name.
        case user(UserIdentifier, UnitName)
        case nowhere
    }

    let placement: Placement

    /// The path of the unit's group; `nil` without a unit.
    let unitPath: String?

    var unitIsService: Bool {
        switch placement {
        case .system(let unit), .user(_, let unit): unit.isService
        case .nowhere: false
        }
    }

    /// The snap of the process by its group in the freezer hierarchy, which only root can change.
    ///
    /// With cgroups version 1 only.
    let frozenSnap: String?

    /// Parses the control groups of a process.
    ///
    /// Below the path `root`, from ``root(ofInit:)``, systemd keeps its units.
    init(_ contents: [UInt8], below root: String = "") {
        let lines = Lines(contents)
        (placement, unitPath) = Self.placement(of: lines.path, below: root)
        let snap = lines.freezer?.split(separator: "/").last { $0.hasPrefix("snap.") }
        frozenSnap = snap.map { String($0.dropFirst("snap.".count)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the path below which systemd keeps its units, from the contents of `/proc/1/cgroup`.
    ///
    /// It is the root, except in a container without its own tree.
    static func root(ofInit contents: [UInt8]) -> String {
        let path = Lines(contents).path ?? ""
        for end in ["/init.scope", "/system.slice", "/system"] where path.hasSuffix(end) {
            return String(path.dropLast(end.count))
        }
        return path == "/" ? "" : path
    }

    private static func placement(of path: String?, below root: String) -> (Placement, unitPath: String?) {
        guard let path, path.hasPrefix(root + "/") else { return (.nowhere, nil) }
        let groups = path.dropFirst(root.count).split(separator: "/")
        let names = groups.map(unescaped)
        let unitPath = { (last: Int) in root + groups[...last].map { "/\($0)" }.joined() }
        guard let index = names.firstIndex(where: { !isSlice($0) }), let unit = UnitName(String(names[index]))
        else {
            return (.nowhere, nil)
        }
        guard let owner = manager(unit) else { return (.system(unit), unitPath(index)) }
        guard let inner = names[(index + 1)...].firstIndex(where: { !isSlice($0) }),
            let own = UnitName(String(names[inner]))
        else {
            return (.system(unit), unitPath(index))
        }
        return (.user(owner, own), unitPath(inner))
    }

    private static func manager(_ unit: UnitName) -> UserIdentifier? {
        let name = unit.rawValue
        guard name.hasPrefix("user@"), name.hasSuffix(".service") else { return nil }
        return UInt32(name.dropFirst("user@".count).dropLast(".service".count)).map { UserIdentifier($0) }
    }

    private static func isSlice(_ group: Substring) -> Bool { group.hasSuffix(".slice") }

    /// Removes the underscore that systemd puts before names that could clash with the kernel's.
    private static func unescaped(_ group: Substring) -> Substring {
        group.first == "_" ? group.dropFirst() : group
    }
}

/// The relevant lines of the file, of the form `NUMBER:CONTROLLERS:PATH`.
private struct Lines {
    /// The path in the hierarchy that systemd uses.
    private(set) var path: String?

    /// The path in the freezer hierarchy of version 1.
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
        // If both hierarchies exist, the unified path is "/" only where systemd does not use it.
        path = unified == "/" ? named ?? unified : unified ?? named
    }
}

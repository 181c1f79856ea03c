package import LinuxSystem
package import LocationModel

/// Identifies the app behind a connection from what the kernel reveals about the process.
package struct PeerIdentity: Sendable {
    let root: String

    /// Where the tree of control groups is mounted.
    let groups: String

    /// Determines where systemd keeps its units on this machine or in this container.
    package init() {
        self.init(root: (try? Self.contents(ofProcess: 1, "cgroup")).map(ControlGroup.root(ofInit:)) ?? "")
    }

    init(root: String, groups: String = "/sys/fs/cgroup") {
        self.root = root
        self.groups = groups
    }

    /// Returns the attribution of a peer.
    ///
    /// Call it once, as soon as the connection is accepted. It reads two short files of `/proc`, and a third one in a
    /// Flatpak sandbox. All are bounded and in memory, so it does not block.
    package func attribution(of peer: PeerCredentials) -> AppAttribution {
        guard let process = peer.process else { return .unidentified(.ended) }
        let found = read(peer, process)
        // Everything was read by process ID. It is valid only if the process is still running.
        return process.isRunning ? found : .unidentified(.ended)
    }

    private func read(_ peer: PeerCredentials, _ process: PeerProcess) -> AppAttribution {
        do throws(SystemError) {
            let number = peer.processID
            if !process.isCertain, try owner(of: number) != peer.userID { return .unidentified(.ended) }
            let group = ControlGroup(try Self.contents(ofProcess: number, "cgroup"), below: root)
            let mounts = (try? Self.contents(ofProcess: number, "mountinfo")).flatMap { SandboxMounts($0) }
            return attribution(of: UserIdentifier(peer.userID), group, mounts) {
                FlatpakInfo(ofProcess: number, $0)
            }
        } catch {
            return .unidentified(.hidden)
        }
    }

    /// Combines what was read, most specific first: a sandbox, a snap, a unit.
    func attribution(
        of user: UserIdentifier,
        _ group: ControlGroup,
        _ mounts: SandboxMounts?,
        info: (SandboxMounts) -> FlatpakInfo?
    ) -> AppAttribution {
        if let mounts {
            if let info = info(mounts) { return .flatpak(info.app, .info(instance: info.instance)) }
            return .flatpak(mounts.app ?? unitOfFlatpak(group, user)?.app, .mounts)
        }
        if let (app, unit) = unitOfFlatpak(group, user) { return .flatpak(app, .unit(unit)) }
        if let snap = group.frozenSnap { return .snap(SnapName(snap: snap, app: nil), .system) }
        switch group.placement {
        case .nowhere: return .unidentified(.noUnit)
        case .system(let unit):
            if let snap = SnapName(unit) { return .snap(snap, .system) }
            return unit.isLoginSession ? .unidentified(.loginSession) : .systemUnit(unit)
        case .user(let owner, let unit):
            // In another user's session that user chose the unit's name, so it proves nothing.
            guard owner == user else { return .unidentified(.foreignSession(owner)) }
            return SnapName(unit).map { .snap($0, .user) } ?? .userUnit(unit)
        }
    }

    private func unitOfFlatpak(
        _ group: ControlGroup,
        _ user: UserIdentifier
    ) -> (app: AppIdentifier, unit: UnitName)? {
        guard case .user(user, let unit) = group.placement, unit.launcher == "flatpak" else { return nil }
        return unit.desktopApp.map { ($0, unit) }
    }

    /// Returns the effective user of a process.
    private func owner(of process: Int32) throws(SystemError) -> UInt32? {
        let status = String(decoding: try Self.contents(ofProcess: process, "status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
        // The real, effective, saved and file system user IDs.
        let users = line?.split(whereSeparator: \.isWhitespace).dropFirst()
        return users?.dropFirst().first.flatMap { UInt32($0) }
    }

    private static func contents(ofProcess process: Int32, _ file: String) throws(SystemError) -> [UInt8] {
        try contentsOfFile("/proc/\(process)/\(file)", atMost: limit)
    }

    /// The most bytes to read from one file.
    private static let limit = 262_144
}

extension UnitName {
    /// Whether it is the scope of a login session, created by logind.
    fileprivate var isLoginSession: Bool { rawValue.hasPrefix("session-") && rawValue.hasSuffix(".scope") }
}

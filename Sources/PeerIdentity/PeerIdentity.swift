package import LinuxSystem
package import LocationModel

/// Finds out what a program is that has connected, from what the kernel shows of its process.
package struct PeerIdentity: Sendable {
    private let root: String

    /// Prepares for a machine, or container, where systemd keeps its units where it does now.
    package init() {
        self.init(root: (try? Self.look(at: 1, "cgroup")).map(ControlGroup.root(ofInit:)) ?? "")
    }

    init(root: String) { self.root = root }

    /// Returns what the system says of a peer.
    ///
    /// To be asked once, as soon as the connection is accepted. It reads two short files of `/proc`, a third in a sandbox
    /// of Flatpak, all bounded and all from memory, so it does not block.
    package func attribution(of peer: PeerCredentials) -> AppAttribution {
        guard let process = peer.process else { return .unidentified(.ended) }
        let found = read(peer, process)
        // All of it was asked by number. It is about this process only if this one has had the number until now.
        return process.isRunning ? found : .unidentified(.ended)
    }

    private func read(_ peer: PeerCredentials, _ process: PeerProcess) -> AppAttribution {
        do throws(SystemError) {
            let number = peer.processID
            if !process.isCertain, try owner(of: number) != peer.userID { return .unidentified(.ended) }
            let group = ControlGroup(try Self.look(at: number, "cgroup"), below: root)
            let mounts = (try? Self.look(at: number, "mountinfo")).flatMap { SandboxMounts($0) }
            return attribution(of: UserIdentifier(peer.userID), group, mounts) {
                FlatpakInfo(ofProcess: number, $0)
            }
        } catch {
            return .unidentified(.hidden)
        }
    }

    /// Joins what was read, in the order of what says most: a sandbox, a snap, a unit.
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
            // A name in somebody else's session is somebody else's word: of the one who became another user there.
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

    /// Returns the user that a process acts as.
    private func owner(of process: Int32) throws(SystemError) -> UInt32? {
        let status = String(decoding: try Self.look(at: process, "status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
        // Real, effective, saved and of files.
        let users = line?.split(whereSeparator: \.isWhitespace).dropFirst()
        return users?.dropFirst().first.flatMap { UInt32($0) }
    }

    private static func look(at process: Int32, _ file: String) throws(SystemError) -> [UInt8] {
        try contentsOfFile("/proc/\(process)/\(file)", atMost: limit)
    }

    /// The most bytes that are read of one file.
    private static let limit = 262_144
}

extension UnitName {
    /// Whether logind made it around a person's session.
    fileprivate var isLoginSession: Bool { rawValue.hasPrefix("session-") && rawValue.hasSuffix(".scope") }
}

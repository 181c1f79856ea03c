import Glibc
import LinuxSystem
import LocationModel

/// Identifies the app behind a connection from what the kernel reveals about the process.
struct PeerIdentity {
    /// Returns the contents of a file of `/proc` or `/sys`, if they are no more bytes than a limit.
    typealias FileReading = (_ path: String, _ limit: Int) throws(SystemError) -> [UInt8]

    /// The path below which systemd keeps its units on this machine or in this container.
    private let root: String

    /// The path where the tree of control groups is mounted.
    private let groups: String
    private let read: FileReading

    /// Creates an identity that reads files with `read`; without `root`, it is looked up.
    init(
        root: String? = nil,
        groups: String = "/sys/fs/cgroup",
        reading read: @escaping FileReading = contentsOfFile(_:atMost:)
    ) {
        self.groups = groups
        self.read = read
        self.root = root ?? (try? read("/proc/1/cgroup", Self.limit)).map(ControlGroup.root(ofInit:)) ?? ""
    }

    /// Returns the attribution of a peer.
    ///
    /// Call it once, as soon as the connection is accepted. It reads two short files of `/proc`, and a third one in a
    /// Flatpak sandbox. All are bounded and in memory, so it does not block.
    func attribution(of peer: PeerCredentials) -> AppAttribution {
        guard let process = peer.process else { return .unidentified(.ended) }
        let found = examine(peer, process)
        // Everything was read by process ID. It is valid only if the process is still running.
        return process.isRunning ? found : .unidentified(.ended)
    }

    private func examine(_ peer: PeerCredentials, _ process: PeerProcess) -> AppAttribution {
        do throws(SystemError) {
            let number = peer.processID
            if !process.isCertain, try owner(of: number) != peer.userID { return .unidentified(.ended) }
            let group = ControlGroup(try contents(ofProcess: number, "cgroup"), below: root)
            guard let table = try mounts(ofProcess: number) else { return .unidentified(.ended) }
            return attribution(of: UserIdentifier(peer.userID), group, SandboxMounts(table)) {
                FlatpakInfo(ofProcess: number, $0)
            }
        } catch {
            switch error.code {
            case ENOENT, EACCES, EPERM: return .unidentified(.hidden)
            // Without descriptors or memory, nothing shows that it is in no sandbox.
            default: return .unidentified(.ended)
            }
        }
    }

    /// Returns the table of mounts of a process; empty if it is too long for one of a sandbox, `nil` if the process has none
    /// any more.
    ///
    /// The kernel takes the table from a process whose first thread has ended, while others still run.
    private func mounts(ofProcess process: Int32) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try contents(ofProcess: process, "mountinfo")
        } catch {
            switch error.code {
            case EFBIG: return []
            case EINVAL, ENOENT, ESRCH: return nil
            default: throw error
            }
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

    private func owner(of process: Int32) throws(SystemError) -> UInt32? {
        let status = String(decoding: try contents(ofProcess: process, "status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
        // The real, effective, saved and file system user IDs.
        let users = line?.split(whereSeparator: \.isWhitespace).dropFirst()
        return users?.dropFirst().first.flatMap { UInt32($0) }
    }

    private func contents(ofProcess process: Int32, _ file: String) throws(SystemError) -> [UInt8] {
        try read("/proc/\(process)/\(file)", Self.limit)
    }

    /// The most bytes to read from one file.
    private static let limit = 262_144

    // MARK: The process, to tell the connections of a program that serves widgets

    /// Returns the origin of a peer; `nil` if the peer has ended or the system hides it.
    ///
    /// Call it once, as soon as the connection is accepted. It reads two short files of `/proc` for the process and for
    /// each process that it descends from in the same unit.
    func origin(of peer: PeerCredentials) -> ProcessOrigin? {
        guard let process = peer.process, let group = group(of: peer.processID) else { return nil }
        var line: [ProcessKey] = []
        var number = peer.processID
        while line.count < Self.longestLine, number > 0, let entry = entry(of: number) {
            if !line.isEmpty, self.group(of: number)?.unitPath != group.unitPath { break }
            line.append(ProcessKey(number: number, startTicks: entry.startTicks))
            number = entry.parent
        }
        // Everything was read by process ID. It is valid only if the process is still running.
        guard process.isRunning, !line.isEmpty else { return nil }
        return ProcessOrigin(line: line, service: group.unitIsService ? group.unitPath : nil)
    }

    func provider(_ origin: ProcessOrigin) -> ProviderProcess? {
        guard let key = origin.line.first else { return nil }
        return ProviderProcess(key, service: isFirst(origin) ? origin.service : nil)
    }

    /// Returns whether no process of its service is older than this one.
    ///
    /// Desktops run whole sessions in one service, so that a process in a service is not always what the service is for.
    private func isFirst(_ origin: ProcessOrigin) -> Bool {
        guard let service = origin.service, let own = origin.line.first, origin.line.count == 1,
            let list = try? read("\(groups)\(service)/cgroup.procs", 1024)
        else { return false }
        let numbers = String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
        return numbers.contains(own.number)
            && numbers.allSatisfy { number in
                number == own.number
                    || entry(of: number).map { $0.startTicks >= own.startTicks } ?? true
            }
    }

    private func group(of process: Int32) -> ControlGroup? {
        (try? contents(ofProcess: process, "cgroup")).map { ControlGroup($0, below: root) }
    }

    private func entry(of process: Int32) -> ProcessEntry? {
        (try? contents(ofProcess: process, "stat")).flatMap { ProcessEntry($0) }
    }

    /// The most processes of a line that are looked at.
    private static let longestLine = 32
}

extension UnitName {
    fileprivate var isLoginSession: Bool { rawValue.hasPrefix("session-") && rawValue.hasSuffix(".scope") }
}

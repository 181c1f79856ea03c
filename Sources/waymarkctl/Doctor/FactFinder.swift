import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import Waymark
import WaymarkInterfaces

/// Finds out the facts about this machine: asks the service, systemd, gpsd and the kernel.
///
/// It decides nothing, changes nothing, and needs no privileges; what it may not see stays unknown.
struct FactFinder {
    /// How long the service may take to answer.
    private static let answerTime: Duration = .seconds(5)

    /// How long the location is waited for, in seconds: a receiver that is on has a fix every second or so.
    private static let locationSeconds = 10.0

    let service: Service
    let app: String?

    func find() throws(Failure) -> MachineFacts {
        var facts = MachineFacts()
        facts.app = app
        facts.socket = service.path
        facts.isUsualSocket = service.path == ServiceAddress.defaultPath
        facts.isRoot = geteuid() == 0
        facts.year = Self.year
        let manager = ServiceUnits()
        if facts.isUsualSocket { facts.unit = manager?.service() }
        do throws(ClientError) {
            try ask(&facts, manager)
        } catch {
            switch error {
            case .cannotConnect:
                facts.service = unsafe access(service.path, F_OK) == 0 ? .isGone : .hasNoSocket
            case .notPermitted: facts.service = .isForbidden
            case .timedOut: facts.service = .isSilent
            case .disconnected, .closedUnanswered: facts.service = .isGone
            default: facts.service = .fails("\(error)")
            }
        }
        return facts
    }

    private func ask(_ facts: inout MachineFacts, _ manager: ServiceUnits?) throws(ClientError) {
        func call<Method: MethodParameters>(_ method: Method) throws(ClientError) -> Method.Reply {
            try ServiceConnection(to: service.path).call(method, within: Self.answerTime).value
        }
        var status = try call(InspectInterface.GetStatus())
        let apps = try ServiceConnection(to: service.path)
            .callForAllPages(SettingsInterface.ListApps()).value.apps
        facts.apps = apps.map { .init(name: $0.app, status: $0.status) }
        let widgets = try ServiceConnection(to: service.path)
            .callForAllPages(InspectInterface.ListWidgets()).value.widgets
        facts.widgetsWithoutProgram = widgets.count { $0.nextReload?.waitsFor == .provider }
        if status.servicesOn, status.pausedUntil == nil,
            apps.contains(where: { $0.app == OwnApp.tool.identifier && $0.status.isAuthorized })
        {
            // It turns the receivers on, so that their states tell more.
            facts.location = try location()
            status = try call(InspectInterface.GetStatus())
        }
        facts.service = .answers(version: status.version, upSeconds: status.uptimeSeconds)
        facts.servicesAreOn = status.servicesOn
        facts.servicesAreOffForEverybody = status.servicesOffForEverybody
        facts.pausedUntil = status.pausedUntil
        facts.isSimulated = status.simulated
        facts.hasStatedPlace = status.statedPlace != .none
        facts.usesStatedPlace = status.statedPlace == .used
        facts.questions = status.prompts
        facts.agents = status.agents
        facts.startsPrograms = status.startsPrograms
        let process = process(manager)
        for receiver in status.receivers {
            var found = MachineFacts.Receiver(
                name: receiver.name,
                state: receiver.state,
                reason: receiver.reason,
                reasonText: receiver.reasonText,
                accuracyMeters: receiver.accuracyMeters
            )
            switch try? ReceiverURL(receiver.name) {
            case .gpsd(let host, let port, _, let user)?
            where receiver.state != .fixed && Self.isThisMachine(host):
                let trusted = process.flatMap(ProcessRights.init).map { rights -> TrustedUsers in
                    user == ReceiverURL.everybody
                        ? .everybody : TrustedUsers(and: ["gpsd", user].compactMap(\.self), of: rights.user)
                }
                let probe = GPSDProbe(host: host, port: UInt16(port) ?? 2947, trusted: trusted)
                (found.gpsd, facts.clockAheadSeconds) = probe.run(isInstalled: manager?.hasGPSD)
            case .serial(let path, _)? where receiver.state != .fixed:
                found.device = device(path, process, manager)
            default: break
            }
            facts.receivers.append(found)
        }
    }

    private func location() throws(ClientError) -> MachineFacts.Location {
        let request = LocationInterface.GetLocation(
            app: OwnApp.tool.identifier,
            deadlineSeconds: Self.locationSeconds
        )
        let limit: Duration = .seconds(Self.locationSeconds) + Self.answerTime
        let reply = try ServiceConnection(to: service.path).call(request, within: limit).value
        guard let location = reply.location else { return .missing(reply.text) }
        return .found(accuracyMeters: location.horizontalAccuracyMeters)
    }

    private static var year: Int { Int(UTCInstant.now.text(places: 0).prefix(4)) ?? 0 }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    // MARK: The process of the service

    /// Returns the process that serves; `nil` if that cannot be seen.
    private func process(_ manager: ServiceUnits?) -> Int32? {
        guard let stream = try? UnixStream(connectingTo: service.path),
            let peer = try? PeerCredentials(of: stream)
        else { return nil }
        // systemd listens for a service that it starts.
        return peer.processID == 1 ? manager?.process() : peer.processID
    }

    private func device(_ path: String, _ process: Int32?, _ manager: ServiceUnits?) -> MachineFacts.Device {
        var device = MachineFacts.Device(path: path)
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            device.exists = false
            return device
        }
        device.group = UserDatabase.name(ofGroup: status.st_gid)
        device.isHidden = process != nil && process == manager?.process() && manager?.hidesDevices == true
        device.isReadable = process.flatMap(ProcessRights.init)?.mayRead(status)
        return device
    }
}

/// The user and the groups of a process, as the kernel shows them to everybody.
struct ProcessRights {
    let user: UInt32
    let groups: Set<UInt32>

    init?(ofProcess process: Int32) {
        guard let text = try? contentsOfFile("/proc/\(process)/status", atMost: 65_536) else { return nil }
        self.init(status: String(decoding: text, as: UTF8.self))
    }

    init?(status: String) {
        func numbers(_ name: String) -> [UInt32]? {
            status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
                .dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
        }
        // The second number is the effective one.
        guard let users = numbers("Uid"), users.count > 1, let group = numbers("Gid"), group.count > 1,
            let others = numbers("Groups")
        else { return nil }
        user = users[1]
        groups = Set(others + [group[1]])
    }

    func mayRead(_ file: stat) -> Bool {
        if user == 0 { return true }
        if file.st_uid == user { return file.st_mode & S_IRUSR != 0 }
        return file.st_mode & (groups.contains(file.st_gid) ? S_IRGRP : S_IROTH) != 0
    }
}

/// What systemd tells everybody about the services of this machine.
struct ServiceUnits {
    private let systemd: Systemd

    /// Connects; `nil` if there is no systemd.
    init?() {
        guard let bus = try? MessageBus(.system) else { return nil }
        systemd = Systemd(on: bus)
        guard (try? systemd.isRunning()) == true else { return nil }
    }

    func service() -> MachineFacts.Unit? {
        guard let load = value("LoadState")?.text else { return nil }
        return MachineFacts.Unit(
            isInstalled: load != "not-found",
            state: value("ActiveState")?.text ?? "",
            status: value("ExecMainStatus", of: .service)?.integer ?? 0
        )
    }

    func isActive(_ unit: String) -> Bool {
        value("ActiveState", unit: unit)?.text == "active"
    }

    func process() -> Int32? {
        value("MainPID", of: .service)?.integer.flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    var hidesDevices: Bool { value("PrivateDevices", of: .service)?.isTrue ?? false }

    var hasGPSD: Bool { value("LoadState", unit: "gpsd.socket")?.text == "loaded" }

    private func value(
        _ property: String,
        of interface: Systemd.UnitInterface = .unit,
        unit: String = "waymarkd.service"
    ) -> BusValue? {
        guard let path = try? systemd.call("LoadUnit", .string(unit)).first?.text else { return nil }
        return try? systemd.property(property, of: interface, at: path)
    }
}

import CommandLineTool
import Glibc
import LinuxSystem
import MessageBus
import Varlink
import Waymark

/// Finds out the facts about this machine: asks the service, systemd, gpsd and the kernel.
///
/// It decides nothing, changes nothing, and needs no privileges; what it may not see stays unknown.
struct FactFinder {
    private static let answerTime: Duration = .seconds(5)

    /// How long the location is waited for, in seconds: a receiver that is on has a fix every second or so.
    private static let locationSeconds = 10.0

    let service: Service
    let app: String?

    func find() throws -> MachineFacts {
        var facts = MachineFacts()
        facts.app = app
        facts.socket = service.path
        facts.isUsualSocket = service.path == ServiceAddress.defaultPath
        facts.year = Int(UTCInstant.now.text(places: 0).prefix(4)) ?? 0
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
            try service.call(method, within: Self.answerTime).value
        }
        var status = try call(InspectInterface.GetStatus())
        let apps = try service.callForAllPages(SettingsInterface.ListApps()).value.apps
        facts.apps = apps.map { app in
            let owner = app.user == Int(geteuid()) ? nil : Command.userName(app.user)
            return MachineFacts.App(name: app.app, status: app.status, owner: owner)
        }
        let widgets = try service.callForAllPages(InspectInterface.ListWidgets()).value.widgets
        facts.widgetsWithoutProgram = widgets.count {
            $0.nextReload?.waitsFor == .provider && (app == nil || $0.app == app)
        }
        if status.servicesOn, status.pausedUntil == nil, facts.isToolAuthorized {
            // It turns the receivers on, so that their states tell more.
            facts.location = try location()
            status = try call(InspectInterface.GetStatus())
        }
        facts.service = .answers
        facts.status = status
        let process = process(manager)
        for receiver in status.receivers {
            var found = MachineFacts.Receiver(told: receiver)
            switch try? ReceiverURL(receiver.name) {
            case .gpsd(let host, let port, _, let user)?
            where receiver.state != .fixed && Self.isThisMachine(host):
                let trusted = process.flatMap(ProcessRights.init).map { rights -> TrustedUsers in
                    user == ReceiverURL.everybody
                        ? .everybody : TrustedUsers(and: ["gpsd", user].compactMap(\.self), of: rights.user)
                }
                (found.gpsd, found.clockAheadSeconds) = Self.askGPSD(
                    host,
                    UInt16(port) ?? 2947,
                    trusted,
                    isInstalled: manager?.hasGPSD
                )
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
        let reply = try service.call(request, within: limit).value
        guard let location = reply.location else { return .missing(reply.text) }
        return .found(accuracyMeters: location.horizontalAccuracyMeters)
    }

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

extension FactFinder {
    /// How long a gpsd's reports are read: most receivers report once a second, and satellites less often.
    private static let reportTime: Duration = .seconds(4)

    /// Asks a gpsd on this machine what it knows, as any of its clients may.
    ///
    /// `trusted` is whose program the service believes, and `isInstalled` whether systemd knows gpsd, where these can be
    /// seen. The clock is that of this machine, ahead of the receiver's time.
    static func askGPSD(
        _ host: String,
        _ port: UInt16,
        _ trusted: TrustedUsers?,
        isInstalled: Bool?,
        within time: Duration = reportTime
    ) -> (MachineFacts.GPSD, clockAheadSeconds: Double?) {
        guard let stream = try? TCPStream(connectingTo: host, port: port), let poller = try? Poller(),
            (try? poller.watch(stream.descriptor.rawValue, for: .readable)) != nil
        else {
            let isThere = isInstalled ?? (unsafe access("/usr/sbin/gpsd", X_OK) == 0)
            return (.absent(isInstalled: isThere), nil)
        }
        if let reason = trusted?.objection(toServerOf: stream.descriptor.rawValue, patience: reportTime) {
            return (.stranger(reason), nil)
        }
        var reports = GPSDAnswers()
        let request = Array(#"?WATCH={"enable":true,"json":true};"#.utf8) + [0x0A]
        try? writeAll(request, to: stream.descriptor.rawValue, named: "gpsd")
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let end = ContinuousClock.now + time
        // No gpsd sends a line of this length. What never stops sending would always be ready.
        while !reports.isComplete, pending.count < 65_536, ContinuousClock.now < end {
            guard let ready = try? poller.wait(until: end), !ready.isEmpty else { break }
            let count = unsafe read(stream.descriptor.rawValue, &buffer, buffer.count)
            guard count > 0 else { break }
            pending += buffer[..<count]
            while let newline = pending.firstIndex(of: 0x0A) {
                reports.add(Array(pending[..<newline]), at: WallClock.nanosecondsSinceEpoch)
                pending.removeFirst(newline + 1)
            }
        }
        return (reports.verdict, reports.clockAheadSeconds)
    }
}

/// What the lines of a gpsd say about its receiver.
struct GPSDAnswers {
    private var isGPSD = false
    private var devices: [String]?
    private var mode: Int?
    private var used: Int?
    private var inView: Int?

    /// How many seconds this machine's clock is ahead of the receiver's time.
    private(set) var clockAheadSeconds: Double?

    /// Adds a line, received when the clock said `nanoseconds`.
    mutating func add(_ line: [UInt8], at nanoseconds: Int64) {
        guard let object = try? JSONObject(line) else { return }
        switch object["class"]?.text {
        case "VERSION": isGPSD = true
        case "DEVICES":
            devices = object["devices"]?.elements?.compactMap { JSONObject($0)?["path"]?.text } ?? []
        case "TPV":
            mode = object["mode"].flatMap(Self.integer)
            if let time = object["time"]?.text.flatMap({ UTCInstant($0) }), (mode ?? 0) >= 2 {
                let difference = nanoseconds.subtractingReportingOverflow(time.nanosecondsSince1970)
                clockAheadSeconds = difference.overflow ? nil : Double(difference.partialValue) / 1e9
            }
        case "SKY":
            used = object["uSat"].flatMap(Self.integer) ?? used
            inView = object["nSat"].flatMap(Self.integer) ?? inView
        default: break
        }
    }

    /// Whether nothing more needs to be heard.
    var isComplete: Bool { devices?.isEmpty == true || (mode ?? 0) >= 2 || mode != nil && inView != nil }

    var verdict: MachineFacts.GPSD {
        guard isGPSD else { return .foreign }
        guard let device = devices?.first else { return .hasNoDevice }
        switch mode {
        case nil: return .hearsNothing(device: device)
        case let mode? where mode >= 2: return .hasFix
        case _?: return .hasNoFix(used: used, inView: inView)
        }
    }

    private static func integer(_ value: JSONValue) -> Int? {
        Int(String(decoding: value.bytes, as: UTF8.self))
    }
}

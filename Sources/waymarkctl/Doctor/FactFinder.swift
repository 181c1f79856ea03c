import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

/// Finds out the facts about this machine: asks the service, systemd, gpsd and the kernel.
///
/// It changes nothing, and needs no privileges; what it may not see stays unknown.
struct FactFinder {
    private static let answerTime: Duration = .seconds(5)

    /// The wait for the location, in seconds: a receiver that is on has a fix every second or so.
    private static let locationSeconds = 10.0

    let service: Service
    let app: String?

    func find() throws -> MachineFacts {
        var facts = MachineFacts()
        facts.app = app
        facts.socket = service.path
        facts.year = Int(UTCInstant.now.text(places: 0).prefix(4)) ?? 0
        let manager = ServiceUnits()
        if facts.isUsualSocket { facts.unit = manager?.service() }
        do throws(ClientError) { try ask(&facts, manager) } catch { facts.problem = error }
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
        facts.status = status
        facts.receivers = status.receivers.map { receiver in
            guard receiver.state != .fixed,
                case .gpsd(let host, let port, _, _)? = try? ReceiverURL(receiver.name),
                ["localhost", "::1"].contains(host) || host.hasPrefix("127.")
            else { return MachineFacts.Receiver(told: receiver) }
            let gpsd = Self.askGPSD(host, UInt16(port) ?? 2947, isInstalled: manager?.hasGPSD)
            return MachineFacts.Receiver(told: receiver, gpsd: gpsd)
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
}

/// The state of this machine's services, which systemd tells everybody.
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
            status: value("ExecMainStatus", of: "Service")?.integer ?? 0
        )
    }

    func isActive(_ unit: String) -> Bool {
        value("ActiveState", unit: unit)?.text == "active"
    }

    var hasGPSD: Bool { value("LoadState", unit: "gpsd.socket")?.text == "loaded" }

    private func value(
        _ property: String,
        of kind: String = "Unit",
        unit: String = "waymarkd.service"
    ) -> BusValue? {
        guard let path = try? systemd.call("LoadUnit", .string(unit)).first?.text else { return nil }
        return try? systemd.property(property, of: kind, at: path)
    }
}

extension FactFinder {
    /// The time for which a gpsd's reports are read: most receivers report once a second, and satellites less
    /// often.
    private static let reportTime: Duration = .seconds(4)

    /// Asks a gpsd on this machine what it knows, as any of its clients may.
    ///
    /// `isInstalled` is whether systemd knows gpsd, where that can be seen.
    static func askGPSD(
        _ host: String,
        _ port: UInt16,
        isInstalled: Bool?,
        within time: Duration = reportTime
    ) -> Diagnosis.Finding {
        guard let stream = try? TCPStream(connectingTo: host, port: port), let poller = try? Poller(),
            (try? poller.watch(stream.descriptor.rawValue, for: .readable)) != nil
        else {
            let isInstalled = isInstalled ?? (unsafe access("/usr/sbin/gpsd", X_OK) == 0)
            return isInstalled
                ? .wrong("gpsd does not run", "start it: sudo systemctl enable --now gpsd.socket")
                : .wrong(
                    "gpsd is not installed",
                    "install it: sudo apt install gpsd; or name another receiver: Receiver= in "
                        + "/etc/waymark/waymarkd.conf"
                )
        }
        var reports = GPSDAnswers()
        let request = Array(#"?WATCH={"enable":true,"json":true};"#.utf8) + [0x0A]
        try? writeAll(request, to: stream.descriptor.rawValue, named: "gpsd")
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let end = ContinuousClock.now + time
        // No gpsd sends a line of this length. A peer that never stops sending would always be ready.
        while !reports.isComplete, pending.count < 65_536, ContinuousClock.now < end {
            guard let ready = try? poller.wait(until: end), !ready.isEmpty else { break }
            let count = unsafe read(stream.descriptor.rawValue, &buffer, buffer.count)
            guard count > 0 else { break }
            pending += buffer[..<count]
            while let newline = pending.firstIndex(of: 0x0A) {
                reports.add(Array(pending[..<newline]))
                pending.removeFirst(newline + 1)
            }
        }
        return reports.finding
    }
}

struct GPSDAnswers {
    private var isGPSD = false
    private var devices: [String]?
    private var mode: Int?
    private var used: Int?
    private var inView: Int?

    mutating func add(_ line: [UInt8]) {
        guard let object = try? JSONObject(line) else { return }
        switch object["class"]?.text {
        case "VERSION": isGPSD = true
        case "DEVICES":
            devices = object["devices"]?.elements?.compactMap { JSONObject($0)?["path"]?.text } ?? []
        case "TPV": mode = object["mode"].flatMap { try? Int(reading: $0) }
        case "SKY":
            used = object["uSat"].flatMap { try? Int(reading: $0) } ?? used
            inView = object["nSat"].flatMap { try? Int(reading: $0) } ?? inView
        default: break
        }
    }

    /// Whether nothing more needs to be heard.
    var isComplete: Bool { devices?.isEmpty == true || (mode ?? 0) >= 2 || mode != nil && inView != nil }

    var finding: Diagnosis.Finding {
        guard isGPSD else {
            return .wrong("what answers there is no gpsd", "correct Receiver= in /etc/waymark/waymarkd.conf")
        }
        guard let device = devices?.first?.harmless else {
            return .wrong(
                "gpsd runs, but has no receiver",
                "plug the receiver in; if gpsd does not find it, name it in DEVICES= of /etc/default/gpsd and run: "
                    + "sudo systemctl restart gpsd"
            )
        }
        guard let mode else {
            return .wrong(
                "gpsd hears nothing from \(device)",
                "see whether \(device) is the receiver, and connected: gpsmon \(device)"
            )
        }
        if mode >= 2 { return .good("gpsd has a fix; the service reads it when an app needs it") }
        let satellites = inView.map { ": it uses \(used ?? 0) of \($0) satellites in view" } ?? ""
        return .wrong("gpsd's receiver has no fix yet\(satellites)", Diagnosis.skyAdvice)
    }
}

import CommandLineTool
import Glibc
import LinuxSystem
import MessageBus
import UserInput
import Varlink

extension Command {
    static let geoclue = Command(
        name: "geoclue",
        summary: "show who serves programs written for GeoClue, or switch to Waymark and back",
        operands: "[on|off]",
        details: """
            With 'on', programs written for GeoClue get their location from Waymark, as far as the person allows;
            with 'off' from GeoClue again, where that is installed. Both hold at once and after each start of the
            machine, and need root.
            """
    ) { invocation in
        let bus = try GeoClueSwitch()
        switch invocation.operands.first {
        case "on": try bus.switchOn()
        case "off": try bus.switchOff()
        default: break
        }
        let state = try bus.state()
        if invocation.isForMachines { return try invocation.output.line(CodedEncoder.plainJSON(state)) }
        try invocation.output.line(state.text)
    }
}

extension Failure {
    init(_ error: BusError) {
        if error.isKind(.serviceUnknown) || error.isKind(.nameHasNoOwner) {
            self = .unreachable("systemd is not on the system's message bus: \(error.message.harmless)")
        } else if error.isKind(.accessDenied) || error.name.hasSuffix("InteractiveAuthorizationRequired") {
            self = .refused("only root may switch: \(error.message.harmless)")
        } else {
            self = .refused("\(error)".harmless)
        }
    }
}

/// The owner of GeoClue's name, and the one that would get it.
private struct GeoClueState: Encodable {
    let name = GeoClueSwitch.name

    /// Whether Waymark is to have the name; `nil` if `waymark-geoclue` is not installed, or there is no systemd.
    let on: Bool?

    /// The program that has it; `nil` if none has.
    let program: String?
    let process: Int32?

    /// The unit of the program; `nil` if it is in none.
    let unit: String?
    let startedByBus: Bool

    var isWaymarks: Bool { program == "waymark-geoclue" }

    /// The owner of the name, and what to do.
    var text: String {
        switch (program, on) {
        case (let program?, let on):
            let place = unit.map { ", \($0)" } ?? ""
            let owned = "\(name) belongs to \(program) (process \(process ?? 0)\(place))"
            if isWaymarks || on == nil { return owned }
            let first = on == true ? "stop it, and then " : ""
            return "\(owned); \(first)'waymarkctl geoclue on' switches to Waymark"
        case (nil, true) where startedByBus:
            return "the bus starts waymark-geoclue when a program asks for the location"
        case (nil, true): return "waymark-geoclue does not run: 'waymarkctl geoclue on' starts it"
        case (nil, false?) where startedByBus:
            return "the bus starts GeoClue when a program asks; 'waymarkctl geoclue on' switches to Waymark"
        case (nil, false?):
            return "nobody serves programs written for GeoClue; with 'waymarkctl geoclue on' Waymark does"
        case (nil, nil):
            return "nobody serves programs written for GeoClue, and waymark-geoclue is not installed"
        }
    }
}

/// The name of GeoClue on the system's bus, and the systemd that decides which program gets it.
private struct GeoClueSwitch {
    /// The name that programs written for GeoClue call.
    static let name = "org.freedesktop.GeoClue2"

    private static let unit = "waymark-geoclue.service"
    private static let units = BusValue.array(of: "s", [.string(unit)])

    /// The longest time that a unit may take to start or stop.
    private static let patience: Duration = .seconds(60)

    private let bus: MessageBus
    private let systemd: Systemd

    init() throws(BusError) {
        bus = try MessageBus(.system)
        systemd = Systemd(on: bus)
    }

    func state() throws(BusError) -> GeoClueState {
        let enabled = try? systemd.call("GetUnitFileState", .string(Self.unit)).first?.text
        let names = try bus.call(.ofBus("ListActivatableNames"))
        let owner = try bus.owner(of: Self.name)
        let process = try owner.map { (owner) throws(BusError) in try bus.peer(named: owner).processID }
        return GeoClueState(
            on: enabled.map { $0.hasPrefix("enabled") },
            program: process.map { DeviceHolder.program(of: $0).harmless },
            process: process,
            unit: process.flatMap { systemd.unit(ofProcess: $0)?.harmless },
            startedByBus: names.first?.elements?.contains { $0.text == Self.name } == true
        )
    }

    // MARK: Switching

    /// Gives the name to Waymark, now and after each start of the machine.
    ///
    /// - Throws: ``BusError`` or ``SystemError``; ``Failure`` if `waymark-geoclue` does not run then.
    func switchOn() throws {
        // The unit has an alias of GeoClue's, so that systemd takes a running GeoClue for it and restarts that.
        try systemd.call("EnableUnitFiles", Self.units, .boolean(false), .boolean(true))
        try systemd.call("Reload")
        if try job("RestartUnit") == "done" { return }
        let state = try state()
        throw Failure.refused(
            state.program != nil && !state.isWaymarks
                ? state.text : "waymark-geoclue does not start: systemctl status waymark-geoclue"
        )
    }

    /// Leaves the name to GeoClue, where that is installed.
    func switchOff() throws {
        try systemd.call("DisableUnitFiles", Self.units, .boolean(false))
        try systemd.call("Reload")
        // Last, because programs that ask meanwhile would have it started again under its alias.
        _ = try job("StopUnit")
        // systemd holds a connection with the name until it has dealt with the end of the unit. The name of a program
        // that has just ended is not known any more.
        let deadline = ContinuousClock.now + .seconds(2)
        while try ["waymark-geoclue", ""].contains(state().program), ContinuousClock.now < deadline {
            usleep(20_000)
        }
    }

    /// Asks for a job of the unit, waits for its end, and returns systemd's word for the result.
    private func job(_ method: String) throws -> String {
        var results: [String: String] = [:]
        // Without this the manager sends no signals.
        try systemd.call("Subscribe")
        let subscription = try systemd.subscribe(to: "JobRemoved") { signal in
            guard signal.arguments.count == 4, let job = signal.arguments[1].text else { return }
            results[job] = signal.arguments[3].text
        }
        defer { withExtendedLifetime(subscription) {} }
        let job = try systemd.call(method, .string(Self.unit), .string("replace")).first?.text ?? ""
        let deadline = ContinuousClock.now + Self.patience
        let poller = try Poller()
        _ = try poller.watch(bus.descriptor, for: .readable)
        while true {
            while try bus.process() {}
            if let result = results[job] { return result }
            guard ContinuousClock.now < deadline else { return "timeout" }
            _ = try poller.wait(until: deadline)
        }
    }
}

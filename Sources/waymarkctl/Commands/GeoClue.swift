import CommandLineTool
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
            machine, and need root. It asks systemd and the system's message bus, not the service.
            """
    ) { (invocation) throws(Failure) in
        let word = invocation.operands.first
        var isRunning = true
        let record: GeoClueRecord
        do throws(BusError) {
            let bus = try GeoClueSwitch()
            switch word {
            case "on": isRunning = try bus.switchOn()
            case "off": try bus.switchOff()
            default: break
            }
            record = GeoClueRecord(
                owner: try bus.owner(),
                isOn: bus.isOn(),
                isStartedByBus: try bus.isStartedByBus()
            )
        } catch { throw error.failure }
        guard isRunning else {
            let isAnother = record.owner.map { !$0.isWaymark } == true
            throw .refused(
                isAnother ? record.text : "waymark-geoclue does not start: systemctl status waymark-geoclue"
            )
        }
        if invocation.isForMachines { return try invocation.output.line(record.json) }
        try invocation.output.line(record.text)
    }
}

private struct GeoClueRecord: JSONWritable {
    let owner: GeoClueSwitch.Owner?

    /// Whether Waymark is to have the name; `nil` if that cannot be.
    let isOn: Bool?
    let isStartedByBus: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", GeoClueSwitch.name)
            json.member("on", isOn)
            json.member("process", owner.map { Int($0.process) })
            json.member("program", owner?.program)
            json.member("startedByBus", isStartedByBus)
            json.member("unit", owner?.unit)
        }
    }

    /// Who has the name, and what to do.
    var text: String {
        switch (owner, isOn) {
        case (let owner?, let isOn):
            let place = owner.unit.map { ", \($0)" } ?? ""
            let owned = "\(GeoClueSwitch.name) belongs to \(owner.program) (process \(owner.process)\(place))"
            if owner.isWaymark || isOn == nil { return owned }
            return isOn == true
                ? owned + "; stop it, and then 'waymarkctl geoclue on' switches to Waymark"
                : owned + "; 'waymarkctl geoclue on' switches to Waymark"
        case (nil, true) where isStartedByBus:
            return "the bus starts waymark-geoclue when a program asks for the location"
        case (nil, true): return "waymark-geoclue does not run: 'waymarkctl geoclue on' starts it"
        case (nil, false?) where isStartedByBus:
            return "the bus starts GeoClue when a program asks; 'waymarkctl geoclue on' switches to Waymark"
        case (nil, false?):
            return "nobody serves programs written for GeoClue; with 'waymarkctl geoclue on' Waymark does"
        case (nil, nil):
            return "nobody serves programs written for GeoClue, and waymark-geoclue is not installed"
        }
    }
}

extension BusError {
    fileprivate var failure: Failure {
        if isKind(.serviceUnknown) || isKind(.nameHasNoOwner) {
            return .unreachable("systemd is not on the system's message bus: \(message.harmless)")
        }
        let isDenied = isKind(.accessDenied) || name.hasSuffix("InteractiveAuthorizationRequired")
        return .refused(isDenied ? "only root may switch: \(message.harmless)" : "\(description.harmless)")
    }
}

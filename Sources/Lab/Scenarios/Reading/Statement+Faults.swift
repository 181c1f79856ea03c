import LocationModel
import UserInput
import WaymarkEngine

/// Lines about faults, and about changes by the machine's owner.
extension Statement {
    static let faults: [Statement] = [
        .timed("receiver NAME works|lost|silent|within METERS|off by METERS towards DEGREES") {
            (line, draft) throws(LineMistake) in
            let source = try draft.source(&line)
            let faults = ["works", "lost", "silent", "within", "off"]
            switch try line.choice(faults, "what is wrong with the receiver") {
            case "works": return .receiver(source, nil)
            case "lost": return .receiver(source, .lost)
            case "silent": return .receiver(source, .silent)
            case "within": return .receiver(source, .accuracy(meters: try meters(&line)))
            default:
                try line.require("by")
                let size = try meters(&line)
                try line.require("towards")
                let offset = GroundPoint(meters: size, towardsDegrees: try degrees(&line))
                return .receiver(
                    source,
                    .displaced(eastMeters: offset.eastMeters, northMeters: offset.northMeters)
                )
            }
        },
        .timed("bluetooth on|off") { (line, _) throws(LineMistake) in
            .bluetooth(isOn: try line.choice([("on", true), ("off", false)], "on or off"))
        },
        .timed("set KEY VALUE") { (line, draft) throws(LineMistake) in
            .tell(.settingsChanged(try changedSettings(&line, &draft)))
        },
        .timed("clock +SPAN|-SPAN") { (line, draft) throws(LineMistake) in
            .setClock(
                by: try line.value("how far the wall clock is set, such as +2h or -90s") { text in
                    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
                    return Quantity.duration(String(text.dropFirst())).map { sign == "+" ? $0 : .zero - $0 }
                }
            )
        },
        .timed("zone NAME") { (line, draft) throws(LineMistake) in
            let surroundings = draft.surroundings
            _ = try line.value("a time zone such as Europe/Berlin") { surroundings.zoneOffset($0) }
            return .tell(.timeChanged(.zone))
        },
        .timed("suspend SPAN") { (line, draft) throws(LineMistake) in .suspend(for: try span(&line)) },
        .timed("kill") { (_, _) throws(LineMistake) in .kill },
        .timed("restart") { (_, _) throws(LineMistake) in .restart },
        .timed("end") { (_, _) throws(LineMistake) in .end },
    ]
}

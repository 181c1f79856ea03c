import LocationModel
import UserInput
import WaymarkEngine

/// The machine, its receivers and its movements.
extension Statement {
    static let machine: [Statement] = [
        .beginning("summary TEXT") { (line, draft) throws(LineMistake) in
            draft.drive.summary = try line.rest("a sentence").text
        },
        .beginning("zone NAME") { (line, draft) throws(LineMistake) in
            let surroundings = draft.surroundings
            guard draft.start == nil else {
                throw .expected("'zone' before 'start'", at: line.column)
            }
            let zone = try line.value("a time zone such as Europe/Berlin") { name in
                surroundings.zoneOffset(name).map { (name, $0) }
            }
            (draft.zone, draft.offset) = (zone.0, zone.1)
        },
        .beginning("start DATE TIME") { (line, draft) throws(LineMistake) in
            let form = "a local date and time such as '2026-11-02 07:00', or 2026-11-02T06:00:00Z"
            guard let first = line.next else { throw line.mistake(form) }
            if let instant = UTCInstant(first.text) {
                _ = line.skip(first.text)
                draft.start = instant
                return
            }
            let date = try line.value(form) { draft.instant(date: $0, time: "00:00").map { _ in first.text } }
            draft.start = try line.value(form) { draft.instant(date: date, time: $0) }
        },
        .beginning("set KEY VALUE") { (line, draft) throws(LineMistake) in
            draft.settings = try changedSettings(&line, &draft)
        },
        .beginning("place NAME LATITUDE,LONGITUDE|EASTm,NORTHm") { (line, draft) throws(LineMistake) in
            let name = try line.value("a name of letters, digits and dashes") { plainName($0) }
            draft.places[name] = try draft.place(&line)
        },
        .beginning("machine at PLACE") { (line, draft) throws(LineMistake) in
            try line.require("at")
            draft.origin = try draft.place(&line)
        },
        .beginning("receiver NAME machine [within METERS] [every SPAN]") {
            (line, draft) throws(LineMistake) in
            let name = try newName(&line, among: draft.sources.map(\.name), "receiver")
            if line.skip("route") {
                draft.sources.append(.init(name: name, kind: .route))
            } else if line.skip("recording") {
                let word = try line.word("the path of a recording, from the folder of this file")
                do throws(Surroundings.Problem) {
                    let recording = try draft.surroundings.openRecording(draft.path(word.text))
                    if draft.recordedStart == nil { draft.recordedStart = recording.firstTime }
                    draft.sources.append(.init(name: name, kind: .recording(recording.receiver)))
                } catch {
                    throw .expected("a recording: \(error.text)", at: word.column)
                }
            } else {
                guard line.skip("machine") else {
                    throw line.mistake(
                        "machine, route or recording",
                        among: ["machine", "route", "recording"]
                    )
                }
                let accuracy = line.skip("within") ? try meters(&line) : 5
                let interval =
                    line.skip("every")
                    ? try line.value("a time span of 10ms or more, such as 5s") { text in
                        ScenarioValue.span(text).flatMap { $0 >= .milliseconds(10) ? $0 : nil }
                    } : .seconds(1)
                draft.sources.append(
                    .init(name: name, kind: .machine(accuracyMeters: accuracy, interval: interval))
                )
            }
        },
        .beginning("beacon NAME UUID,MAJOR,MINOR at PLACE") { (line, draft) throws(LineMistake) in
            let name = try newName(&line, among: draft.beacons.map(\.name), "beacon")
            let identity = try line.value(
                "a beacon: UUID,MAJOR,MINOR, such as 74278BDA-B644-4520-8F0C-720EAF059935,1,1"
            ) { text in
                BeaconCondition(text: text).flatMap { one -> BeaconIdentity? in
                    guard let major = one.major, let minor = one.minor else { return nil }
                    return BeaconIdentity(uuid: one.uuid, major: major, minor: minor)
                }
            }
            try line.require("at")
            let place = try draft.place(&line)
            draft.beacons.append(.init(name: name, identity: identity, place: place))
        },
        .timed("drive to PLACE [at SPEED]") { (line, draft) throws(LineMistake) in
            try move(&line, &draft, defaultKilometersPerHour: 50)
        },
        .timed("walk to PLACE [at SPEED]") { (line, draft) throws(LineMistake) in
            try move(&line, &draft, defaultKilometersPerHour: 5)
        },
        .timed("teleport to PLACE") { (line, draft) throws(LineMistake) in
            try checkPlace(draft)
            try line.require("to")
            return .move(.put(try draft.place(&line)))
        },
        .timed("compass RECEIVER DEGREES|silent") { (line, draft) throws(LineMistake) in
            let source = try draft.source(&line)
            if line.skip("silent") { return .compass(source, degrees: nil) }
            return .compass(source, degrees: try degrees(&line))
        },
        .timed("halt") { (line, draft) throws(LineMistake) in
            try checkPlace(draft)
            return .move(.halt)
        },
        .timed("moved [REASON]") { (line, _) throws(LineMistake) in
            guard line.next != nil else { return .reportMovement(nil) }
            return .reportMovement(
                try line.value("what shows it, in a word such as motion or wifi") { MovementReason($0) }
            )
        },
    ]

    private static func move(
        _ line: inout ScenarioLine,
        _ draft: inout ScriptDraft,
        defaultKilometersPerHour: Double
    ) throws(LineMistake) -> ScenarioAction {
        try checkPlace(draft)
        try line.require("to")
        let place = try draft.place(&line)
        let speed =
            line.skip("at")
            ? try line.value(ScenarioValue.speedForm) { ScenarioValue.speed($0) } : defaultKilometersPerHour
        return .move(.travel(to: place, metersPerSecond: speed / 3.6))
    }

    private static func checkPlace(_ draft: ScriptDraft) throws(LineMistake) {
        guard draft.origin != nil else {
            throw .expected("'machine at PLACE' before the machine moves", at: 1)
        }
    }

    // MARK: Values

    static func span(_ line: inout ScenarioLine) throws(LineMistake) -> Duration {
        try line.value("a time span in one word such as 90s, 5min or 1h30min") { ScenarioValue.span($0) }
    }

    static func meters(_ line: inout ScenarioLine) throws(LineMistake) -> Double {
        try line.value("a distance from 1mm to 1000km, such as 5m or 1.5km") { text in
            Quantity.meters(text).flatMap { (0.001...1e6).contains($0) ? $0 : nil }
        }
    }

    static func plainName(_ text: String) -> String? {
        text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            && text.first?.isLetter == true
            ? text : nil
    }

    /// The most apps, widgets, receivers or beacons, and the most kinds of an app.
    ///
    /// Each line looks for its names among all.
    static let namedLimit = 200

    /// The most lines with `set`, each of which sets all before it again.
    private static let settingLimit = 1000

    static func newName(
        _ line: inout ScenarioLine,
        among known: [String],
        _ what: String
    ) throws(LineMistake) -> String {
        let column = line.column
        guard known.count < namedLimit else {
            throw .expected("at most \(namedLimit) of these: one \(what) too many", at: column)
        }
        let name = try line.value("a name of letters, digits and dashes") { plainName($0) }
        guard !known.contains(name) else {
            throw .expected("a new name: a \(what) is called '\(name)' already", at: column)
        }
        return name
    }

    /// Reads a key of the configuration with its value, and returns all settings with it.
    static func changedSettings(
        _ line: inout ScenarioLine,
        _ draft: inout ScriptDraft
    ) throws(LineMistake) -> EngineSettings {
        guard draft.assignments.count < settingLimit else {
            throw .expected("at most \(settingLimit) lines with 'set'", at: line.column)
        }
        let key = try line.word("a key of the configuration such as Distance")
        let value = try line.rest("the value of \(key.text)")
        let text = value.text.hasPrefix("=") ? String(value.text.dropFirst().drop { $0 == " " }) : value.text
        do throws(Surroundings.Problem) {
            let settings = try draft.surroundings.settings(draft.assignments + [(key.text, text)])
            draft.assignments.append((key.text, text))
            return settings
        } catch { throw LineMistake(column: key.column, text: error.text) }
    }
}

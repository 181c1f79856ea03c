import CommandLineTool
import Glibc
import Lab
import LinuxSystem
import LocationModel
import Receivers
import ServiceClient
import UserInput

/// The operand that names a drive: a built-in name, a file, or places.
struct RouteOperand {
    private let operands: [String]

    /// The speed limit for places and recordings, in km/h.
    private let limit: Double?
    private let halt: Duration

    /// Reads the operands of the command line, or `operands` in their place.
    init(_ invocation: Invocation, operands: [String]? = nil) throws(Failure) {
        self.operands = operands ?? invocation.line.operands
        guard !self.operands.isEmpty else { throw .usage("ROUTE is missing") }
        let line = invocation.line
        limit = try line.value(of: "limit", ScenarioValue.speedForm) { ScenarioValue.speed($0) }
        halt = try line.value(of: "halt", ScenarioValue.spanForm) { ScenarioValue.span($0) } ?? .zero
    }

    func scenario() throws -> Scenario {
        guard operands.count == 1, ScenarioValue.waypoint(operands[0]) == nil else {
            return try placesScenario()
        }
        let name = operands[0]
        if let builtIn = Scenario.named(name) {
            try refuseWayOptions(for: "a built-in drive")
            return builtIn
        }
        let isThere = unsafe access(name, F_OK) == 0
        guard isThere || name.contains("/") || name.contains(".") else {
            throw Failure.notFound(
                "there is no drive '\(name)'; the built-in ones are \(Scenario.builtIn.map(\.name).joined(separator: ", "))"
            )
        }
        if try isTrack(name) { return try trackScenario(name) }
        try refuseWayOptions(for: "a scenario file")
        guard let drive = try ScenarioScript.read(name).drive else {
            throw Failure.refused("\(name): it has no route to simulate; begin one with 'route origin PLACE'")
        }
        return drive
    }

    private func placesScenario() throws(Failure) -> Scenario {
        var places: [Waypoint] = []
        for text in operands {
            guard let place = ScenarioValue.waypoint(text) else {
                throw .usage("'\(text)' is not a place; give \(ScenarioValue.waypointForm)")
            }
            places.append(place)
        }
        guard places.count > 1 || halt > .zero else {
            throw .usage("a single place requires --halt SPAN, the time to stay there")
        }
        return try scenario(along: places, name: "places")
    }

    private func trackScenario(_ path: String) throws(Failure) -> Scenario {
        switch readTrack(path) {
        case .problem(let reason): throw .refused("\(path): \(reason)")
        case .places(let places): return try scenario(along: places, name: path)
        }
    }

    private func scenario(along places: [Waypoint], name: String) throws(Failure) -> Scenario {
        guard let route = Route(along: places, kilometersPerHour: limit, halt: halt), !route.legs.isEmpty
        else {
            throw .refused("\(name): no two places differ; give --halt SPAN to stay at one")
        }
        return Scenario(name: name, start: places.first?.time ?? Scenario.defaultStart, route: route)
    }

    private func refuseWayOptions(for kind: String) throws(Failure) {
        guard limit == nil, halt == .zero else {
            throw .usage("--limit and --halt cannot be used with \(kind)")
        }
    }

    /// Whether a file is a recording, or one of a kind that is known and cannot be read, by its beginning.
    private func isTrack(_ path: String) throws(SystemError) -> Bool {
        // The text may be in UTF-16.
        let beginning = try InputFile(path).read(upTo: 2 * 65_536)
        var decoder = RecordingDecoder(foreign: foreignFormats)
        var (offset, mayHaveMore) = (0, true)
        do throws(RecordingProblem) {
            while mayHaveMore, decoder.form == nil {
                mayHaveMore = try decoder.decode(beginning.span, from: &offset) { _ in }
            }
        } catch { return true }
        return isXML(beginning) || decoder.form?.kind != nil
    }
}

private func isXML(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > UInt8(ascii: " ") && $0 < 0x80 } == UInt8(ascii: "<")
}

/// Returns the places of a GPX file or of another recording, or the problem.
func readTrack(_ path: String) -> TrackContents {
    let places: [Waypoint]
    do {
        places = isXML(try InputFile(path).read(upTo: 256)) ? try gpxPlaces(path) : try recordedPlaces(path)
    } catch { return .problem("\(error)") }
    guard !places.isEmpty else { return .problem("no track, route or waypoint found") }
    guard places.allSatisfy({ abs($0.coordinate.latitudeDegrees) <= 89 }) else {
        return .problem("latitudes beyond 89 degrees are not supported")
    }
    return .places(places)
}

/// Returns the places of the tracks of a GPX file, else of its routes, else its waypoints.
private func gpxPlaces(_ path: String) throws -> [Waypoint] {
    var found: [GPXPoint.Part: [Waypoint]] = [:]
    let reader = GPXReader()
    let take = { (point: GPXPoint) in
        found[point.part, default: []].append(
            Waypoint(point.coordinate, altitudeMeters: point.elevationMeters, time: point.time)
        )
    }
    let file = try InputFile(path)
    while case let bytes = try file.read(upTo: 65_536), !bytes.isEmpty { try reader.parse(bytes.span, take) }
    try reader.finish(take)
    return found[.track] ?? found[.route] ?? found[.waypoint] ?? []
}

private func recordedPlaces(_ path: String) throws -> [Waypoint] {
    var places: [Waypoint] = []
    let take = { (item: RecordedItem) in
        guard case .epoch(let recorded) = item, case .fix(let fix) = recorded.epoch else { return }
        places.append(Waypoint(fix.coordinate, altitudeMeters: fix.altitudeMeters, time: fix.time))
    }
    var decoder = RecordingDecoder(foreign: foreignFormats)
    let file = try InputFile(path)
    while case let bytes = try file.read(upTo: 65_536), !bytes.isEmpty {
        var offset = 0
        while try decoder.decode(bytes.span, from: &offset, take) {}
    }
    try decoder.finish(take)
    // A single position without a time, as after a receiver's restart, would leave the drive without its speeds.
    let timed = places.filter { $0.time != nil }
    return timed.isEmpty ? places : timed
}

extension ParsedCommandLine {
    /// Sets the receiver of a drive by the options.
    func change(_ scenario: inout Scenario) throws(Failure) {
        try set(&scenario.receiver.rate, "rate", ScenarioValue.rateForm, ScenarioValue.rate)
        try set(&scenario.seed, "seed", ScenarioValue.seedForm, ScenarioValue.seed)
        try set(
            &scenario.receiver.constellations,
            "constellations",
            ScenarioValue.constellationsForm,
            ScenarioValue.constellations
        )
        try set(
            &scenario.receiver.sentences,
            "sentences",
            ScenarioValue.sentencesForm,
            ScenarioValue.sentences
        )
        // Receivers report at whole seconds.
        let now = UTCInstant(secondsSince1970: UTCInstant.now.nanosecondsSince1970 / 1_000_000_000)
        try set(&scenario.start, "start", "a time such as 2026-05-12T06:30:00Z, or 'now'") {
            $0 == "now" ? now : UTCInstant($0)
        }
    }

    private func set<Value>(
        _ target: inout Value,
        _ name: String,
        _ form: String,
        _ read: (String) -> Value?
    ) throws(Failure) {
        if let value = try value(of: name, form, read) { target = value }
    }

    /// Returns the value that `read` parses from the argument of an option.
    func value<Value>(
        of name: String,
        _ form: String,
        _ read: (String) -> Value?
    ) throws(Failure) -> Value? {
        guard let text = value(of: name) else { return nil }
        guard let value = read(text) else {
            throw .usage("'\(text)' is not valid for --\(name); give \(form)")
        }
        return value
    }
}

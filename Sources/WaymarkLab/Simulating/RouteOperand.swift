import CommandLineTool
import Glibc
import Lab
import LinuxSystem
import LocationModel
import Recordings
import RouteSimulator
import UserInput

/// The operand that names a drive: a built-in name, a file, or places.
struct RouteOperand {
    private let operands: [String]

    /// The speed limit for places and GPX files, in km/h.
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

    func scenario() throws(Failure) -> Scenario {
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
            throw .notFound(
                "there is no drive '\(name)'; the built-in ones are \(Scenario.builtIn.map(\.name).joined(separator: ", "))"
            )
        }
        if try isXML(name) { return try recordingScenario(name) }
        try refuseWayOptions(for: "a scenario file")
        guard let drive = try ScenarioScript.read(name).drive else {
            throw .refused("\(name): it has no route to simulate; begin one with 'route origin PLACE'")
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

    private func recordingScenario(_ path: String) throws(Failure) -> Scenario {
        switch TrackFile(path: path).contents {
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

    private func isXML(_ path: String) throws(Failure) -> Bool {
        do throws(SystemError) {
            let beginning = try InputFile(path).read(upTo: 256)
            return beginning.first { $0 > UInt8(ascii: " ") && $0 < 0x80 } == UInt8(ascii: "<")
        } catch { throw Failure(error) }
    }
}

struct TrackFile {
    let path: String

    /// The places of its tracks, else of its routes, else its waypoints; or the problem.
    var contents: TrackContents {
        var found: [GPXPoint.Part: [Waypoint]] = [:]
        let reader = GPXReader()
        let take = { (point: GPXPoint) in
            found[point.part, default: []].append(
                Waypoint(point.coordinate, altitudeMeters: point.elevationMeters, time: point.time)
            )
        }
        do throws(SystemError) {
            let file = try InputFile(path)
            do throws(GPXProblem) {
                while true {
                    let bytes: [UInt8]
                    do throws(SystemError) { bytes = try file.read(upTo: 65_536) } catch {
                        return .problem("\(error)")
                    }
                    guard !bytes.isEmpty else { break }
                    try reader.parse(bytes.span, take)
                }
                try reader.finish(take)
            } catch { return .problem("not a valid GPX file: \(error)") }
        } catch { return .problem("\(error)") }
        guard let places = found[.track] ?? found[.route] ?? found[.waypoint] else {
            return .problem("no track, route or waypoint found")
        }
        guard places.allSatisfy({ abs($0.coordinate.latitudeDegrees) <= 89 }) else {
            return .problem("latitudes beyond 89 degrees are not supported")
        }
        return .places(places)
    }
}

struct ReceiverOptions {
    private let line: ParsedCommandLine

    init(_ line: ParsedCommandLine) { self.line = line }

    func apply(to scenario: inout Scenario) throws(Failure) {
        if let rate = try line.value(of: "rate", ScenarioValue.rateForm, { ScenarioValue.rate($0) }) {
            scenario.receiver.rate = rate
        }
        if let seed = try line.value(of: "seed", ScenarioValue.seedForm, { ScenarioValue.seed($0) }) {
            scenario.seed = seed
        }
        if let systems = try line.value(
            of: "constellations",
            ScenarioValue.constellationsForm,
            { ScenarioValue.constellations($0) }
        ) {
            scenario.receiver.constellations = systems
        }
        if let kinds = try line.value(
            of: "sentences",
            ScenarioValue.sentencesForm,
            { ScenarioValue.sentences($0) }
        ) {
            scenario.receiver.sentences = kinds
        }
        let form = "a time such as 2026-05-12T06:30:00Z, or 'now'"
        if let start = try line.value(
            of: "start",
            form,
            {
                $0 == "now"
                    ? UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch).wholeSecond
                    : UTCInstant($0)
            }
        ) {
            scenario.start = start
        }
    }
}

extension ParsedCommandLine {
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

extension UTCInstant {
    /// The time rounded down to a whole second, because receivers report at whole seconds.
    fileprivate var wholeSecond: UTCInstant {
        UTCInstant(nanosecondsSince1970: nanosecondsSince1970 - nanosecondsSince1970 % 1_000_000_000)
    }
}

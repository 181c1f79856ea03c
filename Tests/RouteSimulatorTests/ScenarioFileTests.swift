import LocationModel
import TestSupport
import Testing
import UserInput

@testable import RouteSimulator

@Suite("A scenario file")
struct ScenarioFileTests {
    private static let folder = Checkout.root + "/Samples/Scenarios/drives"

    private func parse(_ text: String, track: TrackContents = .problem("none")) throws(INIError) -> Scenario {
        try ScenarioFile.parse(Array(text.utf8), path: "x.scenario") { _ in track }
    }

    private func recording(of scenario: Scenario) -> [UInt8] {
        let writer = NMEAWriter(scenario.receiver)
        var bytes: [UInt8] = []
        for epoch in scenario.epochs() { writer.write(epoch, to: &bytes) }
        return bytes
    }

    @Test("says all that the built-in scenarios do", arguments: ["city-drive", "short-trip"])
    func builtIn(name: String) throws {
        let path = "\(Self.folder)/\(name).scenario"
        let scenario = try ScenarioFile.parse(Checkout.bytes(of: path), path: path) { _ in .problem("none") }
        let builtIn = try #require(Scenario.named(name))
        #expect(scenario.name == name)
        #expect(scenario.summary == builtIn.summary)
        #expect(recording(of: scenario) == recording(of: builtIn))
    }

    @Test("has an example that shows every key, in order, and means what it says")
    func example() throws {
        let path = "\(Self.folder)/example.scenario"
        let document = INIDocument(try Checkout.bytes(of: path))
        let keys = document.sections.flatMap { section in
            section.assignments.map { "\(section.name).\($0.key)" }
        }
        let known = ScenarioSetting.scenarioKeys.map { "\($0.section).\($0.key)" }
        #expect(Set(keys) == Set(known))
        var tracks: [String] = []
        let scenario = try ScenarioFile.parse(Checkout.bytes(of: path), path: path) { track in
            tracks.append(track)
            return .places(
                [52.5268, 52.5281].compactMap { latitude in
                    Coordinate(latitudeDegrees: latitude, longitudeDegrees: 13.43).map { Waypoint($0) }
                }
            )
        }
        #expect(tracks == ["\(Self.folder)/example.gpx"])
        #expect(scenario.start.description == "2026-12-31T23:55:00Z")
        #expect(scenario.hasLeapSecond && scenario.seed == 7)
        #expect(scenario.geoidSeparationMeters == 39.5)
        #expect(scenario.receiver.rate.interval == .milliseconds(200))
        #expect(scenario.receiver.constellations == [.gps, .glonass, .galileo, .beidou])
        #expect(scenario.receiver.quality == .differential)
        #expect(
            scenario.receiver.coldStart
                == ColdStart(untilTime: .seconds(5), untilPosition: .seconds(20), untilDate: .seconds(8))
        )
        #expect(scenario.receiver.variationDegrees == 4.2 && scenario.receiver.deviationDegrees == -1.5)
        #expect(scenario.receiver.noise.components.map(\.deviationMeters) == [0.8, 0.3])
        #expect(scenario.jumps.count == 2 && scenario.shades.count == 2)
        #expect(scenario.route.legs.contains { $0.sky == .tunnel })
        #expect(scenario.route.legs.contains { !$0.echoes.isEmpty })
    }

    static let faults: [(text: String, problem: String)] = [
        ("", "x: 'Origin=' is missing in [Route]: give " + ScenarioValue.waypointForm),
        (
            "[Route]\nOrigin=1,2",
            "x: 'Waypoint=' is missing in [Route]: give at least one, or a Stop= or Track="
        ),
        ("[Route]\nOrigin=91,2", "x:2: 'Origin=' does not accept '91,2': give " + ScenarioValue.waypointForm),
        ("[Route]\nOrigin=1,2\nOrigin=1,3", "x:3: 'Origin=' is assigned in line 2 already"),
        (
            "[Route]\nWaypoint=1m,2m",
            "x:2: 'Waypoint=' does not accept '1m,2m' here: the route begins with Origin= or Track="
        ),
        (
            "[Route]\nStop=1min",
            "x:2: 'Stop=' does not accept '1min' here: the route begins with Origin= or Track="
        ),
        ("[Route]\nTrack=x.gpx", "x:2: 'Track=' does not accept 'x.gpx' here: nobody has it"),
        ("[Route]\nSpeed=0", "x:2: 'Speed=' does not accept '0': give " + ScenarioValue.speedForm),
        ("[Route]\nSky=blue", "x:2: 'Sky=' does not accept 'blue': give one of open, street, canyon, tunnel"),
        (
            "[Route]\nOrigin=1,2\nJump=5m towards 3 after 1s for 1s",
            "x:3: 'Jump=' does not accept '5m towards 3 after 1s for 1s' here: 'after' counts from a leg, and there is "
                + "none before this line"
        ),
        (
            "[Route]\nJump=5m towards 3 at 1s",
            "x:2: 'Jump=' does not accept '5m towards 3 at 1s': give " + DisturbanceText.jumpForm
        ),
        (
            "[Route]\nJump=5m towards 3 at 1s for 1s near 1,2 within 5m",
            "x:2: 'Jump=' does not accept '5m towards 3 at 1s for 1s near 1,2 within 5m': give "
                + DisturbanceText.jumpForm
        ),
        (
            "[Route]\nShade=tunnel after 1s for 1s",
            "x:2: 'Shade=' does not accept 'tunnel after 1s for 1s': give " + DisturbanceText.shadeForm
        ),
        ("[Receiver]\nRate=30", "x:2: 'Rate=' does not accept '30': give " + ScenarioValue.rateForm),
        (
            "[Receiver]\nConstellations=QZSS",
            "x:2: 'Constellations=' does not accept 'QZSS': give " + ScenarioValue.constellationsForm
        ),
        (
            "[Receiver]\nSentences=RMC GSX",
            "x:2: 'Sentences=' does not accept 'RMC GSX': give " + ScenarioValue.sentencesForm
        ),
        ("[Scenario]\nLeapSecond=maybe", "x:2: 'LeapSecond=' does not accept 'maybe': give yes or no"),
        ("[Reciever]\nRate=1", "x:2: no section is called [Reciever]; did you mean [Receiver]?"),
    ]

    @Test("that is wrong is refused with the place, the key and what would be right", arguments: faults)
    func wrong(text: String, problem: String) {
        let error = #expect(throws: INIError.self) {
            try ScenarioFile.parse(Array(text.utf8), path: "x") { _ in .problem("nobody has it") }
        }
        #expect(error?.description == problem)
    }

    @Test("follows the route's keys in their order")
    func order() throws {
        let scenario = try parse(
            "[Route]\nOrigin=10,20\nWaypoint=0m,100m\nSpeed=36km/h\nWaypoint=0m,200m\nStop=5s"
        )
        #expect(scenario.route.legs.map(\.speedLimit) == [Route.defaultSpeed / 3.6, 10, 1])
        #expect(scenario.route.legs.map(\.halt) == [.none, .none, .stand(.seconds(5))])
    }

    @Test("begins when its recording does, unless it says otherwise")
    func recordedStart() throws {
        let place = try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2))
        let time = UTCInstant(secondsSince1970: 1_000_000_000)
        let track = TrackContents.places([
            Waypoint(place, time: time),
            Waypoint(place.offset(eastMeters: 100, northMeters: 0), time: time.advanced(by: .seconds(10))),
        ])
        let scenario = try parse("[Route]\nTrack=x.gpx", track: track)
        #expect(scenario.start == time)
        #expect(abs(scenario.route.legs[0].speedLimit - 10) < 0.01)
        let other = try parse("[Scenario]\nStart=2020-01-01T00:00:00Z\n[Route]\nTrack=x.gpx", track: track)
        #expect(other.start.description == "2020-01-01T00:00:00Z")
    }

    @Test("is explained with every key, in the same order")
    func documented() throws {
        let text = String(
            decoding: try Checkout.bytes(of: Checkout.root + "/docs/simulator.md"),
            as: UTF8.self
        )
        let keys = text.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("| `"), let end = line.firstRange(of: "=`") else { return nil }
            return String(line[line.index(line.startIndex, offsetBy: 3)..<end.lowerBound])
        }
        #expect(keys == ScenarioSetting.scenarioKeys.map(\.key))
    }
}

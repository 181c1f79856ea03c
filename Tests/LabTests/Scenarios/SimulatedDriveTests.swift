import LocationModel
import TestSupport
import Testing
import UserInput

@testable import Lab

@Suite("The simulated drive of a scenario")
struct SimulatedDriveTests {
    private static let folder = Checkout.root + "/Samples/Scenarios/drives"

    private func drive(_ text: String, track: TrackContents = .problem("none")) throws -> Scenario {
        try #require(try read(text, track: track).drive)
    }

    private static func word(of setting: DriveSetting) -> String {
        setting.key.reduce(into: "") {
            $0 += $1.isUppercase && !$0.isEmpty ? "-\($1.lowercased())" : $1.lowercased()
        }
    }

    @Test("has an example that shows every key, and means what it says")
    func example() throws {
        let path = "\(Self.folder)/example.scenario"
        let text = try String(decoding: Checkout.bytes(of: path), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        for setting in DriveSetting.all {
            let word =
                ["Receiver": "simulated ", "Noise": "noise ", "Route": "route "][setting.section] ?? ""
            let key = word + Self.word(of: setting)
            #expect(lines.contains { $0.hasPrefix("\(key) ") }, "no line begins with '\(key)'")
        }
        let latitudes = [52.5268, 52.5281]
        let places = latitudes.compactMap { Coordinate(latitudeDegrees: $0, longitudeDegrees: 13.43) }
        let scenario = try drive(text, track: .places(places.map { Waypoint($0) }))
        #expect(scenario.start.description == "2026-12-31T23:55:00Z")
        #expect(scenario.hasLeapSecond && scenario.seed == 7)
        #expect(scenario.receiver.rate.interval == .milliseconds(200))
        #expect(scenario.receiver.constellations == [.gps, .glonass, .galileo, .beidou])
        let start = ColdStart(untilTime: .seconds(5), untilPosition: .seconds(20), untilDate: .seconds(8))
        #expect(scenario.receiver.coldStart == start)
        #expect(scenario.receiver.noise.components.map(\.deviationMeters) == [0.8, 0.3])
        #expect(scenario.jumps.count == 2 && scenario.shades.count == 2)
        #expect(scenario.route.legs.contains { $0.sky == .tunnel })
    }

    @Test("follows the route's keys in their order")
    func order() throws {
        let keys = ["origin 10,20", "waypoint 0m,100m", "speed 36km/h", "waypoint 0m,200m", "stop 5s"]
        let scenario = try drive(keys.map { "route \($0)\n" }.joined())
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
        let scenario = try drive("route track x.gpx", track: track)
        #expect(scenario.start == time)
        #expect(abs(scenario.route.legs[0].speedLimit - 10) < 0.01)
        let other = try drive("start 2020-01-01T00:00:00Z\nroute track x.gpx", track: track)
        #expect(other.start.description == "2020-01-01T00:00:00Z")
    }

    @Test("is summed up for a week at most, as it may halt for a year somewhere", .timeLimit(.minutes(10)))
    func summary() async throws {
        let program = try await lab(["simulate", "1,2", "1.1,2", "--halt", "365d", "--check"])
        #expect(program.output.contains(": at least 0.0 km, in more than 7 d 0 h, "))
    }

    @Test("is explained with every key")
    func documented() throws {
        let bytes = try Checkout.bytes(of: Checkout.root + "/docs/simulator.md")
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("| `") else { return nil }
            return String(line.dropFirst(3).prefix { $0 != "`" })
        }
        for setting in DriveSetting.all {
            let key = Self.word(of: setting)
            #expect(words.contains { $0.hasSuffix(key) }, "docs/simulator.md lacks a row for '\(key)'")
        }
    }
}

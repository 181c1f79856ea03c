import LocationModel
import Testing

@testable import Lab

@Suite("A simulated route")
struct AnywhereTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
    }

    static let journeys: [(from: [Double], to: [Double])] = [
        ([52.5, 13.4], [53.6, 10.0]), ([-17.5, 179.5], [-17.0, -179.6]), ([0.3, -0.4], [-0.4, 0.5]),
        ([69.6, 18.9], [71.2, 25.8]), ([52.5, 13.4], [52.5, 13.40001]),
    ]

    @Test("leads from anywhere to anywhere, at the requested speed", arguments: journeys)
    func anywhere(_ journey: (from: [Double], to: [Double])) throws {
        let start = try place(journey.from[0], journey.from[1])
        let end = try place(journey.to[0], journey.to[1])
        let route = try #require(Route(along: [Waypoint(start), Waypoint(end)], kilometersPerHour: 360))
        let scenario = Scenario(name: "x", route: route)
        var last: SimulatedEpoch?
        for epoch in scenario.epochs() {
            if let last {
                let meters = last.trueCoordinate.distanceMeters(to: epoch.trueCoordinate)
                #expect(meters <= 100.5)
                let (before, after) = (last.trueSpeedMetersPerSecond, epoch.trueSpeedMetersPerSecond)
                #expect(meters >= min(before, after) * 0.99 - 0.1 && meters <= max(before, after) * 1.01 + 2)
            } else {
                #expect(epoch.trueCoordinate == start)
            }
            last = epoch
        }
        #expect(try #require(last).trueCoordinate.distanceMeters(to: end) < 30)
    }

    @Test("follows a recording at its speed, with its halts")
    func recording() throws {
        let origin = try place(10, 20)
        let start = UTCInstant(secondsSince1970: 1_700_000_000)
        var waypoints: [Waypoint] = []
        // 100 s at 10 m/s, 60 s of wandering by metres, 100 s at 20 m/s.
        for second in 0...260 {
            let north =
                second < 100
                ? Double(second) * 10
                : second < 160 ? 1000 + Double(second % 3) : 1000 + Double(second - 160) * 20
            let place = origin.offset(eastMeters: 0, northMeters: north)
            waypoints.append(Waypoint(place, time: start.advanced(by: .seconds(second))))
        }
        let scenario = Scenario(name: "x", route: try #require(Route(along: waypoints)))
        let epochs = Array(scenario.epochs())
        #expect((50...75).contains(epochs.count { $0.trueSpeedMetersPerSecond == 0 }))
        #expect((80...105).contains(epochs.count { $0.trueSpeedMetersPerSecond > 15 }))
        #expect((250...290).contains(epochs.count))
    }
}

@Suite("Simulated reception")
struct DisturbanceTests {
    private func scenario(_ change: (inout Scenario) -> Void) throws -> [SimulatedEpoch] {
        var route = Route(from: try #require(Coordinate(latitudeDegrees: 45, longitudeDegrees: 9)))
        route.drive(east: 2000, north: 0, kilometersPerHour: 36, sky: .open)
        var scenario = Scenario(name: "x", route: route)
        scenario.receiver.noise.components = []
        change(&scenario)
        return Array(scenario.epochs())
    }

    @Test("jumps and loses the sky in the given places")
    func places() throws {
        let origin = try #require(Coordinate(latitudeDegrees: 45, longitudeDegrees: 9))
        let near = origin.offset(eastMeters: 500, northMeters: 30)
        let far = origin.offset(eastMeters: 1200, northMeters: 0)
        let north = GroundPoint(eastMeters: 0, northMeters: 70)
        let epochs = try scenario {
            $0.jumps = [Jump(scope: .place(near, withinMeters: 50), displacement: north)]
            $0.shades = [Shade(scope: .place(far, withinMeters: 100), sky: .tunnel)]
        }
        for epoch in epochs {
            let east = origin.offsetMeters(to: epoch.trueCoordinate).east
            if abs(east - 500) < 39 { #expect((epoch.errorMeters ?? 0) > 69) }
            if abs(east - 500) > 41, let error = epoch.errorMeters { #expect(error < 0.1) }
            if abs(east - 1200) < 99 { #expect(epoch.solution == nil) }
            if east < 1090 || east > 1370 { #expect(epoch.solution != nil) }
        }
    }

    @Test("is written with its ground truth, as a table and as a track")
    func truth() throws {
        let epochs = try scenario {
            $0.receiver.coldStart = ColdStart(untilTime: .zero, untilPosition: .seconds(1))
        }
        let table = GroundTruthText.table
        #expect(table.beginning.split(separator: ",").count == 9)
        #expect(
            table.line(for: epochs[0]) == "2026-05-12T06:30:00Z,45.00000000,9.00000000,0.000,0.000,90.00,,,\n"
        )
        #expect(table.line(for: epochs[1]).split(separator: ",").count == 9)
        let track = GroundTruthText.gpx
        #expect(
            track.line(for: epochs[0])
                == "<trkpt lat=\"45.00000000\" lon=\"9.00000000\"><ele>0.000</ele><time>2026-05-12T06:30:00Z</time></trkpt>\n"
        )
        #expect(track.ending.hasSuffix("</gpx>\n"))
    }
}

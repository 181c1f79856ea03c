import LocationModel
import Testing
import WaymarkEngine

@Suite("What a machine can give")
struct AvailabilityTests {
    private static let absent = ReceiverState.absent(ReceiverProblem("no device"), retryAt: nil)

    private func obstacles(_ scenario: Scenario) -> [LocationFeature: AvailabilityObstacle] {
        var found: [LocationFeature: AvailabilityObstacle] = [:]
        for feature in LocationFeature.allCases { found[feature] = scenario.engine.obstacle(to: feature) }
        return found
    }

    @Test("is nothing without a receiver, whatever the person allows")
    func noReceiver() throws {
        var scenario = Scenario(receiverNames: [])
        try scenario.authorize(.authorizedAlways)
        for (feature, obstacle) in obstacles(scenario) {
            #expect(obstacle == (feature == .beacons ? .noBeaconProgram : .noReceiver))
        }
        #expect(obstacles(scenario).count == LocationFeature.allCases.count)
        let call = scenario.requestLocation()
        scenario.advance(by: .seconds(10))
        #expect(scenario.outcome(of: call) == .absent(.locationUnknown(cause: .noReceiver)))
    }

    @Test("is nothing while its receivers are unplugged, and everything but visits with a stated place")
    func unplugged() throws {
        var scenario = Scenario()
        scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        for feature in LocationFeature.allCases where feature != .beacons {
            #expect(scenario.engine.obstacle(to: feature) == .receiversUnreachable)
        }
        let home = StatedPlace(coordinate: .home, accuracyMeters: 50, origin: .command)
        try scenario.call(.statePlace(home), by: .root)
        var expected: [LocationFeature: AvailabilityObstacle] = [
            .visits: .placeIsStated, .heading: .receiversUnreachable, .beacons: .noBeaconProgram,
        ]
        #expect(obstacles(scenario) == expected)
        scenario.report(.acquiring(.noPosition))
        expected = [.heading: .noHeading, .beacons: .noBeaconProgram]
        #expect(obstacles(scenario) == expected)
    }

    @Test(
        "is unknown until a receiver was tried, and lacks one that was absent then, also while it is off",
        arguments: [
            ([], .receiversUntried), ([.connecting(.opening)], .receiversUntried),
            ([.acquiring(.nothingHeard)], nil), ([absent, .off], .receiversUnreachable),
            ([absent, .connecting(.opening)], .receiversUnreachable),
            ([absent, .acquiring(.nothingHeard), .off], nil),
        ] as [([ReceiverState], AvailabilityObstacle?)]
    )
    func tried(_ states: [ReceiverState], _ obstacle: AvailabilityObstacle?) {
        var scenario = Scenario()
        for state in states { scenario.report(state) }
        #expect(scenario.engine.obstacle(to: .gps) == obstacle)
    }

    @Test("is a heading once there was one, and none after a minute without")
    func heading() throws {
        var scenario = Scenario()
        scenario.report(.acquiring(.nothingHeard))
        scenario.advance(by: .seconds(59))
        #expect(scenario.engine.obstacle(to: .heading) == .noHeading)
        #expect(scenario.engine.availability(despite: .noHeading) == .unknown)
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.availability(despite: .noHeading) == .unavailable)
        try scenario.turn(to: 90)
        #expect(scenario.engine.obstacle(to: .heading) == nil)
        #expect(scenario.engine.obstacle(to: .magnetometer) == .noMagneticHeading)
        try scenario.turn(Heading(compassDegrees: 90, variationDegrees: 3))
        #expect(scenario.engine.obstacle(to: .magnetometer) == nil)
    }

    @Test("lacks the capabilities of a manifest that it certainly has not")
    func missing() throws {
        var manifest = [AppManifest].complete[0]
        manifest.requiredCapabilities = [.magnetometer, .gps, .locationServices]
        var scenario = Scenario()
        scenario.send(.manifestsInstalled([manifest], broken: []))
        #expect(scenario.engine.missingCapabilities(of: .weather).isEmpty, "a compass may yet be heard")
        scenario.report(.acquiring(.nothingHeard))
        scenario.advance(by: .seconds(60))
        #expect(scenario.engine.missingCapabilities(of: .weather).map(\.capability) == [.magnetometer])
        scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        let all = scenario.engine.missingCapabilities(of: .weather)
        #expect(all.map(\.capability) == [.locationServices, .gps, .magnetometer])
        #expect(all.first?.text == "location-services: no receiver is there, or none can be reached")
        #expect(scenario.engine.missingCapabilities(of: .tides).isEmpty)
    }
}

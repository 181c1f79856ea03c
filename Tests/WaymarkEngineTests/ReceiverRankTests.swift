import LocationModel
import Testing
import WaymarkEngine

@Suite("Of several receivers with ranks, the one followed")
struct ReceiverRankTests {
    private let preferred = ReceiverIdentifier(0)
    private let other = ReceiverIdentifier(1)

    /// A machine with receivers of the ranks 0, 1 and 1, and a widget in view.
    private func scene() throws -> Scenario {
        var scenario = Scenario(receiverNames: ["gps", "modem", "phone"], receiverRanks: [0, 1, 1])
        _ = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        try scenario.show(try scenario.place())
        scenario.forget()
        return scenario
    }

    private func run(_ scenario: inout Scenario, seconds: Int, _ accuracies: [Int: Double]) {
        for _ in 0..<seconds {
            for (receiver, accuracy) in accuracies.sorted(by: { $0.key < $1.key }) {
                scenario.fix(accuracyMeters: accuracy, from: receiver)
            }
            scenario.advance(by: .seconds(1))
        }
    }

    @Test("stays the one of the first rank, however accurate another is")
    func first() throws {
        var scenario = try scene()
        run(&scenario, seconds: 120, [0: 50, 1: 1, 2: 2])
        #expect(scenario.engine.fixes.followed == preferred)
    }

    @Test("is one of a later rank while none of the first has a position, and gives way ten seconds after")
    func givesWay() throws {
        var scenario = try scene()
        run(&scenario, seconds: 20, [1: 1])
        #expect(scenario.engine.fixes.followed == other)
        run(&scenario, seconds: 9, [0: 50, 1: 1])
        #expect(scenario.engine.fixes.followed == other)
        run(&scenario, seconds: 11, [0: 50, 1: 1])
        #expect(scenario.engine.fixes.followed == preferred)
        #expect(
            scenario.decisions.last { $0.name == "followed" }?.text
                == "following gps (accurate to 50 m), which is ranked before modem"
        )
    }

    @Test("is one of a later rank if that of the first jumps about")
    func doubtful() throws {
        var scenario = try scene()
        for second in 0..<60 {
            scenario.fix(eastMeters: second.isMultiple(of: 2) ? 0 : 50_000, accuracyMeters: 5, from: 0)
            scenario.fix(accuracyMeters: 5, from: 1)
            scenario.advance(by: .seconds(1))
        }
        #expect(scenario.engine.fixes.followed == other)
    }
}

@Suite("The first position")
struct FirstPositionTests {
    @Test(
        "counts at once from a phone or networks that state it well, and otherwise once others agree",
        arguments: [
            (LocationSource.phone, 20.0, true), (.network, 20, true), (.phone, 200, false),
            (.modem, 20, false),
        ]
    )
    func first(source: LocationSource, accuracyMeters: Double, counts: Bool) throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        try scenario.show(try scenario.place())
        let event = Event.fix(eastMeters: 0, accuracyMeters: accuracyMeters, at: scenario.now)
        guard case .receiverReported(let receiver, .epoch(.fix(var fix), let observedAt)) = event else {
            Issue.record("no fix: \(event)")
            return
        }
        fix.origin = source
        scenario.send(.receiverReported(receiver, .epoch(.fix(fix), observedAt: observedAt)))
        #expect(scenario.decisionNames.contains("significantChange") == counts)
    }
}

@Suite("Receivers are told to give")
struct ReceiverDemandForTests {
    private static let everything = ReceiverDemand()

    @Test("positions as far apart as the most demanding app wants them")
    func intervals() throws {
        var scenario = try Scenario.known()
        let slow = scenario.follow(FollowRequest(minimumInterval: .seconds(300)))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(300)))
        let quick = scenario.follow(FollowRequest(minimumInterval: .seconds(60)))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(60)))
        let all = scenario.follow()
        #expect(scenario.engine.receiverDemand == Self.everything)
        scenario.send(.disconnected(all))
        scenario.send(.disconnected(quick))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(300)))
        // Until they are off, they need not give more than before.
        scenario.send(.disconnected(slow))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(300)))
    }

    @Test("the accuracy that one stream asks for, if it is the only one")
    func accuracyOfStream() throws {
        var scenario = try Scenario.known()
        let coarse = FollowRequest(desiredAccuracyMeters: 500, distanceFilterMeters: 800)
        let first = scenario.follow(coarse)
        #expect(scenario.engine.receiverDemand == ReceiverDemand(accuracyMeters: 500))
        _ = scenario.follow(FollowRequest(distanceFilterMeters: 800))
        #expect(scenario.engine.receiverDemand == Self.everything)
        scenario.send(.disconnected(first))
        #expect(scenario.engine.receiverDemand == Self.everything)
    }

    @Test("the accuracy that one request asks for, if it is the only one")
    func accuracy() throws {
        var scenario = Scenario()
        try scenario.authorize(.authorizedWhenInUse)
        _ = scenario.requestLocation(LocationRequest(desiredAccuracyMeters: 1000))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(accuracyMeters: 1000))
        _ = scenario.requestLocation()
        #expect(scenario.engine.receiverDemand == Self.everything)
    }
}

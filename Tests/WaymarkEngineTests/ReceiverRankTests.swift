import LocationModel
import Testing
import WaymarkEngine

@Suite("Of several receivers with ranks, the one followed")
struct ReceiverRankTests {
    private let preferred = ReceiverIdentifier(0)
    private let other = ReceiverIdentifier(1)

    /// A machine with receivers of the ranks 0, 1 and 1, and a widget in view.
    private func scene() throws -> Scenario {
        try Scenario.searching(receiverNames: ["gps", "modem", "phone"], receiverRanks: [0, 1, 1]).scenario
    }

    @Test("stays the one of the first rank, however accurate another is")
    func first() throws {
        var scenario = try scene()
        scenario.run(seconds: 120, [0: (0, 50), 1: (0, 1), 2: (0, 2)])
        #expect(scenario.engine.fixes.followed == preferred)
    }

    @Test("is one of a later rank while none of the first has a position, and gives way ten seconds after")
    func givesWay() throws {
        var scenario = try scene()
        scenario.run(seconds: 20, [1: (0, 1)])
        #expect(scenario.engine.fixes.followed == other)
        scenario.run(seconds: 9, [0: (0, 50), 1: (0, 1)])
        #expect(scenario.engine.fixes.followed == other)
        scenario.run(seconds: 11, [0: (0, 50), 1: (0, 1)])
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
        var (scenario, _) = try Scenario.searching()
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

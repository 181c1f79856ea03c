import LocationModel
import Testing
import WaymarkEngine

@Suite("Of several receivers, the one followed")
struct ReceiverChoiceTests {
    private let first = ReceiverIdentifier(0)
    private let second = ReceiverIdentifier(1)

    /// A machine with three receivers and a widget in view, where nothing has been received yet.
    private func scene() throws -> (scenario: Scenario, widget: WidgetIdentifier) {
        try Scenario.searching(receiverNames: ["first", "second", "third"])
    }

    private func ranked() throws -> Scenario {
        try Scenario.searching(receiverNames: ["gps", "modem", "phone"], receiverRanks: [0, 1, 1]).scenario
    }

    private func changes(_ scenario: Scenario) -> [FollowChange] {
        scenario.decisions.compactMap {
            if case .position(.followed(let change, _, _)) = $0 { change } else { nil }
        }
    }

    @Test(
        "needs less than 60 % of the other's error, of which less than a metre is no advantage",
        arguments: [(10, 6.1, false), (10, 6, false), (10, 5.9, true), (1.6, 0.5, false), (1.8, 0.5, true)]
    )
    func clearlyBetter(first: Double, second: Double, isFollowed: Bool) throws {
        var (scenario, _) = try scene()
        scenario.run(seconds: 5, [0: (0, first)])
        scenario.run(seconds: 60, [0: (0, first), 1: (0, second)])
        #expect((scenario.engine.fixes.followed == self.second) == isFollowed)
    }

    @Test("changes to a clearly more accurate one after ten seconds, with both accuracies on record")
    func moreAccurate() throws {
        var (scenario, widget) = try scene()
        scenario.run(seconds: 5, [0: (0, 10)])
        scenario.forget()
        scenario.run(seconds: 10, [0: (0, 10), 1: (12, 2)])
        #expect(scenario.engine.fixes.followed == first)
        scenario.run(seconds: 3, [0: (0, 10), 1: (12, 2)])
        #expect(scenario.engine.fixes.followed == second)
        #expect(
            scenario.decisions.first { $0.name == "followed" }?.text
                == "following second (accurate to 2.0 m) instead of first, which is less accurate (10 m)"
        )
        let place = scenario.engine.location(for: widget).fix?.coordinate
        #expect(place == Coordinate.home.offset(eastMeters: 12, northMeters: 0))
    }

    @Test("is another at once when it lost its position, and the better one when it has returned")
    func lost() throws {
        var (scenario, _) = try scene()
        scenario.run(seconds: 20, [0: (0, 1), 1: (10, 5)])
        scenario.forget()
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant))
        scenario.run(seconds: 2, [1: (10, 5)])
        #expect(scenario.engine.fixes.followed == second)
        scenario.run(seconds: 20, [0: (0, 1), 1: (10, 5)])
        #expect(scenario.engine.fixes.followed == first)
        #expect(changes(scenario).map(\.reason) == [.otherLost, .moreAccurate])
    }

    @Test("is another when it falls silent, after two and a half of its own intervals")
    func silent() throws {
        var (scenario, _) = try scene()
        for second in 0..<60 {
            if second.isMultiple(of: 10) { scenario.fix(accuracyMeters: 1) }
            scenario.fix(eastMeters: 5, accuracyMeters: 20, from: 1)
            scenario.advance(by: .seconds(1))
        }
        #expect(scenario.engine.fixes.followed == first, "it reports every ten seconds")
        scenario.run(seconds: 14, [1: (5, 20)])
        #expect(scenario.engine.fixes.followed == first)
        scenario.run(seconds: 2, [1: (5, 20)])
        #expect(scenario.engine.fixes.followed == second)
        #expect(changes(scenario).last?.reason == .otherSilent(silent: .seconds(25)))
    }

    @Test("is not one that claims more and contradicts it, unless a third one bears that out")
    func contradiction() throws {
        var (scenario, _) = try scene()
        scenario.run(seconds: 120, [0: (0, 10), 1: (5000, 0.5)])
        #expect(scenario.engine.fixes.followed == first)
        scenario.run(seconds: 15, [0: (0, 10), 1: (5000, 0.5), 2: (5010, 15)])
        #expect(scenario.engine.fixes.followed != first)
        let reason = try #require(changes(scenario).last?.reason)
        let isOutvoted = if case .otherContradicted = reason { true } else { false }
        #expect(isOutvoted)
    }

    @Test("is another one, however far away, after ten seconds in which its own places contradict each other")
    func selfContradiction() throws {
        var (scenario, _) = try scene()
        scenario.run(seconds: 30, [0: (0, 1), 1: (5, 10)])
        for second in 0..<12 {
            let east = second.isMultiple(of: 2) ? 3000.0 : -3000
            scenario.run(seconds: 1, [0: (east, 1), 1: (5, 10)])
        }
        #expect(scenario.engine.fixes.followed == second)
        #expect(changes(scenario).map(\.reason) == [.first, .moreAccurate])
    }

    @Test(
        "is of several that are there when it is lost the most accurate, of equals the one configured first",
        arguments: [(8.0, 2), (5, 1)]
    )
    func best(secondMeters: Double, followed: Int) throws {
        var (scenario, _) = try scene()
        scenario.run(seconds: 5, [0: (0, 1), 1: (0, secondMeters), 2: (0, 5)])
        scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        scenario.run(seconds: 2, [1: (0, secondMeters), 2: (0, 5)])
        #expect(scenario.engine.fixes.followed == ReceiverIdentifier(followed))
    }

    @Test("stays the one of the first rank, however accurate another is")
    func firstRank() throws {
        var scenario = try ranked()
        scenario.run(seconds: 120, [0: (0, 50), 1: (0, 1), 2: (0, 2)])
        #expect(scenario.engine.fixes.followed == first)
    }

    @Test("is one of a later rank while none of the first has a position, and gives way ten seconds after")
    func givesWay() throws {
        var scenario = try ranked()
        scenario.run(seconds: 20, [1: (0, 1)])
        #expect(scenario.engine.fixes.followed == second)
        scenario.run(seconds: 9, [0: (0, 50), 1: (0, 1)])
        #expect(scenario.engine.fixes.followed == second)
        scenario.run(seconds: 11, [0: (0, 50), 1: (0, 1)])
        #expect(scenario.engine.fixes.followed == first)
        #expect(
            scenario.decisions.last { $0.name == "followed" }?.text
                == "following gps (accurate to 50 m), which is ranked before modem"
        )
    }

    @Test("is one of a later rank if that of the first rank jumps about")
    func doubtful() throws {
        var scenario = try ranked()
        for second in 0..<60 {
            scenario.fix(eastMeters: second.isMultiple(of: 2) ? 0 : 50_000, accuracyMeters: 5, from: 0)
            scenario.fix(accuracyMeters: 5, from: 1)
            scenario.advance(by: .seconds(1))
        }
        #expect(scenario.engine.fixes.followed == second)
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
        var (scenario, widget) = try Scenario.searching()
        let event = Event.fix(eastMeters: 0, accuracyMeters: accuracyMeters, at: scenario.now)
        guard case .receiverReported(let receiver, .epoch(.fix(var fix), let observedAt)) = event else {
            Issue.record("no fix: \(event)")
            return
        }
        fix.origin = source
        scenario.send(.receiverReported(receiver, .epoch(.fix(fix), observedAt: observedAt)))
        #expect(scenario.decisionNames.contains("significantChange") == counts)
        #expect(scenario.engine.location(for: widget).isLocation == counts)
    }
}

extension Scenario {
    /// A machine with receivers and a widget in view, where nothing has been received yet.
    static func searching(
        receiverNames: [String] = ["simulation"],
        receiverRanks: [Int] = []
    ) throws -> (scenario: Scenario, widget: WidgetIdentifier) {
        var scenario = Scenario(receiverNames: receiverNames, receiverRanks: receiverRanks)
        _ = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        let widget = try scenario.place()
        try scenario.show(widget)
        scenario.forget()
        return (scenario, widget)
    }

    /// Lets receivers give a fix a second each, at so many metres and with such an accuracy.
    mutating func run(seconds: Int, _ receivers: [Int: (eastMeters: Double, accuracyMeters: Double?)]) {
        for _ in 0..<seconds {
            for (receiver, place) in receivers.sorted(by: { $0.key < $1.key }) {
                fix(eastMeters: place.eastMeters, accuracyMeters: place.accuracyMeters, from: receiver)
            }
            advance(by: .seconds(1))
        }
    }
}

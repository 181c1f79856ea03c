import LocationModel
import Testing
import WaymarkEngine

@Suite("With two thousand widgets, each of an app of its own")
struct ScaleTests {
    private static let count = 2000

    @Test("a change brings about a few effects for each widget")
    func change() throws {
        var scenario = Scenario(settings: .unlimited, state: ManyApps.state(count: Self.count), at: .start)
        for number in 1...Self.count {
            _ = scenario.connectProvider(ManyApps.app(number))
            try scenario.show(WidgetIdentifier(UInt64(number)))
        }
        scenario.arrive()
        scenario.advance(by: .seconds(330))
        scenario.forget()
        scenario.travel(eastMeters: 3000)
        let requests = scenario.requests
        #expect(requests.count == Self.count)
        #expect(scenario.effects.count <= 4 * Self.count + 20)

        scenario.forget()
        for request in requests {
            try scenario.answer(request, on: SessionIdentifier(request.widget.rawValue))
        }
        #expect(scenario.engine.savedState.widgets.values.allSatisfy { $0.pendingReload == nil })
        #expect(scenario.effects.count == 3 * Self.count)
    }

    @Test("a change brings about as much where all but one are out of view as where there are no others")
    func unseen() throws {
        let alone = try effects(ofChangeAmong: 1)
        #expect(alone.contains { if case .tellProvider(_, .reload) = $0 { true } else { false } })
        #expect(try effects(ofChangeAmong: Self.count) == alone)
    }

    @Test("a change tells those in use before those that may always know, a few hundred at a time")
    func inTurns() throws {
        let count: UInt64 = 1000
        var scenario = Scenario(
            settings: .unlimited,
            state: ManyApps.state(count: Int(count), .authorizedAlways)
        )
        for number in 1...Int(count) { _ = scenario.connectProvider(ManyApps.app(number)) }
        try scenario.show(WidgetIdentifier(count))
        scenario.arrive()
        scenario.advance(by: .seconds(330))
        scenario.forget()
        var engine = scenario.engine
        var told: [WidgetIdentifier] = []
        var turns = 0
        var now = scenario.now.advanced(by: .seconds(120))
        // As from a tunnel: several fixes must agree.
        for _ in 0..<10 where !engine.isTellingChange {
            now = now.advanced(by: .seconds(1))
            told += Self.requests(engine.handle(.fix(eastMeters: 3000, at: now), at: now))
        }
        #expect(told.first == WidgetIdentifier(count))
        while engine.isTellingChange {
            #expect(engine.nextDeadline == now.instant)
            // A daemon that is killed here finds the rest by their timelines.
            if turns == 0 {
                let left = Set(1...count).subtracting(told.map(\.rawValue))
                let restarted = Engine(settings: .unlimited, state: engine.savedState, at: now)
                #expect(
                    left.allSatisfy {
                        restarted.status(of: WidgetIdentifier($0))?.pending == .significantChange
                    }
                )
            }
            let more = Self.requests(engine.handle(.deadlineReached, at: now))
            #expect(more.count <= 300)
            told += more
            turns += 1
        }
        #expect(turns >= 3)
        #expect(told.dropFirst().map(\.rawValue) == Array(1..<count))
    }

    private static func requests(_ effects: [Effect]) -> [WidgetIdentifier] {
        effects.compactMap {
            if case .tellProvider(_, .reload(let request)) = $0 { request.widget } else { nil }
        }
    }

    /// Returns what a change brings about while the first of so many widgets is in view.
    private func effects(ofChangeAmong count: Int) throws -> [Effect] {
        var scenario = Scenario(settings: .unlimited, state: ManyApps.state(count: count), at: .start)
        _ = scenario.connectProvider(ManyApps.app(1))
        try scenario.show(WidgetIdentifier(1))
        scenario.arrive()
        scenario.advance(by: .seconds(330))
        scenario.forget()
        scenario.travel(eastMeters: 3000)
        return scenario.effects
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("With one or two thousand widgets, each of an app of its own")
struct ScaleTests {
    /// A machine in a known place long enough for the next change, with so many apps, of which some are served and the
    /// last of these has its widget in view.
    private func scenario(
        _ count: Int,
        _ status: AuthorizationChoice = .authorizedWhenInUse,
        serving: Int
    ) throws -> Scenario {
        var scenario = Scenario(settings: .unlimited, state: ManyApps.state(count: count, status))
        for number in 1...serving { _ = scenario.connectProvider(ManyApps.app(number)) }
        try scenario.show(WidgetIdentifier(UInt64(serving)))
        scenario.arrive()
        scenario.advance(by: .seconds(330))
        scenario.forget()
        return scenario
    }

    @Test("a change brings about as much where all but one are out of view as where there are no others")
    func unseen() throws {
        let effects = try [1, 2000].map { count in
            var scenario = try self.scenario(count, serving: 1)
            scenario.travel(eastMeters: 3000)
            return scenario.effects
        }
        #expect(effects[0].contains { if case .tellProvider(_, .reload) = $0 { true } else { false } })
        #expect(effects[1] == effects[0])
    }

    @Test("a change tells those in use before those that may always know, a few hundred at a time")
    func inTurns() throws {
        let count = 1000
        let scenario = try self.scenario(count, .authorizedAlways, serving: count)
        var engine = scenario.engine
        var told: [UInt64] = []
        var turns = 0
        var now = scenario.now.advanced(by: .seconds(120))
        // As from a tunnel: several fixes must agree.
        for _ in 0..<10 where !engine.hasMoreToTell {
            now = now.advanced(by: .seconds(1))
            told += Self.requests(engine.handle(.fix(eastMeters: 3000, at: now), at: now))
        }
        #expect(told.first == UInt64(count))
        while engine.hasMoreToTell {
            #expect(engine.nextDeadline == now.instant)
            // A daemon that is killed here finds the rest by their timelines.
            if turns == 0 {
                let left = Set(1...UInt64(count)).subtracting(told)
                let restarted = Engine(settings: .unlimited, state: engine.savedState, at: now)
                let pending = left.map { restarted.status(of: WidgetIdentifier($0))?.pending }
                #expect(pending.allSatisfy { $0 == .significantChange })
            }
            let more = Self.requests(engine.handle(.deadlineReached, at: now))
            #expect(more.count <= 300)
            told += more
            turns += 1
        }
        #expect(turns >= 3)
        #expect(Array(told.dropFirst()) == Array(1..<UInt64(count)))
    }

    private static func requests(_ effects: [Effect]) -> [UInt64] {
        effects.compactMap {
            if case .tellProvider(_, .reload(let request)) = $0 { request.widget.rawValue } else { nil }
        }
    }
}

extension EngineSettings {
    static var unlimited: EngineSettings {
        .with { for quota in Quota.allCases { $0.quotas[quota] = .max } }
    }
}

/// A machine with many apps, each with one widget whose timeline was made with the location.
enum ManyApps {
    static func app(_ number: Int) -> AppKey { .app("org.example.App\(number)") }

    static func state(
        count: Int,
        _ status: AuthorizationChoice = .authorizedWhenInUse,
        knewLocation: Bool = true
    ) -> SavedState {
        var state = SavedState()
        let timeline = Timeline.entries(at: [Moment.start.utc])
        for number in 1...count {
            let app = app(number)
            let kind = KindKey(app: app, kind: .here)
            let widget = WidgetIdentifier(UInt64(number))
            state.apply(.grant(app, Grant(status: status, widgets: .granted)))
            state.apply(.kind(kind, KindDeclaration(wantsLocation: true)))
            state.apply(.widgetPlaced(widget, kind))
            let delivered = DeliveredTimeline(
                timeline: timeline,
                deliveredAt: Moment.start.utc,
                knewLocation: knewLocation,
                change: 1
            )
            state.apply(.timeline(widget, delivered))
        }
        let place = NotifiedPlace(coordinate: .home, horizontal95Meters: 5, notifiedAt: Moment.start.utc)
        state.apply(.lastNotifiedPlace(place))
        return state
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("No reload is lost")
struct LossTests {
    @Test("if a weaker reason comes up while a stronger request is unanswered")
    func weakerDuringStronger() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let strong = try scenario.onlyRequest()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.pending(widget) == .significantChange)
        scenario.forget()
        scenario.fix(eastMeters: 2000)
        try scenario.answer(strong)
        #expect(try scenario.onlyRequest().reason == .requestedByProvider)
    }

    @Test("if a stronger reason comes up while a weaker request is unanswered, and that one fails")
    func strongerDuringWeaker() throws {
        for fails in [true, false] {
            var (scenario, widget, provider) = try Scenario.viewed()
            scenario.fix()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            let weak = try scenario.onlyRequest()
            try scenario.authorize(.denied)
            scenario.forget()
            if fails { try scenario.fail(weak) } else { try scenario.answer(weak) }
            #expect(scenario.pending(widget) == .authorizationChanged)
            if fails { scenario.advance(by: .seconds(30)) }
            #expect(try scenario.onlyRequest().reason == .authorizationChanged)
        }
    }

    @Test("of two reasons while a request is unanswered: the stronger one stays, in either order")
    func twoAgain() throws {
        for isStrongFirst in [true, false] {
            let settings = EngineSettings.with { $0.timelineDeadline = .seconds(600) }
            var (scenario, _, provider) = try Scenario.viewed(settings: settings)
            scenario.fix()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            let first = try scenario.onlyRequest()
            #expect(first.deadline == scenario.now.utc.advanced(by: .seconds(600)))
            if isStrongFirst { scenario.travel(eastMeters: 2000) }
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            if !isStrongFirst { scenario.travel(eastMeters: 2000) }
            scenario.forget()
            try scenario.answer(first)
            #expect(try scenario.onlyRequest().reason == .significantChange)
        }
    }
}

@Suite("Always that is chosen again")
struct AlwaysAgainTests {
    @Test("does not put off the reminder")
    func reminder() throws {
        var app = AuthorizationScenario()
        try app.scenario.authorize(.authorizedAlways)
        let provider = app.scenario.connectProvider()
        _ = try app.scenario.place()
        app.scenario.arrive()
        for request in app.scenario.requests { try app.scenario.answer(request, on: provider) }
        app.endUse()
        app.scenario.advance(by: .seconds(20 * 86_400))
        try app.scenario.authorize(.authorizedAlways)
        app.scenario.advance(by: .seconds(11 * 86_400))
        app.scenario.arrive(eastMeters: 9000)
        #expect(app.questions == [.usageReminder])
    }
}

@Suite("The interval between two changes")
struct TimeLineTests {
    @Test("passes on the receiver's own time line, and not by the clock", arguments: [true, false])
    func timeLine(isReceiverFaster: Bool) throws {
        var (scenario, _, _) = try Scenario.viewed()
        var observed = scenario.now.instant
        var told: [Duration] = []
        // A second of one is a minute of the other.
        let (byReceiver, byClock): (Duration, Duration) =
            isReceiverFaster ? (.seconds(60), .seconds(1)) : (.seconds(1), .seconds(60))
        let begun = observed
        let accuracy = FixAccuracy(horizontal68Meters: 3, horizontal95Meters: 5, source: .standardDeviations)
        for step in 0..<400 {
            var fix = Fix(coordinate: Coordinate.home.offset(eastMeters: 20 * Double(step), northMeters: 0))
            fix.speedMetersPerSecond = isReceiverFaster ? 20.0 / 60 : 20
            fix.accuracy = accuracy
            scenario.send(.receiverReported(ReceiverIdentifier(0), .epoch(.fix(fix), observedAt: observed)))
            if scenario.decisionNames.contains("significantChange") {
                told.append(begun.duration(to: observed))
            }
            scenario.forget()
            scenario.advance(by: byClock)
            observed = observed + byReceiver
        }
        let apart = zip(told, told.dropFirst()).map { $1 - $0 }
        #expect(apart.allSatisfy { $0 >= .seconds(300) })
        // 500 m take 25 steps.
        #expect(isReceiverFaster ? told.count >= 10 : told.count <= 2)
    }
}

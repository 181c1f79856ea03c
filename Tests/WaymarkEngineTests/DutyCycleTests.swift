import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("While nothing but significant changes is wanted, receivers")
struct DutyCycleTests {
    /// A machine at home with a widget out of view whose app may always know.
    private func scene(
        _ settings: EngineSettings = EngineSettings()
    ) throws -> (scenario: Scenario, widget: WidgetIdentifier) {
        var (scenario, widget, _) = try Scenario.quiet(settings: settings)
        try scenario.authorize(.authorizedAlways)
        for request in scenario.requests { try scenario.answer(request) }
        return (scenario, widget)
    }

    /// Lets time pass until receivers are on, which no pause puts off for longer than ten minutes.
    private func awaitReceivers(_ scenario: inout Scenario) throws {
        for _ in 0..<600 where !scenario.engine.receiversAreOn { scenario.advance(by: .seconds(1)) }
        try #require(scenario.engine.receiversAreOn)
    }

    /// Stays at home for a time, with a fix a second while receivers are on; returns how many there were.
    @discardableResult
    private func rest(_ scenario: inout Scenario, seconds: Int) -> Int {
        var fixes = 0
        var answered: Set<RequestIdentifier> = []
        for _ in 0..<seconds {
            if scenario.engine.receiversAreOn {
                scenario.fix()
                fixes += 1
            }
            for request in scenario.requests where answered.insert(request.request).inserted {
                try? scenario.answer(request)
            }
            scenario.advance(by: .seconds(1))
        }
        return fixes
    }

    private func pauses(_ scenario: Scenario) -> [ReceiverPause] {
        scenario.decisions.compactMap {
            if case .power(.receiversPaused(let pause)) = $0 { pause } else { nil }
        }
    }

    @Test("are off at once when nothing is wanted any more in a pause, so that the next need opens them")
    func needEndsInPause() throws {
        var scenario = try longStay()
        try scenario.authorize(.denied)
        #expect(scenario.engine.receiverPause == nil && !scenario.engine.receiversAreOn)
        #expect(!scenario.effects.contains(.stopReceivers), "they are closed already")
        #expect(scenario.decisions.contains(.power(.receiversOff(unused: .zero))))
        try scenario.authorize(.authorizedAlways)
        #expect(scenario.engine.receiversAreOn)
    }

    @Test(
        "pause only shortly after the end of a stay, until there is a speed, but not after 50 m of wander",
        arguments: [(45.0, 300), (55.0, 20)]
    )
    func wander(meters: Double, seconds: Int) throws {
        var scenario = try sceneAtRest()
        scenario.fix(eastMeters: meters)
        let pause = try #require(pauses(scenario).first)
        #expect(pause.duration <= .seconds(seconds) && pause.duration >= .seconds(seconds - 5))
    }

    /// A machine that has stayed for an hour, and a pause that has just begun.
    private func longStay() throws -> Scenario {
        var scenario = try sceneAtRest()
        scenario.fix()
        try #require(scenario.engine.receiverPause?.duration == .seconds(300))
        scenario.forget()
        return scenario
    }

    @Test("pause briefly after a look in which a program says that the machine may have moved")
    func reportInLook() throws {
        var scenario = try longStay()
        try awaitReceivers(&scenario)
        scenario.forget()
        try scenario.call(.reportMovement(nil), by: .root)
        #expect(
            scenario.decisions == [
                .power(.movementReported(.init(reason: nil, user: .root), outcome: .receiversAreOn))
            ]
        )
        scenario.fix()
        #expect(pauses(scenario).map(\.duration) == [.seconds(20)])
    }

    @Test("do as before where they make no pauses, whatever a program says of movement")
    func reportWithoutPauses() throws {
        var (unwanted, _) = try scene()
        try unwanted.authorize(.denied)
        let (viewed, _, _) = try Scenario.viewed()
        let (unpaused, _) = try scene(.with { $0.dutyCycle = nil })
        for var scenario in [unwanted, viewed, unpaused] {
            scenario.forget()
            try scenario.call(.reportMovement(MovementReason("motion")), by: .root)
            #expect(scenario.effects.count == 1, "the reply: \(scenario.effects)")
        }
    }

    @Test("stay on while their positions are contradicted, which a pause would let be believed")
    func contradiction() throws {
        var scenario = try sceneAtRest()
        for second in 0..<200 {
            scenario.fix(eastMeters: 400_000)
            #expect(scenario.engine.receiversAreOn, "at second \(second)")
            scenario.advance(by: .seconds(1))
        }
        #expect(scenario.decisionNames.count { $0 == "trustChanged" } == 1)
    }

    @Test("look and pause after every fix was needed, also if they say nothing")
    func silenceAfterUse() throws {
        var (scenario, widget) = try scene()
        scenario.forget()
        try scenario.show(widget)
        scenario.arrive()
        for request in scenario.requests { try? scenario.answer(request) }
        try scenario.hide(widget)
        scenario.advance(by: scenario.engine.settings.inUseWindow - .seconds(1))
        try #require(scenario.engine.receiverNeed?.want == .everyFix)
        scenario.forget()
        scenario.advance(by: .seconds(2))
        try #require(scenario.engine.receiverNeed?.want == .significantChanges)
        let deadline = try #require(scenario.engine.nextDeadline)
        #expect(deadline <= scenario.now.instant + scenario.engine.settings.receiversIdleAfter)
        scenario.advance(by: .seconds(180))
        #expect(!pauses(scenario).isEmpty)
    }

    @Test("look for a minute at a time while nothing is known of them, and pause for 100 s between")
    func indoors() throws {
        var (scenario, _) = try scene()
        scenario.forget()
        scenario.advance(by: .seconds(3 * 3600))
        let pauses = pauses(scenario)
        #expect(pauses.count == 68)
        #expect(pauses.first?.reason == .noFix(searched: .seconds(60), inVain: .seconds(60)))
        #expect(pauses.allSatisfy { $0.duration == .seconds(100) })
    }

    /// A machine at rest whose receivers take some seconds to a fix, at the end of a pause.
    private func sceneAtRest(secondsToFix: Int = 0) throws -> Scenario {
        var (scenario, _) = try scene()
        var seconds = 0
        for _ in 0..<3600 {
            seconds = scenario.engine.receiversAreOn ? seconds + 1 : 0
            if scenario.engine.receiversAreOn, seconds > secondsToFix { scenario.fix() }
            for request in scenario.requests { try? scenario.answer(request) }
            scenario.forget()
            scenario.advance(by: .seconds(1))
        }
        try awaitReceivers(&scenario)
        scenario.forget()
        return scenario
    }

    @Test(
        "are looked for twice as long as they lately needed, 15 s at least and a minute at most",
        arguments: [(1, 15), (12, 24), (45, 60)]
    )
    func learnedSearch(secondsToFix: Int, seconds: Int) throws {
        var scenario = try sceneAtRest(secondsToFix: secondsToFix)
        scenario.advance(by: .seconds(600))
        let pause = try #require(pauses(scenario).first)
        guard case .noFix(searched: let search, inVain: let inVain) = pause.reason else {
            Issue.record("\(pause.reason) is no first search in vain")
            return
        }
        // Pauses end between two fixes, for which there is a wait of up to a second more.
        #expect(search >= .seconds(seconds) && search <= min(.seconds(seconds + 2), .seconds(60)))
        #expect(inVain == search)
        #expect(pause.duration == min(search * 2, .seconds(100)))
    }

    @Test("go on at once for a reload that wants the location now")
    func reload() throws {
        var scenario = try longStay()
        let widget = try #require(scenario.engine.savedState.widgets.keys.first)
        scenario.advance(by: .seconds(15))
        scenario.forget()
        try scenario.call(.reloadTimelines(SessionIdentifier(1), kind: nil, widget: widget))
        #expect(scenario.engine.receiversAreOn)
        #expect(scenario.engine.receiverNeed?.waitsForFix(widget) == true)
        scenario.advance(by: .seconds(2))
        scenario.fix()
        #expect(try scenario.onlyRequest().location.isLocation)
        #expect(!scenario.engine.receiversAreOn, "and rest again")
    }

    @Test("do not pause where the owner does not let them, and go on when the owner changes that")
    func notAllowed() throws {
        var (scenario, _) = try scene(.with { $0.dutyCycle = nil })
        #expect(rest(&scenario, seconds: 3600) == 3600)
        scenario.send(.settingsChanged(EngineSettings()))
        #expect(rest(&scenario, seconds: 3600) < 60)
        while scenario.engine.receiversAreOn { rest(&scenario, seconds: 1) }
        scenario.send(.settingsChanged(.with { $0.dutyCycle = nil }))
        #expect(scenario.engine.receiversAreOn)
    }

    @Test("pause as briefly as the recent speed demands, also once their time has stepped back")
    func timeStepsBack() throws {
        var cycle = DutyCycle()
        let start = Moment.start.instant
        func fix(eastMeters: Double) -> Fix {
            Fix(coordinate: Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0))
        }
        cycle.record(fix(eastMeters: 0), observedAt: start + .seconds(3600), after: nil)
        cycle.record(fix(eastMeters: 0), observedAt: start, after: nil)
        cycle.record(fix(eastMeters: 425), observedAt: start + .seconds(20), after: nil)
        let pause = try #require(
            cycle.pause(
                after: fix(eastMeters: 425),
                observedAt: start + .seconds(20),
                remainingMeters: 1000,
                interval: .zero,
                settings: DutyCycle.Settings()
            )
        )
        // 20 m/s, since the first 25 m may be an error.
        #expect(abs(pause.duration.inSeconds - 50) < 1)
    }
}

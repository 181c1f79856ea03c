import LocationModel
import Testing
import WaymarkEngine

@Suite("While nothing but significant changes is wanted, receivers")
struct DutyCycleTests {
    /// A machine at home with a widget out of view whose app may always know.
    private func scene(_ change: (inout EngineSettings) -> Void = { _ in }) throws -> (
        Scenario, WidgetIdentifier
    ) {
        var settings = EngineSettings()
        change(&settings)
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

    /// Drives east at a speed for a time, with a fix a second while receivers are on; returns how many there were.
    @discardableResult
    private func drive(
        _ scenario: inout Scenario,
        metersPerSecond: Double,
        from start: Double = 0,
        seconds: Int
    ) throws -> Int {
        var fixes = 0
        var answered: Set<RequestIdentifier> = []
        for second in 0..<seconds {
            if scenario.engine.receiversAreOn {
                scenario.fix(eastMeters: start + metersPerSecond * Double(second))
                fixes += 1
            }
            answerNew(&scenario, &answered)
            scenario.advance(by: .seconds(1))
        }
        return fixes
    }

    private func answerNew(_ scenario: inout Scenario, _ answered: inout Set<RequestIdentifier>) {
        for request in scenario.requests where answered.insert(request.request).inserted {
            try? scenario.answer(request)
        }
    }

    private func pauses(_ scenario: Scenario) -> [ReceiverPause] {
        scenario.decisions.compactMap { if case .receiversPaused(let pause) = $0 { pause } else { nil } }
    }

    @Test("are off at once when nothing is wanted any more in a pause, so that the next need opens them")
    func needEndsInPause() throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 0, seconds: 600)
        for _ in 0..<600 where scenario.engine.receiverPause == nil {
            scenario.fix()
            scenario.advance(by: .seconds(1))
        }
        try #require(scenario.engine.receiverPause != nil)
        try scenario.authorize(.denied)
        #expect(scenario.engine.receiverPause == nil && !scenario.engine.receiversAreOn)
        #expect(scenario.decisions.contains(.receiversOff(unusedFor: .zero)))
        try scenario.authorize(.authorizedAlways)
        #expect(scenario.engine.receiversAreOn)
    }

    @Test("pause for most of the time at rest, five minutes at most")
    func rest() throws {
        var (scenario, _) = try scene()
        let fixes = try drive(&scenario, metersPerSecond: 0, seconds: 4 * 3600)
        #expect(fixes < 4 * 15)
        #expect(pauses(scenario).allSatisfy { $0.duration >= .seconds(20) && $0.duration <= .seconds(300) })
    }

    @Test(
        "pause so that the change after a departure at 20 m/s is 80 s late, and more the longer the machine stayed"
    )
    func departure() throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 0, from: 200, seconds: 3600)
        let pauses = pauses(scenario).drop { $0.reason == .tooSoon }
        // 300 m are left, which take 15 s at 20 m/s.
        let first = try #require(pauses.first)
        guard case .cannotBeFar(let remaining, let speed) = first.reason else {
            Issue.record("\(first.reason) is no wait for movement")
            return
        }
        #expect(abs(remaining - 300) < 1)
        #expect(abs(speed - remaining / 95) < 0.1)
        #expect(first.duration >= .seconds(93) && first.duration <= .seconds(95))
        for pause in pauses {
            guard case .atRest(for: let stayed) = pause.reason else { continue }
            #expect(pause.duration >= .seconds(248), "1.2 m/s reach it in 250 s")
            #expect(pause.duration <= min(.seconds(96) + stayed / 10, .seconds(300)))
        }
        #expect(pauses.last?.duration == .seconds(300))
    }

    @Test(
        "pause only shortly after the end of a stay, until there is a speed, but not after 50 m of wander",
        arguments: [(45.0, 300), (55.0, 20)]
    )
    func wander(meters: Double, seconds: Int) throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 0, seconds: 3600)
        try awaitReceivers(&scenario)
        scenario.forget()
        scenario.fix(eastMeters: meters)
        let pause = try #require(pauses(scenario).first)
        #expect(pause.duration <= .seconds(seconds) && pause.duration >= .seconds(seconds - 5))
    }

    @Test("pause until the next change may be told while the machine drives, and tell it then")
    func driving() throws {
        var (scenario, _) = try scene()
        let fixes = try drive(&scenario, metersPerSecond: 20, seconds: 3600)
        let changes = scenario.simulation.decisions.filter { $0.decision.name == "significantChange" }
        #expect(changes.count >= 11)
        #expect(fixes < 60)
        for (last, next) in zip(changes, changes.dropFirst()) {
            let apart = last.moment.instant.duration(to: next.moment.instant)
            #expect(apart >= .seconds(300) && apart <= .seconds(305))
        }
        #expect(pauses(scenario).contains { $0.reason == .tooSoon })
    }

    @Test("pause no longer than the longest pause for a change that may not be told yet")
    func longestWait() throws {
        var (scenario, _) = try scene { $0.dutyCycle = DutyCycle.Settings(longest: .seconds(60)) }
        try drive(&scenario, metersPerSecond: 20, seconds: 1200)
        let waits = pauses(scenario).filter { $0.reason == .tooSoon }
        #expect(!waits.isEmpty && waits.allSatisfy { $0.duration <= .seconds(60) })
    }

    /// A machine that has stayed for an hour, and a pause that has just begun.
    private func longStay() throws -> Scenario {
        var scenario = try sceneAtRest(secondsToFix: 0)
        scenario.fix()
        try #require(scenario.engine.receiverPause?.duration == .seconds(300))
        scenario.forget()
        return scenario
    }

    @Test(
        "look at once when a program says that the machine may have moved, so that a departure is told minutes earlier",
        arguments: [(false, 302), (true, 42)]
    )
    func reportedDeparture(isReported: Bool, seconds: Int) throws {
        var scenario = try longStay()
        if isReported { try scenario.call(.reportMovement(MovementReason("motion")), by: .root) }
        var told: Int?
        for second in 0...600 where told == nil {
            if scenario.engine.receiversAreOn { scenario.fix(eastMeters: 13 * Double(second)) }
            if scenario.decisionNames.contains("significantChange") { told = second }
            scenario.advance(by: .seconds(1))
        }
        #expect(told == seconds)
    }

    @Test("go on when a program says that the machine may have moved, which nobody else is told")
    func reportInPause() throws {
        var scenario = try longStay()
        scenario.advance(by: .seconds(40))
        scenario.forget()
        try scenario.call(.reportMovement(MovementReason("lid")), by: .owner)
        let report = MovementReport(MovementReason("lid"), by: Caller.owner.user)
        let decisions = scenario.decisions
        try #require(decisions.count == 2)
        #expect(decisions[0] == .movementReported(report, .pauseEnds))
        #expect(decisions[1].text.hasPrefix("receivers on again after 40 s"))
        #expect(scenario.effects.count == 4, "beside both and the reply, receivers are opened")
        scenario.forget()
        scenario.fix()
        let pause = try #require(pauses(scenario).first)
        #expect(pause.duration == .seconds(20), "the machine may only be about to leave")
    }

    @Test("pause briefly after a look in which a program says that the machine may have moved")
    func reportInLook() throws {
        var scenario = try longStay()
        try awaitReceivers(&scenario)
        scenario.forget()
        try scenario.call(.reportMovement(nil), by: .root)
        #expect(
            scenario.decisions == [.movementReported(.init(nil, by: .root), .receiversAreOn)]
        )
        scenario.fix()
        #expect(pauses(scenario).map(\.duration) == [.seconds(20)])
    }

    @Test("are not kept on by a sensor that never rests, which also leaves the journal readable")
    func restlessSensor() throws {
        func looks(isRestless: Bool) throws -> (count: Int, reports: [Decision]) {
            var scenario = try longStay()
            var count = 0
            for _ in 0..<3600 {
                if isRestless { try scenario.call(.reportMovement(MovementReason("motion")), by: .root) }
                if scenario.engine.receiversAreOn {
                    scenario.fix()
                    count += 1
                }
                scenario.advance(by: .seconds(1))
            }
            return (count, scenario.decisions.filter { $0.name == "movementReported" })
        }
        let (calm, restless) = (try looks(isRestless: false), try looks(isRestless: true))
        #expect(calm.count == 11 && calm.reports.isEmpty, "\(calm)")
        #expect(restless.count == 48, "at rest without one \(calm.count)")
        #expect(restless.reports.count == 24, "in each five minutes one that counts and one that does not")
        let report = MovementReport(MovementReason("motion"), by: .root)
        #expect(
            restless.reports.dropFirst().first
                == .movementReported(report, .tooSoon(remaining: .seconds(299)))
        )
    }

    @Test("do as before where they make no pauses, whatever a program says of movement")
    func reportWithoutPauses() throws {
        var (unwanted, _) = try scene()
        try unwanted.authorize(.denied)
        var (viewed, _, _) = try Scenario.viewed()
        var (unpaused, _) = try scene { $0.dutyCycle = nil }
        for index in 0..<3 {
            var scenario = [unwanted, viewed, unpaused][index]
            scenario.forget()
            try scenario.call(.reportMovement(MovementReason("motion")), by: .root)
            #expect(scenario.effects.count == 1, "the reply: \(scenario.effects)")
        }
        _ = (unwanted.forget(), viewed.forget(), unpaused.forget())
    }

    @Test("stay on while a fix is in doubt, and until it is settled")
    func doubt() throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 0, seconds: 1800)
        try awaitReceivers(&scenario)
        scenario.fix(eastMeters: 400_000)
        #expect(scenario.engine.receiversAreOn)
        for _ in 0..<3 {
            scenario.advance(by: .seconds(1))
            scenario.fix(eastMeters: 400_000)
        }
        #expect(scenario.engine.receiversAreOn, "nothing could have come there")
        scenario.advance(by: .seconds(1))
        scenario.fix(eastMeters: 0)
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("look for a minute at a time while nothing is known of them, and pause for 100 s between")
    func indoors() throws {
        var (scenario, _) = try scene()
        scenario.forget()
        scenario.advance(by: .seconds(3 * 3600))
        let pauses = pauses(scenario)
        #expect(pauses.count == 68)
        #expect(pauses.first?.reason == .noFix(after: .seconds(60), inVainFor: .seconds(60)))
        #expect(pauses.allSatisfy { $0.duration == .seconds(100) })
    }

    /// A machine at rest whose receivers take some seconds to a fix, at the end of a pause.
    private func sceneAtRest(secondsToFix: Int) throws -> Scenario {
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
        guard case .noFix(after: let search, inVainFor: let inVain) = pause.reason else {
            Issue.record("\(pause.reason) is no first search in vain")
            return
        }
        // Pauses end between two fixes, for which there is a wait of up to a second more.
        #expect(search >= .seconds(seconds) && search <= min(.seconds(seconds + 2), .seconds(60)))
        #expect(inVain == search)
        #expect(pause.duration == min(search * 2, .seconds(100)))
    }

    @Test("begin anew with short pauses after a fix")
    func found() throws {
        var scenario = try sceneAtRest(secondsToFix: 1)
        scenario.advance(by: .seconds(2 * 3600))
        try awaitReceivers(&scenario)
        scenario.fix()
        scenario.forget()
        scenario.advance(by: .seconds(600))
        let pause = try #require(pauses(scenario).first)
        #expect(pause.reason == .noFix(after: .seconds(15), inVainFor: .seconds(15)))
    }

    @Test("go on at once when a widget comes into view, and pause no sooner than 30 s after its window")
    func viewed() throws {
        var (scenario, widget) = try scene()
        try drive(&scenario, metersPerSecond: 0, seconds: 600)
        while scenario.engine.receiversAreOn { try drive(&scenario, metersPerSecond: 0, seconds: 1) }
        try scenario.show(widget)
        #expect(scenario.engine.receiversAreOn)
        #expect(scenario.engine.receiverNeed == .entitled(widget, .inView))
        try drive(&scenario, metersPerSecond: 0, seconds: 3600)
        try scenario.hide(widget)
        scenario.forget()
        try drive(&scenario, metersPerSecond: 0, seconds: 929)
        #expect(pauses(scenario).isEmpty)
        #expect(scenario.engine.receiversAreOn)
        try drive(&scenario, metersPerSecond: 0, seconds: 3)
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("go on at once for a reload that wants the location now")
    func reload() throws {
        var (scenario, widget) = try scene()
        try drive(&scenario, metersPerSecond: 0, seconds: 600)
        while scenario.engine.receiversAreOn { try drive(&scenario, metersPerSecond: 0, seconds: 1) }
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

    @Test("are closed for good when the app may not know any more")
    func revoked() throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 0, seconds: 600)
        while scenario.engine.receiversAreOn { try drive(&scenario, metersPerSecond: 0, seconds: 1) }
        scenario.forget()
        try scenario.authorize(.denied)
        #expect(scenario.engine.receiverPause == nil)
        #expect(scenario.engine.nextDeadline == nil || !scenario.requests.isEmpty)
        #expect(!scenario.effects.contains(.stopReceivers), "they are closed already")
        #expect(scenario.decisions.contains(.receiversOff(unusedFor: .zero)))
    }

    @Test("do not pause where the owner does not let them, and go on when the owner changes that")
    func notAllowed() throws {
        var (scenario, _) = try scene { $0.dutyCycle = nil }
        #expect(try drive(&scenario, metersPerSecond: 0, seconds: 3600) == 3600)
        scenario.send(.settingsChanged(EngineSettings()))
        #expect(try drive(&scenario, metersPerSecond: 0, seconds: 3600) < 60)
        while scenario.engine.receiversAreOn { try drive(&scenario, metersPerSecond: 0, seconds: 1) }
        var settings = EngineSettings()
        settings.dutyCycle = nil
        scenario.send(.settingsChanged(settings))
        #expect(scenario.engine.receiversAreOn)
    }
}

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

    /// Answers the requests that were not answered yet.
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
        "pause so that the change after a departure at 20 m/s is 100 s late, and more the longer the machine stayed"
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
        #expect(abs(speed - remaining / 115) < 0.1)
        #expect(first.duration >= .seconds(113) && first.duration <= .seconds(115))
        for pause in pauses {
            guard case .atRest(for: let stayed) = pause.reason else { continue }
            #expect(pause.duration >= .seconds(198), "1.5 m/s reach it in 200 s")
            #expect(pause.duration <= min(.seconds(116) + stayed / 10, .seconds(300)))
        }
        #expect(pauses.last?.duration == .seconds(300))
    }

    @Test("look after a third of the stay at first where a change is a few metres away")
    func stayNearby() throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 0, from: 498, seconds: 1800)
        var count = 0
        for pause in pauses(scenario) {
            guard case .atRest(for: let stayed) = pause.reason else { continue }
            count += 1
            if stayed <= .seconds(420) {
                #expect(abs((pause.duration - max(stayed / 3, .seconds(20))).inSeconds) <= 2)
            } else {
                #expect(pause.duration < .seconds(101) + stayed / 10)
            }
        }
        #expect(count > 5)
    }

    @Test(
        "pause for shorter again after a move, but not after 50 m of wander",
        arguments: [(45.0, 300), (55.0, 125)]
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

    @Test(
        "pause for shorter again after ten minutes without a fix, in which nobody knows that it stayed",
        arguments: [(200, 300), (900, 125)]
    )
    func unseenStay(withoutFix: Int, seconds: Int) throws {
        var scenario = try sceneAtRest(secondsToFix: 1)
        scenario.advance(by: .seconds(withoutFix))
        try awaitReceivers(&scenario)
        scenario.forget()
        scenario.fix()
        let pause = try #require(pauses(scenario).first)
        #expect(pause.duration <= .seconds(seconds) && pause.duration >= .seconds(seconds - 16))
    }

    @Test("open no earlier than quick searches need, because an early fix cannot tell a change yet")
    func quickSearch() throws {
        var (scenario, _) = try scene()
        var (seconds, look) = (0, 0)
        var answered: Set<RequestIdentifier> = []
        for second in 0..<7200 {
            if scenario.engine.receiversAreOn {
                seconds += 1
                // Every other search takes 10 s instead of 2 s.
                if seconds > (look.isMultiple(of: 2) ? 2 : 10) {
                    scenario.fix(eastMeters: 20 * Double(second))
                }
            } else if seconds > 0 {
                (seconds, look) = (0, look + 1)
            }
            answerNew(&scenario, &answered)
            scenario.advance(by: .seconds(1))
        }
        let waits = pauses(scenario).filter { $0.reason == .tooSoon }.dropFirst(5)
        #expect(waits.count > 10)
        #expect(waits.allSatisfy { $0.duration >= .seconds(296) && $0.duration <= .milliseconds(299_500) })
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

    @Test("stay on for a wait of less than five seconds", arguments: [(5000, true), (4999, false)])
    func shortWait(intervalMilliseconds: Int, pauses: Bool) throws {
        var (scenario, _) = try scene { $0.significantChange.interval = .milliseconds(intervalMilliseconds) }
        try drive(&scenario, metersPerSecond: 150, seconds: 900)
        #expect(self.pauses(scenario).contains { $0.reason == .tooSoon } == pauses)
    }

    @Test("look more often the nearer a change is")
    func walking() throws {
        var (scenario, _) = try scene()
        try drive(&scenario, metersPerSecond: 1.3, seconds: 1800)
        let changes = scenario.simulation.decisions.filter { $0.decision.name == "significantChange" }
        #expect(changes.count == 4)
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

    @Test("pause for longer the longer they have looked in vain, three times as long as a look at most")
    func longerInVain() throws {
        var scenario = try sceneAtRest(secondsToFix: 1)
        scenario.advance(by: .seconds(3600))
        let pauses = pauses(scenario)
        #expect(pauses.first?.duration == .seconds(30))
        #expect(pauses.last?.duration == .seconds(45))
        for pause in pauses {
            guard case .noFix(after: .seconds(15), inVainFor: let inVain) = pause.reason else {
                Issue.record("\(pause.reason) is no search of 15 s")
                continue
            }
            #expect(pause.duration == min(max(.seconds(30), inVain / 15), .seconds(45)))
        }
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

    private func searches(_ scenario: Scenario) -> [Duration] {
        pauses(scenario).compactMap {
            if case .noFix(after: let search, _) = $0.reason { search } else { nil }
        }
    }

    @Test("are looked for longer the longer the last fix is ago: they may have forgotten the satellites")
    func oldFix() throws {
        var scenario = try sceneAtRest(secondsToFix: 1)
        scenario.advance(by: .seconds(5400))
        let first = searches(scenario)
        #expect(first.first == .seconds(15))
        #expect(first.last == .seconds(15), "a receiver knows the orbits of the satellites for hours")
        scenario.advance(by: .seconds(7 * 3600))
        let searches = searches(scenario)
        #expect(searches.last == .seconds(60))
        #expect(zip(searches, searches.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("stay on for a minute while there are fixes, though none that is believed")
    func doubtfulSearch() throws {
        var scenario = try sceneAtRest(secondsToFix: 1)
        for second in 0..<59 {
            scenario.fix(eastMeters: second.isMultiple(of: 2) ? 300_000 : -300_000)
            scenario.advance(by: .seconds(1))
        }
        #expect(pauses(scenario).isEmpty)
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

    @Test("begin anew as well when nobody wanted them meanwhile")
    func wantedAgain() throws {
        var scenario = try sceneAtRest(secondsToFix: 1)
        scenario.advance(by: .seconds(3600))
        try scenario.authorize(.denied)
        scenario.advance(by: .seconds(60))
        scenario.forget()
        try scenario.authorize(.authorizedAlways)
        scenario.advance(by: .seconds(600))
        let pause = try #require(pauses(scenario).first)
        guard case .noFix(after: let search, inVainFor: let inVain) = pause.reason else {
            Issue.record("\(pause.reason) is no search in vain")
            return
        }
        #expect(inVain == search)
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

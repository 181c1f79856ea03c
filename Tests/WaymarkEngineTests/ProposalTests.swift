import LocationModel
import Testing
import WaymarkEngine

@Suite("What a program of the person proposes")
struct ProposalTests {
    @Test("counts until the proposed date, whenever the person confirms it")
    func confirmed() throws {
        var person = AuthorizationScenario()
        let prompt = try person.propose(Self.week)
        let end = person.scenario.now.utc.advanced(by: .seconds(7 * 86_400))
        person.scenario.advance(by: .seconds(600))
        try person.answer(.allow)
        #expect(person.authorization.grant.span?.until == end)
        #expect(
            person.scenario.decisions.contains {
                if case .authorization(.changed(_, _, .proposal(prompt, _))) = $0 { true } else { false }
            }
        )
        // It is told what it may know, and nothing of the question.
        #expect(person.scenario.appEvents(to: person.app).count == 1)
    }

    static let always = SettingsChange(status: .authorizedAlways, widgets: .granted, accuracy: .full)
    static let week = SettingsChange(status: .authorizedWhenInUse, length: .seconds(7 * 86_400))

    static let onlyOnce: SettingsChange = {
        var change = SettingsChange()
        change.isOnce = true
        return change
    }()

    @Test(
        "counts at once where it only takes away",
        arguments: [
            (always, SettingsChange(status: .denied)), (always, SettingsChange(status: .notDetermined)),
            (always, SettingsChange(status: .authorizedWhenInUse)),
            (always, SettingsChange(status: .authorizedAlways, length: .seconds(3600))),
            (always, SettingsChange(widgets: .refused)), (always, SettingsChange(accuracy: .reduced)),
            (week, SettingsChange(status: .authorizedWhenInUse, length: .seconds(3600))),
            (SettingsChange(status: .denied), SettingsChange(status: .notDetermined)),
        ]
    )
    func takesAway(_ before: SettingsChange, _ change: SettingsChange) throws {
        var person = AuthorizationScenario()
        try person.scenario.call(.authorize(.weather, before))
        var other = person
        let prompt = try person.propose(change)
        try other.scenario.call(.authorize(.weather, change))
        #expect(prompt == nil && person.questions.isEmpty)
        #expect(person.authorization == other.authorization)
    }

    @Test(
        "is a question where it gives something, now or once the app may know at all",
        arguments: [
            (SettingsChange(status: .authorizedWhenInUse), SettingsChange(status: .authorizedAlways)),
            (week, SettingsChange(status: .authorizedWhenInUse)),
            (week, SettingsChange(status: .authorizedWhenInUse, length: .seconds(8 * 86_400))),
            (week, SettingsChange(widgets: .granted)),
            (SettingsChange(status: .denied), SettingsChange(widgets: .granted)),
            (SettingsChange(status: .denied, accuracy: .reduced), SettingsChange(accuracy: .full)),
            (SettingsChange(status: .denied), SettingsChange(status: .authorizedWhenInUse)),
        ]
    )
    func gives(_ before: SettingsChange, _ change: SettingsChange) throws {
        var person = AuthorizationScenario()
        try person.scenario.call(.authorize(.weather, before))
        let grant = person.authorization.grant
        #expect(try person.propose(change) != nil)
        #expect(person.authorization.grant == grant && person.questions.count == 1)
    }

    @Test("allows an app once: until it is no longer in use")
    func once() throws {
        var person = AuthorizationScenario()
        var change = SettingsChange(accuracy: .reduced)
        change.isOnce = true
        #expect(try person.propose(change) != nil)
        #expect(person.authorization.status == .notDetermined)
        try person.answer(.allow)
        #expect(person.authorization.isTemporary && person.authorization.accuracy == .reduced)
        person.endUse()
        #expect(person.authorization.status == .notDetermined && person.authorization.accuracy == .full)
        // What may always know loses that at once.
        person.beginUse()
        try person.scenario.call(.authorize(.weather, SettingsChange(status: .authorizedAlways)))
        #expect(try person.propose(change) == nil)
        #expect(person.authorization.status == .authorizedWhenInUse)
    }

    @Test(
        "says what counts once it is confirmed, also of what is kept",
        arguments: [
            (
                SettingsChange(status: .denied, widgets: .granted, accuracy: .reduced),
                SettingsChange(status: .authorizedWhenInUse),
                "May Weather know the area where you are while it is in use, "
                    + "and let its widgets know the location too?"
            ),
            (week, onlyOnce, "May Weather know exactly where you are once, until it is no longer in use?"),
            (
                SettingsChange(status: .authorizedWhenInUse, widgets: .refused),
                SettingsChange(widgets: .undecided), "May Weather ask again about its widgets?"
            ),
            (week, SettingsChange(length: .seconds(8 * 86_400)), "May Weather know the location for longer?"),
        ]
    )
    func words(_ before: SettingsChange, _ change: SettingsChange, _ text: String) throws {
        var person = AuthorizationScenario()
        try person.scenario.call(.authorize(.weather, before))
        #expect(try person.propose(change) != nil)
        #expect(person.questions.first?.text(about: "Weather") == text)
    }

    @Test("waits once for each app: a newer one, or a decision, takes its place")
    func replaced() throws {
        var person = AuthorizationScenario()
        let first = try person.propose(SettingsChange(status: .authorizedAlways))
        let second = try person.propose(SettingsChange(status: .authorizedWhenInUse))
        #expect(person.questions.count == 1 && first != second)
        let old = try #require(first)
        #expect(throws: Refusal.promptOver(old, .replaced)) {
            try person.scenario.call(.answerPrompt(person.agent, old, .allow, accuracy: nil))
        }
        // Taking away ends it too.
        #expect(try person.propose(SettingsChange(status: .denied)) == nil)
        #expect(person.questions.isEmpty && person.authorization.status == .denied)
    }

    @Test("takes away at once and asks about the rest, and takes away also if there are too many questions")
    func both() throws {
        var person = AuthorizationScenario(settings: .with { $0.quotas[.requests] = 1 })
        let always = SettingsChange(status: .authorizedAlways, widgets: .undecided)
        let change = SettingsChange(status: .authorizedWhenInUse, widgets: .granted)
        try person.scenario.call(.authorize(.weather, always))
        #expect(try person.propose(change) != nil)
        #expect(person.authorization.status == .authorizedWhenInUse)
        #expect(!person.authorization.isAuthorizedForWidgetUpdates)
        try person.answer(.allow)
        #expect(person.authorization.isAuthorizedForWidgetUpdates)
        try person.scenario.call(.authorize(.weather, always))
        _ = try person.propose(.authorize(always), about: .app("org.example.A"))
        #expect(throws: Refusal.quotaExceeded(.requests, limit: 1)) { try person.propose(change) }
        #expect(person.authorization.status == .authorizedWhenInUse && person.questions.count == 1)
    }

    @Test("lapses when its date is over")
    func tooLate() throws {
        var person = AuthorizationScenario()
        _ = try person.propose(SettingsChange(status: .authorizedAlways, length: .seconds(60)))
        person.scenario.advance(by: .seconds(59))
        #expect(person.questions.count == 1)
        person.scenario.advance(by: .seconds(2))
        #expect(person.questions.isEmpty && person.authorization.status == .notDetermined)
        // Also by the clock, which does not prolong it if it is set back.
        _ = try person.propose(SettingsChange(status: .authorizedAlways))
        person.scenario.setWallClock(by: .seconds(-9e6))
        person.scenario.advance(by: .seconds(3599))
        #expect(person.questions.count == 1)
        person.scenario.advance(by: .seconds(1))
        #expect(person.questions.isEmpty)
        _ = try person.propose(SettingsChange(status: .authorizedAlways))
        person.scenario.setWallClock(by: .seconds(3600))
        #expect(person.questions.isEmpty && person.authorization.status == .notDetermined)
    }

    @Test("makes a pause longer, and none shorter")
    func pause() throws {
        var person = AuthorizationScenario()
        let user = Caller.owner.user
        try person.scenario.call(.pause(user: user, .seconds(7200)))
        let before = person.scenario.engine.latestPause(of: user)
        _ = try person.propose(.resume, about: .everyApp(of: user))
        let answer = try person.scenario.call(.pause(user: user, .seconds(60), mayShorten: false))
        guard case .paused(let kept) = answer else { preconditionFailure("it is answered with the pause") }
        #expect(kept == before && person.scenario.engine.latestPause(of: user) == before)
        #expect(person.questions.count == 1)
        try person.scenario.call(.pause(user: user, .seconds(3 * 3600), mayShorten: false))
        let end = person.scenario.now.utc.advanced(by: .seconds(3 * 3600))
        #expect(person.scenario.engine.latestPause(of: user)?.until == end)
        #expect(person.questions.isEmpty)
    }

    @Test("switches services on again, and ends a pause, only when the person confirms it")
    func everyApp() throws {
        var person = AuthorizationScenario()
        let user = Caller.owner.user
        try person.scenario.authorize(.authorizedAlways)
        #expect(try person.propose(.switchOn, about: .everyApp(of: user)) == nil)
        try person.scenario.call(.switchServices(isOn: false, user: user))
        try person.scenario.call(.pause(user: user, .seconds(3600)))
        #expect(try person.propose(.switchOn, about: .everyApp(of: user)) != nil)
        #expect(person.authorization.status == .denied)
        try person.answer(.allow)
        #expect(person.authorization.status == .authorizedAlways)
        #expect(try person.propose(.resume, about: .everyApp(of: user)) != nil)
        #expect(person.scenario.engine.latestPause(of: user)?.endedAt == nil)
        try person.answer(.allow)
        #expect(person.scenario.engine.latestPause(of: user)?.endedAt != nil)
        // A pause that is over needs no answer any more.
        try person.scenario.call(.pause(user: user, .seconds(600)))
        #expect(try person.propose(.resume, about: .everyApp(of: user)) != nil)
        person.scenario.advance(by: .seconds(600))
        #expect(person.questions.isEmpty)
    }
}

extension AuthorizationScenario {
    fileprivate mutating func propose(_ change: SettingsChange) throws(Refusal) -> PromptIdentifier? {
        try propose(.authorize(change), about: .weather)
    }

    /// Returns the question, where there is one.
    fileprivate mutating func propose(
        _ proposal: Proposal,
        about app: AppKey
    ) throws(Refusal) -> PromptIdentifier? {
        switch try scenario.call(.propose(proposal, about: app)) {
        case .app(_, let prompt), .asked(let prompt): prompt
        default: preconditionFailure("a proposal is answered with its question")
        }
    }
}

@Suite("An agent that only refuses")
struct RefusingAgentTests {
    private func connect(to person: inout AuthorizationScenario) -> SessionIdentifier {
        person.scenario.openStream { .opened($0, .agent(refusesOnly: true), by: .owner, call: $1) }
    }

    @Test("allows nothing, whatever the question, and may refuse it")
    func refuses() throws {
        var person = AuthorizationScenario()
        let page = connect(to: &person)
        try person.request(.always)
        let prompt = try #require(person.scenario.engine.prompts(for: .owner).first)
        for choice in [PromptChoice.allowWhileUsing, .allowOnce] {
            #expect(throws: Refusal.notPermitted) {
                try person.scenario.call(.answerPrompt(page, prompt.identifier, choice, accuracy: nil))
            }
        }
        #expect(person.authorization.status == .notDetermined)
        try person.scenario.call(.answerPrompt(page, prompt.identifier, .deny, accuracy: nil))
        #expect(person.authorization.status == .denied)
    }

    @Test("is told of questions, but the app is not told that somebody can allow it")
    func counts() throws {
        var person = AuthorizationScenario()
        person.scenario.disconnect(person.agent)
        let page = connect(to: &person)
        let outcome = try person.request(.whenInUse)
        let prompt = try #require(person.scenario.engine.prompts(for: .owner).first)
        #expect(outcome == .request(.noAgent, prompt.identifier))
        #expect(person.scenario.agentEvents(to: page).contains(.prompt(prompt)))
        #expect(person.scenario.engine.agentCount(for: .owner) == 0)
    }
}

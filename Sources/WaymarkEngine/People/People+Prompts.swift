import LocationModel

// Questions to people: who causes them, who is asked, and how they end.
extension People {
    /// Returns the waiting questions that `caller` may answer, in the order of asking.
    func prompts(for caller: Caller) -> [Prompt] { prompts.filter { caller.mayDecideFor($0.app.user) } }

    func prompts(about app: AppKey) -> [Prompt] { prompts.filter { $0.app == app } }

    func prompt(_ identifier: PromptIdentifier) -> Prompt? { prompts.first { $0.identifier == identifier } }

    /// Returns the waiting question about the same decision.
    private func asked(_ question: PromptQuestion, of app: AppKey) -> Prompt? {
        prompts.first { $0.app == app && $0.question.subject == question.subject }
    }

    // MARK: Streams

    /// Opens the stream of an app, on which it is told of its authorization and can make requests.
    mutating func connectApp(
        _ session: SessionIdentifier,
        _ app: AppKey,
        by caller: Caller,
        _ presence: inout Presence,
        _ turn: inout Turn
    ) throws(Refusal) {
        try presence.open(session, as: .app, of: app, by: caller, &turn)
        turn.record(.authorization(.appConnected(session)), about: app)
        turn.emit(.tellApp(session, .session(authorization(of: app))))
        turn.tell(.useBegan(app))
    }

    mutating func connect(
        _ agent: Agent,
        _ session: SessionIdentifier,
        _ presence: inout Presence,
        _ turn: inout Turn
    ) throws(Refusal) {
        let (caller, user) = (agent.caller, agent.caller.user)
        guard caller.mayDecideFor(user) else { throw .notPermitted }
        try presence.open(session, of: user, &turn)
        agents[session] = agent
        turn.record(.authorization(.agentConnected(session)), about: user)
        turn.emit(.tellAgent(session, .session(prompts(for: caller))))
        if !agent.refusesOnly { announceUnused(of: user, &turn) }
    }

    mutating func end(_ session: SessionIdentifier, _ presence: Presence, _ turn: inout Turn) {
        if let app = presence.app(of: session, as: .app) {
            turn.record(.authorization(.appDisconnected(session)), about: app)
        }
        guard let user = agents.removeValue(forKey: session)?.caller.user else { return }
        turn.record(.authorization(.agentDisconnected(session)), about: user)
    }

    /// Returns the agents that may ask a user, in the order of connection.
    func agents(for user: UserIdentifier) -> [SessionIdentifier] {
        agents.filter { [user, .root].contains($0.value.caller.user) && $0.value.caller.mayDecideFor(user) }
            .keys.sorted()
    }

    /// Returns the number of agents through which a user can allow something.
    func agentCount(for user: UserIdentifier) -> Int {
        agents(for: user).count { agents[$0]?.refusesOnly == false }
    }

    /// Returns the number of agents through which the user of `caller` can allow something, or for root, anybody.
    func agentCount(visibleTo caller: Caller) -> Int {
        caller.mayDecideFor(.root)
            ? agents.values.count { !$0.refusesOnly } : agentCount(for: caller.user)
    }

    // MARK: Asking

    /// Asks the person what an app requests on its stream, if the rules allow that now.
    mutating func request(
        _ request: AuthorizationRequest,
        on session: SessionIdentifier,
        by caller: Caller,
        _ presence: Presence,
        _ turn: inout Turn
    ) throws(Refusal) -> Answer {
        guard let app = presence.app(of: session, as: .app), caller.mayActFor(app) else {
            throw .unknownSession(session)
        }
        if let key = request.missingPurpose(in: manifest(of: app)) {
            throw .missingPurpose(app.app, key: key)
        }
        let question: PromptQuestion
        do throws(RequestOutcome) {
            let isInUse = presence.use(of: app, at: turn.now.instant) != nil
            question = try authorization(of: app).question(for: request, isInUse: isInUse)
        } catch {
            turn.record(.authorization(.requested(request: request, outcome: error, nil)), about: app)
            return .request(error, nil)
        }
        if asked(question, of: app) == nil { try admitQuestion(of: app, turn) }
        let prompt = ask(question, of: app, &turn)
        let outcome: RequestOutcome =
            agentCount(for: app.user) == 0 ? .noAgent : .authorizationRequestInProgress
        turn.record(.authorization(.requested(request: request, outcome: outcome, prompt)), about: app)
        return .request(outcome, prompt)
    }

    /// Asks the person on behalf of an app if the rules allow a question now, and returns whether they do.
    ///
    /// With `accuracy`, no manifest need say why the app asks.
    @discardableResult
    mutating func ask(
        for request: AuthorizationRequest,
        of app: AppKey,
        withoutPurposeFor accuracy: AccuracyAuthorization? = nil,
        _ presence: Presence,
        _ turn: inout Turn
    ) -> Bool {
        // The answer would have no effect now.
        if isPaused(app.user) { return false }
        let statesPurpose = request.missingPurpose(in: manifest(of: app)) == nil
        let isInUse = presence.use(of: app, at: turn.now.instant) != nil
        guard statesPurpose || accuracy != nil,
            let question = try? authorization(of: app).question(for: request, isInUse: isInUse)
        else { return false }
        guard asked(question, of: app) == nil else { return true }
        // Without a question the stream tells what is missing.
        guard (try? admitQuestion(of: app, turn)) != nil else { return false }
        ask(question, of: app, suggesting: statesPurpose ? nil : accuracy, &turn)
        return true
    }

    private func admitQuestion(of app: AppKey, _ turn: Turn) throws(Refusal) {
        try turn.admit(to: .requests, of: app.user)
        // The quota is checked now, because the answer becomes a decision about the app and is never refused.
        try admit(app, turn)
    }

    /// Asks the person a question, unless the same one or one about the same decision waits already.
    @discardableResult
    mutating func ask(
        _ question: PromptQuestion,
        of app: AppKey,
        suggesting accuracy: AccuracyAuthorization? = nil,
        _ turn: inout Turn
    ) -> PromptIdentifier {
        if let asked = asked(question, of: app) { return asked.identifier }
        let prompt = Prompt(
            identifier: PromptIdentifier(promptNumbers.next(at: turn.now.instant)),
            app: app,
            question: question,
            suggestedAccuracy: accuracy,
            askedAt: turn.now
        )
        prompts.append(prompt)
        turn.touch(app)
        if question.isByClient { turn.count(1, .requests, of: app.user) }
        turn.record(
            .authorization(.asked(prompt.identifier, question: question, agents: agentCount(for: app.user))),
            about: app.subjectOfQuestion
        )
        for session in agents(for: app.user) { turn.emit(.tellAgent(session, .prompt(prompt))) }
        return prompt.identifier
    }

    /// Asks whether an app's widgets share its authorization, once it has widgets that want the location.
    mutating func askAboutWidgets(of app: AppKey, _ turn: inout Turn) {
        let authorization = authorization(of: app)
        guard authorization.leavesWidgetsOpen, manifest(of: app)?.whenInUsePurpose != nil,
            hasLocationWidget(app), !isPaused(app.user)
        else { return }
        ask(.widgets, of: app, &turn)
    }

    /// Asks whether an app may really always know, because a widget or request of it needs that.
    mutating func askToConfirmAlways(_ app: AppKey, _ turn: inout Turn) {
        guard authorization(of: app).isUnconfirmed, !isPaused(app.user) else { return }
        ask(.provisionalAlways, of: app, &turn)
    }

    // MARK: Ends

    /// Applies the person's answer from an agent, and returns the app that the question was about.
    mutating func answer(
        _ identifier: PromptIdentifier,
        _ choice: PromptChoice,
        accuracy: AccuracyAuthorization?,
        on session: SessionIdentifier,
        by caller: Caller,
        _ presence: Presence,
        _ turn: inout Turn
    ) throws(Refusal) -> AppKey {
        guard let agent = agents[session], agent.caller.user == caller.user else {
            throw .unknownSession(session)
        }
        guard let prompt = prompt(identifier) else {
            let end = promptEnds.first(at: identifier) { caller.mayDecideFor($0) }
            throw end.map { .promptOver(identifier, $0) } ?? .unknownPrompt(identifier)
        }
        guard caller.mayDecideFor(prompt.app.user) else { throw .unknownPrompt(identifier) }
        guard prompt.question.choices.contains(choice) else { throw .notAChoice(choice, prompt.question) }
        guard !agent.refusesOnly || !choice.allows else { throw .notPermitted }
        // The question ends first, because the effects of the answer may ask the next one.
        end(prompt, .answered, with: choice, by: session, &turn)
        if prompt.question == .unusedPermission { recordUse(of: prompt.app, &turn) }
        if let proposal = prompt.proposal {
            if choice == .allow { confirm(proposal, of: prompt, by: caller, presence, &turn) }
            return prompt.app
        }
        change(prompt.app, because: .answer(identifier), &turn) {
            $0.apply(choice, to: prompt.question, accuracy: accuracy ?? prompt.suggestedAccuracy, at: $1)
        }
        return prompt.app
    }

    /// Ends a question, and notifies the app that caused it and the agents that still show it.
    mutating func end(
        _ prompt: Prompt,
        _ end: PromptEnd,
        with answer: PromptChoice? = nil,
        by agent: SessionIdentifier? = nil,
        _ turn: inout Turn
    ) {
        guard let index = prompts.firstIndex(of: prompt) else { return }
        prompts.remove(at: index)
        ends.set(.proposal(prompt.identifier), to: nil, at: turn.now)
        promptEnds.add(end, at: prompt.identifier, of: prompt.app.user)
        if prompt.question.isByClient { turn.count(-1, .requests, of: prompt.app.user) }
        turn.touch(prompt.app)
        turn.record(
            .authorization(
                .questionEnded(prompt.identifier, question: prompt.question, end: end, answer, by: agent)
            ),
            about: prompt.app.subjectOfQuestion
        )
        for session in agents(for: prompt.app.user) where session != agent {
            turn.emit(.tellAgent(session, .promptEnded(prompt.identifier, end)))
        }
        // The app is not told what the person considers in the settings.
        if prompt.proposal != nil { return }
        turn.tell(.appTold(prompt.app, .requestEnded(prompt.identifier, prompt.question)))
    }

    /// Ends the questions about an app, or about all apps, that `isOver` picks.
    mutating func endPrompts(
        about app: AppKey,
        _ end: PromptEnd,
        _ turn: inout Turn,
        where isOver: (Prompt) -> Bool
    ) {
        for prompt in prompts(about: app) where isOver(prompt) { self.end(prompt, end, &turn) }
    }

    mutating func endPointlessPrompts(of app: AppKey, _ turn: inout Turn) {
        guard !prompts.isEmpty else { return }
        let (authorization, hasWidget) = (authorization(of: app), hasLocationWidget(app))
        endPrompts(about: app, .pointless, &turn) {
            !$0.question.matters(under: authorization) || $0.question == .widgets && !hasWidget
        }
    }
}

import LocationModel

extension Engine {
    /// Returns the waiting questions that `caller` may answer, in the order of asking.
    package func prompts(for caller: Caller) -> [Prompt] {
        prompts.all.filter { caller.mayDecideFor($0.app.user) }
    }

    // MARK: Requests of apps

    mutating func requestAuthorization(
        _ session: SessionIdentifier,
        _ request: AuthorizationRequest,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard let app = machine.presence.app(of: session, as: .app), caller.mayActFor(app) else { throw .unknownSession(session) }
        guard let manifest = manifest(of: app) else { throw .missingPurpose(app.app, request.purpose) }
        if let missing = manifest.missingPurpose(for: request) { throw .missingPurpose(app.app, missing) }
        let subject = JournalSubject(app: app)
        let authorization = authorization(of: app)
        let question: PromptQuestion
        do throws(RequestObstacle) {
            question = try AppAuthorization(authorization).question(
                for: request,
                isInUse: machine.presence.use(of: app, at: now.instant).isInUse,
                under: authorization
            )
        } catch {
            record(.authorization(.requested(request, .nothing(error))), about: subject)
            return .request(.nothing(error))
        }
        if !prompts.about(app).contains(where: { $0.question == question }) {
            try admit(to: .requests, of: app.user)
            // The quota is checked now, because the answer becomes a decision about the app and is never refused.
            try admit(app)
        }
        let prompt = ask(question, of: app)
        let outcome = RequestOutcome.asking(prompt, agents: agents.sessions(for: app.user).count)
        record(.authorization(.requested(request, outcome)), about: subject)
        return .request(outcome)
    }

    /// Asks the person a question, unless it waits already.
    @discardableResult
    mutating func ask(
        _ question: PromptQuestion,
        of app: AppKey,
        suggesting accuracy: AccuracyAuthorization? = nil
    ) -> PromptIdentifier {
        let (prompt, isNew) = prompts.ask(question, of: app, suggesting: accuracy, at: now)
        guard isNew else { return prompt.identifier }
        touch(app)
        if question.isAskedByApp { turn.count(1, .requests, of: app.user) }
        let sessions = agents.sessions(for: app.user)
        record(
            .authorization(.asked(prompt.identifier, question, agents: sessions.count)),
            about: JournalSubject(app: app)
        )
        for session in sessions { emit(.tellAgent(session, .prompt(prompt))) }
        touchMonitor(app)
        return prompt.identifier
    }

    /// Asks whether an app's widgets share its authorization, once there are widgets concerned.
    mutating func askAboutWidgets(of app: AppKey) {
        let authorization = authorization(of: app)
        guard authorization.leavesWidgetsOpen, manifest(of: app)?.whenInUsePurpose != nil,
            hasLocationWidget(app)
        else { return }
        ask(.widgets, of: app)
    }

    /// Asks whether an app may really always know, because a widget or request of it needs that.
    mutating func askToConfirmAlways(_ app: AppKey) {
        guard authorization(of: app).isUnconfirmed else { return }
        ask(.provisionalAlways, of: app)
    }

    /// Reminds the person of an app that uses "always", if the last confirmation is long ago.
    mutating func remindOfAlways(_ app: AppKey, _ grant: Grant) {
        guard let confirmedAt = grant.alwaysConfirmedAt else {
            var grant = grant
            grant.alwaysConfirmedAt = now.utc
            return commit(.grant(app, grant))
        }
        guard confirmedAt.duration(to: now.utc) >= settings.usageReminderInterval else { return }
        ask(.usageReminder, of: app)
    }

    // MARK: Answers of agents

    mutating func connectAgent(_ session: SessionIdentifier, by caller: Caller, _ call: CallIdentifier) {
        guard caller.mayDecideFor(caller.user) else { return emit(.refuse(call, .notPermitted)) }
        do throws(Refusal) { try machine.presence.open(session, of: caller.user, &turn) } catch {
            return emit(.refuse(call, error))
        }
        agents.add(session, caller)
        record(.authorization(.agentConnected(session)), about: JournalSubject(user: caller.user))
        emit(.tellAgent(session, .session(prompts(for: caller))))
    }

    mutating func disconnectAgent(_ session: SessionIdentifier) {
        guard let caller = agents.remove(session) else { return }
        record(.authorization(.agentDisconnected(session)), about: JournalSubject(user: caller.user))
    }

    mutating func answerPrompt(
        _ session: SessionIdentifier,
        _ identifier: PromptIdentifier,
        _ choice: PromptChoice,
        accuracy: AccuracyAuthorization?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard agents[session]?.user == caller.user else { throw .unknownSession(session) }
        guard let prompt = prompts[identifier] else {
            guard let end = prompts.end(of: identifier, for: caller) else { throw .unknownPrompt(identifier) }
            throw .promptOver(identifier, end)
        }
        guard caller.mayDecideFor(prompt.app.user) else { throw .unknownPrompt(identifier) }
        guard prompt.question.choices.contains(choice) else { throw .notAChoice(choice, prompt.question) }
        // The question ends first, because the effects of the answer may ask the next one.
        end(prompt, .answered(choice, by: session))
        let date = now.utc
        change(prompt.app, because: .answer(identifier)) {
            $0.apply(choice, to: prompt.question, accuracy: accuracy ?? prompt.suggestedAccuracy, at: date)
        }
        return .app(summary(of: prompt.app))
    }

    // MARK: Ends of questions

    /// Ends a question, and notifies the app that caused it and the agents that still show it.
    mutating func end(_ prompt: Prompt, _ end: PromptEnd) {
        if prompts[prompt.identifier] != nil, prompt.question.isAskedByApp {
            turn.count(-1, .requests, of: prompt.app.user)
        }
        prompts.end(prompt.identifier, end)
        touch(prompt.app)
        record(
            .authorization(.questionEnded(prompt.identifier, prompt.question, end)),
            about: JournalSubject(app: prompt.app)
        )
        for session in agents.sessions(for: prompt.app.user) {
            if case .answered(_, by: session) = end { continue }
            emit(.tellAgent(session, .promptEnded(prompt.identifier, end)))
        }
        for session in machine.presence.sessions(of: prompt.app, as: .app) {
            emit(.tellApp(session, .requestEnded(prompt.identifier, prompt.question)))
        }
    }

    /// Ends the questions that a change in the settings has answered.
    mutating func endPromptsDecided(by change: SettingsChange, of app: AppKey) {
        for prompt in prompts.about(app) {
            let isDecided =
                switch prompt.question {
                case .widgets: change.widgets != nil
                case .temporaryFullAccuracy: change.accuracy != nil || change.status != nil
                case .whenInUse, .always, .alwaysUpgrade, .provisionalAlways, .usageReminder:
                    change.status != nil
                }
            if isDecided { end(prompt, .decidedInSettings) }
        }
    }

    /// Ends the questions whose answer no longer matters.
    mutating func endPointlessPrompts(of app: AppKey) {
        let authorization = authorization(of: app)
        for prompt in prompts.about(app)
        where !prompt.question.matters(under: authorization)
            || prompt.question == .widgets && !hasLocationWidget(app)
        {
            end(prompt, .pointless)
        }
    }

    private func hasLocationWidget(_ app: AppKey) -> Bool {
        registered[app].map { KindKey(app: app, kind: $0) }
            .contains { widgets.contains($0) && wantsLocation($0) }
    }
}

extension PromptQuestion {
    /// Whether an app asked the question, rather than the service itself.
    fileprivate var isAskedByApp: Bool {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .temporaryFullAccuracy: true
        case .provisionalAlways, .usageReminder, .widgets: false
        }
    }

    /// Returns whether an answer could still change something.
    fileprivate func matters(under authorization: Authorization) -> Bool {
        switch self {
        case .whenInUse, .always: authorization.status == .notDetermined
        case .alwaysUpgrade:
            authorization.status == .authorizedWhenInUse && !authorization.limits.contains(.whenInUseOnly)
        case .provisionalAlways: authorization.isUnconfirmed
        case .usageReminder: authorization.allowsOutOfUse
        case .temporaryFullAccuracy:
            authorization.status.isAuthorized && authorization.accuracy == .reduced
                && !authorization.limits.contains(.reducedAccuracy)
        case .widgets: authorization.leavesWidgetsOpen
        }
    }
}

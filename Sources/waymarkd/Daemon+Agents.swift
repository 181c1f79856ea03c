import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The agent methods of io.waymark.Settings.
extension Daemon {
    /// The longest accepted locale name, longer than any real one.
    private static let localeLimit = 64

    func openAgent(_ parameters: SettingsInterface.Agent, _ request: Request) throws(CallFailure) {
        let locale = try checkedLocale(parameters.locale)
        try open(SettingsInterface.Agent.self, for: request, locale: locale) { session, call in
            .agentConnected(session, by: request.caller, call: call)
        }
    }

    /// Returns a locale that a client gave as the parameter `locale`.
    func checkedLocale(_ locale: String?) throws(CallFailure) -> String? {
        if let locale, locale.utf8.count > Self.localeLimit { throw .standard(.invalidParameter("locale")) }
        return locale
    }

    func answerPrompt(_ parameters: SettingsInterface.AnswerPrompt, _ request: Request) throws(CallFailure) {
        let command = Command.answerPrompt(
            try parsed(parameters.session, as: "session", SessionIdentifier.init),
            try parsed(parameters.prompt, as: "prompt", PromptIdentifier.init),
            parameters.choice,
            accuracy: parameters.accuracy
        )
        put(command, for: request, SettingsInterface.AnswerPrompt.self) { [unowned self] answer in
            if case .app(let app) = answer { .init(app: description(of: app)) } else { nil }
        }
    }

    /// Sends a question to an agent, in the agent's language.
    func send(_ event: AgentEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = SettingsInterface.Agent.Reply.keepAlive
        switch event {
        case .session(let prompts):
            subject = .session
            reply.event = .session
            reply.session = session.description
            reply.prompts = prompts.map { description(of: $0, in: stream.locale) }
        case .prompt(let prompt):
            subject = .prompt(prompt.identifier)
            reply.event = .prompt
            reply.prompt = description(of: prompt, in: stream.locale)
        case .promptEnded(let prompt, let end):
            subject = .prompt(prompt)
            reply.event = .promptEnded
            reply.ended = prompt.description
            reply.why = .init(end)
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }

    /// Returns a question with the texts of the app's manifest, in the reader's language.
    private func description(of prompt: Prompt, in locale: String?) -> SettingsInterface.Prompt {
        let manifest = engine.manifest(of: prompt.app)
        let name = manifest?.name.text(for: locale) ?? prompt.app.app.rawValue
        let authorization = engine.authorization(of: prompt.app)
        let leavesAccuracy =
            prompt.question.offersAccuracy && !authorization.limits.contains(.reducedAccuracy)
        return SettingsInterface.Prompt(
            prompt: prompt.identifier.description,
            app: prompt.app.app.rawValue,
            user: Int(prompt.app.user.rawValue),
            name: name,
            verificationText: claims[prompt.app]?.text,
            question: .init(prompt.question),
            text: prompt.question.text(about: name),
            purpose: manifest?.purpose(of: prompt.question)?.text(for: locale),
            choices: prompt.question.choices,
            accuracy: leavesAccuracy ? prompt.suggestedAccuracy ?? authorization.accuracy : nil,
            askedAt: prompt.askedAt.utc.description
        )
    }
}

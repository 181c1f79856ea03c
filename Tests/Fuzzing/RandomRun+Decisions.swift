import LocationModel
import WaymarkEngine

// What apps, the person and the administrator do about an authorization.
extension RandomRun {
    mutating func decision(for engine: Engine) -> Event {
        guard hasManifests else {
            hasManifests = true
            return .manifestsInstalled(runManifests, broken: [])
        }
        calls += 1
        let call = CallIdentifier(calls)
        let agent = pickSession(of: agentSessions)
        if let agent, chance(70), let prompt = engine.prompts(for: .owner).randomElement(using: &random) {
            let choice = pick(prompt.question.choices)
            let accuracy = pick([nil, .full, .reduced] as [AccuracyAuthorization?])
            let answer = Command.answerPrompt(agent, prompt.identifier, choice, accuracy: accuracy)
            return .called(answer, by: .owner, call: call)
        }
        let app: AppKey = pick([.weather, .tides])
        guard let session = pickSession(of: appSessions), agent != nil || chance(50) else {
            return connect(app, call)
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0...5:
            let request: AuthorizationRequest = pick([.whenInUse, .always, precise, precise])
            return .called(.requestAuthorization(session, request), by: .owner, call: call)
        case 6:
            openSessions.removeAll { $0 == session }
            return .disconnected(session)
        case 7, 8:
            let status: AuthorizationChoice = pick([.notDetermined, .notDetermined, .authorizedWhenInUse])
            let change = SettingsChange(status: status, accuracy: pick([nil, .reduced, .reduced]))
            return .called(.authorize(app, change), by: .owner, call: call)
        case 9:
            var settings = EngineSettings.ofRandomRuns
            settings.policy = pick([.none] + RandomPolicy.allCases).policy
            return .settingsChanged(settings)
        case 10: return .called(.switchServices(isOn: chance(70), user: app.user), by: .owner, call: call)
        default: return connect(app, call)
        }
    }

    /// Opens a session of an app, or an agent of the person where none is open.
    private mutating func connect(_ app: AppKey, _ call: CallIdentifier) -> Event {
        lastSession += 1
        let session = SessionIdentifier(lastSession)
        openSessions.append(session)
        guard agentSessions.contains(where: openSessions.contains) else {
            agentSessions.append(session)
            return .opened(session, .agent(), by: .owner, call: call)
        }
        appSessions.append(session)
        return .opened(session, .app(app), by: .owner, call: call)
    }
}

import LocationModel
import WaymarkEngine

// Actions of apps, agents, people and administrators.
extension EventChoices {
    /// Chooses a session that opens, or manifests to install.
    mutating func connection() -> Event {
        switch source.number(below: 5) {
        case 4: return .monitorConnected(newSession(), source.pick(apps), by: caller(), call: call())
        case 0:
            return .agentConnected(newSession(), by: caller(), call: call(), refusesOnly: source.flag())
        case 1:
            let manifests = source.flag() ? [manifest()] : []
            return .manifestsInstalled(manifests, broken: source.flag() ? [source.pick(apps).app] : [])
        default: return .appConnected(newSession(), source.pick(apps), by: caller(), call: call())
        }
    }

    /// Chooses a request, an answer or a setting.
    mutating func decision() -> Command {
        let app = source.pick(apps)
        switch source.number(below: 15) {
        case 10: return .startMonitoring(app, source.pick(MonitoredService.allCases))
        case 11: return .stopMonitoring(app, source.pick(MonitoredService.allCases))
        case 13: return .pause(user: app.user, source.pick([nil, .zero, .seconds(60), .seconds(1e8)]))
        case 14: return .resume(user: app.user)
        case 12: return .acknowledge(app, MonitorEventIdentifier(UInt64(source.byte())))
        case 0: return .reset(user: app.user, app: source.flag() ? app.app : nil)
        case 1: return .registerManifest(manifest(), text: "[App]", user: app.user)
        case 2: return .withdrawManifest(app)
        case 3: return .switchServices(isOn: source.flag(), user: source.flag() ? app.user : nil)
        case 4: return .setAppVisibility(app, visible: source.flag(), session: session())
        case 5, 6: return .requestAuthorization(session(), request())
        default:
            let accuracy: AccuracyAuthorization? = source.pick([nil, .full, .reduced])
            guard !prompts.isEmpty else {
                let prompt = PromptIdentifier(UInt64(source.byte()))
                return .answerPrompt(session(), prompt, .deny, accuracy: accuracy)
            }
            let (agent, prompt) = source.pick(prompts)
            let choice = source.pick(
                source.number(below: 8) == 0 ? PromptChoice.allCases : prompt.question.choices
            )
            return .answerPrompt(
                source.number(below: 8) == 0 ? session() : agent,
                prompt.identifier,
                choice,
                accuracy: accuracy
            )
        }
    }

    mutating func policy() -> AuthorizationPolicy {
        var policy = AuthorizationPolicy()
        for _ in 0..<source.number(below: 3) {
            let app = source.pick(apps)
            policy.add(
                AuthorizationLimits(rawValue: source.byte() & AuthorizationLimits.ofPolicy.rawValue),
                for: .init(app: source.flag() ? app.app : nil, user: source.flag() ? app.user : nil)
            )
        }
        return policy
    }

    private mutating func request() -> AuthorizationRequest {
        switch source.number(below: 3) {
        case 0: .whenInUse
        case 1: .always
        default: PurposeKey("Route").map { .temporaryFullAccuracy(purpose: $0) } ?? .always
        }
    }

    private mutating func manifest() -> AppManifest {
        var manifest = AppManifest(identifier: source.pick(apps).app, name: LocalizedText("App"))
        guard source.number(below: 4) > 0 else { return manifest }
        manifest.whenInUsePurpose = LocalizedText("Shows what is near.")
        if source.flag() { manifest.alwaysPurpose = LocalizedText("Reminds of it.") }
        if let route = PurposeKey("Route") {
            manifest.temporaryAccuracyPurposes = [route: LocalizedText("Finds the way.")]
        }
        if source.flag() { manifest.defaultAccuracy = .reduced }
        if source.flag(), let name = ExtensionName("Widgets") {
            let wants = source.flag()
            manifest.extensions = [AppExtension(name: name, kinds: kinds, wantsLocation: wants)]
        }
        return manifest
    }
}

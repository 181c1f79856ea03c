import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The engine's authorization values as types of the interfaces.

extension WidgetsInterface.Authorization {
    init(_ authorization: Authorization) {
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.grant.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates
        )
    }
}

extension WidgetsInterface.Serve.Reply {
    /// Returns a copy without a location that the authorization no longer covers, for a provider that is told late.
    func withholding(under authorization: Authorization) -> Self {
        let isAuthorized = authorization.isAuthorizedForWidgetUpdates
        guard !isAuthorized || authorization.accuracy == .reduced, reload?.location != nil else {
            return self
        }
        var reply = self
        reply.reload?.location = nil
        reply.reload?.locationAbsence = isAuthorized ? .locationUnknown : .unauthorized
        reply.reload?.unknownLocation = nil
        reply.reload?.isAuthorizedForWidgetUpdates = isAuthorized
        return reply
    }
}

extension LocationInterface.Authorization {
    init(_ authorization: Authorization) {
        let isReduced = authorization.status.isAuthorized && authorization.accuracy == .reduced
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.grant.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            unavailableServices: isReduced ? [.regions, .heading, .beacons] : []
        )
    }
}

extension LocationInterface.RequestAuthorization.Reply {
    init?(_ answer: Answer) {
        guard case .request(let outcome) = answer else { return nil }
        self.init(outcome: .init(outcome), text: outcome.text, prompt: outcome.prompt?.description)
    }
}

extension RequestOutcome {
    /// The identifier of the question to the person, if any.
    fileprivate var prompt: PromptIdentifier? {
        if case .asking(let prompt, _) = self { prompt } else { nil }
    }
}

extension LocationInterface.Outcome {
    init(_ outcome: RequestOutcome) {
        switch outcome {
        case .asking(_, agents: 0): self = .noAgent
        case .asking: self = .authorizationRequestInProgress
        case .nothing(let obstacle): self = .init(obstacle)
        }
    }

    private init(_ obstacle: RequestObstacle) {
        switch obstacle {
        case .notInUse: self = .notInUse
        case .alreadyDetermined: self = .alreadyDetermined
        case .allowedOnce: self = .allowedOnce
        case .alwaysWasAsked: self = .alwaysWasAsked
        case .restricted: self = .restricted
        case .servicesOff: self = .servicesOff
        case .notAuthorized: self = .notAuthorized
        case .alreadyFullAccuracy: self = .alreadyFullAccuracy
        }
    }
}

extension SettingsInterface.Question {
    init(_ question: PromptQuestion) {
        switch question {
        case .whenInUse: self = .whenInUse
        case .always: self = .always
        case .alwaysUpgrade: self = .alwaysUpgrade
        case .provisionalAlways: self = .provisionalAlways
        case .usageReminder: self = .usageReminder
        case .temporaryFullAccuracy: self = .temporaryFullAccuracy
        case .widgets: self = .widgets
        }
    }
}

extension SettingsInterface.PromptEnd {
    init(_ end: PromptEnd) {
        switch end {
        case .answered: self = .answered
        case .decidedInSettings: self = .decidedInSettings
        case .useEnded: self = .useEnded
        case .pointless: self = .pointless
        }
    }
}

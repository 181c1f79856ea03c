package import LocationModel

/// A request of an app to the person.
package enum AuthorizationRequest: Hashable, Codable, Sendable {
    /// The location while the app is in use.
    case whenInUse

    /// The location at any time.
    case always

    /// The exact location while the app is in use, for the purpose with this key in its manifest.
    case temporaryFullAccuracy(purpose: PurposeKey)
}

/// A question to the person.
package enum PromptQuestion: Hashable, Codable, Sendable {
    /// Whether the app may know the location while it is in use.
    case whenInUse

    /// The same, for an app that wants to know at any time.
    case always

    /// Whether an app with when in use may always know the location.
    case alwaysUpgrade

    /// Whether an app with a provisional always may really always know, now that it matters for the first time.
    case provisionalAlways

    /// Whether an app that uses "always" may keep it.
    case usageReminder

    /// Whether the app may know the exact location while in use, for a purpose of its manifest.
    case temporaryFullAccuracy(purpose: PurposeKey)

    /// Whether the app's widgets share its authorization.
    case widgets

    /// The possible answers.
    package var choices: [PromptChoice] {
        switch self {
        case .whenInUse, .always: [.allowWhileUsing, .allowOnce, .deny]
        case .alwaysUpgrade, .provisionalAlways, .usageReminder: [.allowAlways, .keepWhileUsing]
        case .temporaryFullAccuracy, .widgets: [.allow, .deny]
        }
    }

    /// Whether the answer may choose the accuracy.
    package var offersAccuracy: Bool { self == .whenInUse || self == .always }

    /// Whether the question is pointless once the app is not in use.
    package var endsWithUse: Bool {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .temporaryFullAccuracy: true
        case .provisionalAlways, .usageReminder, .widgets: false
        }
    }
}

/// The outcome of a request.
package enum RequestOutcome: Hashable, Sendable {
    /// The person is asked through `agents` agents.
    ///
    /// With none, the question waits for an agent or for a change in the settings.
    case asking(PromptIdentifier, agents: Int)

    /// The request has no effect.
    case nothing(RequestObstacle)
}

/// The reason why a request asks the person nothing.
package enum RequestObstacle: String, Error, Hashable, Sendable, CaseIterable {
    /// The app is not in use.
    case notInUse

    /// The person has decided already.
    case alreadyDetermined

    /// The app is allowed once, and can ask for more the next time.
    case allowedOnce

    /// The app has used its one chance to ask for always.
    case alwaysWasAsked

    /// The administrator does not allow it.
    case restricted

    /// Location services are switched off.
    case servicesOff

    /// The app may not know the location at all.
    case notAuthorized

    /// The app may already know the exact location.
    case alreadyFullAccuracy
}

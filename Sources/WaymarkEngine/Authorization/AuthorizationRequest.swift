package import LocationModel

/// What an app asks the person for.
package enum AuthorizationRequest: Hashable, Sendable {
    /// To know the location while it is in use.
    case whenInUse

    /// To know the location at any time.
    case always

    /// To know exactly while it is in use, for the purpose with this key in its manifest.
    case temporaryFullAccuracy(purpose: PurposeKey)
}

/// What the person is asked.
package enum PromptQuestion: Hashable, Sendable {
    /// Whether the app may know the location while it is in use.
    case whenInUse

    /// The same, of an app that wants to know at any time.
    case always

    /// Whether an app that may know while in use may always know.
    case alwaysUpgrade

    /// Whether an app may really always know, now that it matters for the first time.
    case provisionalAlways

    /// Whether an app that makes use of "always" may go on doing so.
    case usageReminder

    /// Whether the app may know exactly while it is in use, for a purpose of its manifest.
    case temporaryFullAccuracy(purpose: PurposeKey)

    /// Whether the app's widgets share its authorization.
    case widgets

    /// What can be answered.
    package var choices: [PromptChoice] {
        switch self {
        case .whenInUse, .always: [.allowWhileUsing, .allowOnce, .deny]
        case .alwaysUpgrade, .provisionalAlways, .usageReminder: [.allowAlways, .keepWhileUsing]
        case .temporaryFullAccuracy, .widgets: [.allow, .deny]
        }
    }

    /// Whether the answer may say how exactly the app is to know.
    package var offersAccuracy: Bool { self == .whenInUse || self == .always }

    /// Whether it makes sense only as long as the app is in use.
    package var endsWithUse: Bool {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .temporaryFullAccuracy: true
        case .provisionalAlways, .usageReminder, .widgets: false
        }
    }
}

/// What becomes of a request.
package enum RequestOutcome: Hashable, Sendable {
    /// The person is being asked, through as many agents as given; with none, until one comes or the settings decide.
    case asking(PromptIdentifier, agents: Int)

    /// Nothing.
    case nothing(RequestObstacle)
}

/// Why a request does not ask the person anything.
package enum RequestObstacle: String, Error, Hashable, Sendable, CaseIterable {
    /// The app is not in use.
    case notInUse

    /// The person has decided already.
    case alreadyDetermined

    /// The app is allowed once, and can ask for more next time.
    case allowedOnce

    /// The app had its one chance to ask for always.
    case alwaysWasAsked

    /// The administrator does not allow it.
    case restricted

    /// Location services are switched off.
    case servicesOff

    /// The app may not know the location at all.
    case notAuthorized

    /// It may know exactly already.
    case alreadyFullAccuracy
}

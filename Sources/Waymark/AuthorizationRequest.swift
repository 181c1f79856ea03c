import WaymarkInterfaces

/// What became of a request to ask the person.
@nonexhaustive public enum AuthorizationRequestOutcome: Hashable, Sendable {
    /// Why the person is not asked.
    @nonexhaustive public enum Obstacle: String, Hashable, Sendable {
        /// The app is not in use.
        case notInUse

        /// The person has decided already; only the settings change that.
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

        /// The app may know exactly already.
        case alreadyFullAccuracy
    }

    /// The person is being asked; a change of the authorization tells how it ends.
    case inProgress

    /// The person is asked once an agent is there that can ask, unless the settings decide before.
    case noAgent

    /// The person is not asked.
    case notAsked(Obstacle)
}

extension AuthorizationRequestOutcome: CustomStringConvertible {
    /// The outcome in a word, as the service says it.
    public var description: String {
        switch self {
        case .inProgress: "authorizationRequestInProgress"
        case .noAgent: "noAgent"
        case .notAsked(let obstacle): obstacle.rawValue
        }
    }

    init(_ outcome: LocationInterface.Outcome) {
        self =
            switch outcome {
            case .authorizationRequestInProgress: .inProgress
            case .noAgent: .noAgent
            case .notInUse: .notAsked(.notInUse)
            case .alreadyDetermined: .notAsked(.alreadyDetermined)
            case .allowedOnce: .notAsked(.allowedOnce)
            case .alwaysWasAsked: .notAsked(.alwaysWasAsked)
            case .restricted: .notAsked(.restricted)
            case .servicesOff: .notAsked(.servicesOff)
            case .notAuthorized: .notAsked(.notAuthorized)
            case .alreadyFullAccuracy: .notAsked(.alreadyFullAccuracy)
            }
    }
}

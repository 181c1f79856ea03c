import WaymarkInterfaces

/// The outcome of a request for an authorization.
@nonexhaustive public enum AuthorizationRequestOutcome: Hashable, Sendable {
    /// A reason for which the person is not asked.
    @nonexhaustive public enum Obstacle: String, Hashable, Sendable {
        /// The app is not in use.
        case notInUse

        /// The person has decided already; only the settings change that.
        case alreadyDetermined

        /// The person allowed the app once; it can ask for more next time.
        case allowedOnce

        /// The app has asked for always before, and may do so only once.
        case alwaysWasAsked

        /// The administrator forbids it.
        case restricted

        /// Location services are switched off.
        case servicesOff

        /// The app is not authorized for the location at all.
        case notAuthorized

        /// The app has full accuracy already.
        case alreadyFullAccuracy
    }

    /// The person is being asked; the answer arrives as a change of the authorization.
    case inProgress

    /// No agent is there that can ask the person; the question waits for one, or for a decision in the settings.
    case noAgent

    /// The person is not asked.
    case notAsked(Obstacle)
}

extension AuthorizationRequestOutcome: CustomStringConvertible {
    /// The service's word for the outcome, such as `noAgent`.
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

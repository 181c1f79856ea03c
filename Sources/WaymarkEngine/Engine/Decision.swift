/// A decision of the engine with its evidence, including decisions to do nothing.
package enum Decision: Hashable, Sendable, Evidential {
    case position(PositionDecision)
    case power(PowerDecision)
    case beacons(BeaconDecision)
    case authorization(AuthorizationDecision)
    case locationRequest(request: LocationRequestIdentifier, LocationRequestDecision)
    case monitor(MonitorDecision)
    case anchor(AnchorDecision)
    case follower(SessionIdentifier, FollowerDecision)
    case serviceSession(SessionIdentifier, ServiceSessionDecision)
    case launch(LaunchDecision)
    case widget(WidgetDecision)

    /// The names of all kinds of decisions.
    ///
    /// Whoever waits for a decision checks the name with these: a misspelt one would never come.
    package static let names = Set(types.flatMap { $0.names })

    private static var types: [any ComponentDecision.Type] {
        [
            PositionDecision.self, PowerDecision.self, BeaconDecision.self, AuthorizationDecision.self,
            LocationRequestDecision.self, MonitorDecision.self, AnchorDecision.self, FollowerDecision.self,
            ServiceSessionDecision.self, LaunchDecision.self, WidgetDecision.self,
        ]
    }

    private var carried: any ComponentDecision {
        switch self {
        case .position(let decision): decision
        case .power(let decision): decision
        case .beacons(let decision): decision
        case .authorization(let decision): decision
        case .locationRequest(_, let decision): decision
        case .monitor(let decision): decision
        case .anchor(let decision): decision
        case .follower(_, let decision): decision
        case .serviceSession(_, let decision): decision
        case .launch(let decision): decision
        case .widget(let decision): decision
        }
    }

    /// The name of the decision's kind, in one word for programs: one of ``names``.
    package var name: String { carried.name }

    /// The decision and its reasons in one sentence for a person.
    package var text: String {
        switch self {
        case .locationRequest(let request, let decision): "\(request) \(decision.text)"
        case .follower(let session, let decision): "\(session) \(decision.text)"
        case .serviceSession(let session, let decision): "\(session) \(decision.text)"
        default: carried.text
        }
    }

    /// The evidence of the decision by name, for programs.
    package var evidence: [String: EvidenceValue] { carriedEvidence }

    /// Whether the decision reveals how far the machine moved, and when.
    var tellsOfMovement: Bool { carried.tellsOfMovement }
}

/// A decision of one component, with its name, words and evidence in the file of its cases.
protocol ComponentDecision: Evidential {
    static var names: [String] { get }

    /// The name of the decision's kind, one of ``names``: that of the case, unless a type makes it another.
    var name: String { get }
    var text: String { get }
    var tellsOfMovement: Bool { get }
}

extension ComponentDecision {
    var name: String { caseName(of: self) }
    var tellsOfMovement: Bool { false }
}

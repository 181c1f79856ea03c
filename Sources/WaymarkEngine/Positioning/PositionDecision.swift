package import LocationModel

/// A decision about where the machine is, and which receiver says so.
package enum PositionDecision: Hashable, Sendable, ComponentDecision {
    case significantChange(distanceMeters: Double?, elapsed: Duration?)
    case changeHeld(distanceMeters: Double, remaining: Duration)
    case fixHeld(doubt: FixDoubt)
    case receiver(ReceiverIdentifier, receiver: String, ReceiverState)
    case followed(FollowChange, receiver: String, earlier: String?)
    case trustChanged(TrustVerdict, earlierTrust: Trust, receiver: String)
    case statedPlace(step: StatedPlaceDecision)

    static let names = [
        "significantChange", "changeHeld", "fixHeld", "receiver", "followed", "trustChanged", "statedPlace",
    ]

    var tellsOfMovement: Bool {
        switch self {
        case .significantChange, .changeHeld, .fixHeld, .trustChanged: true
        case .receiver, .followed, .statedPlace: false
        }
    }

    var text: String {
        switch self {
        case .significantChange(let distance?, let elapsed?):
            "moved \(meters(distance)) in \(elapsed.words) since the last notified place: a significant change"
        case .significantChange: "the first place is known: a significant change"
        case .changeHeld(let distance, let remaining):
            "moved \(meters(distance)), but the last change is too recent: held for \(remaining.words)"
        case .fixHeld(let doubt): "a fix is not believed yet: \(doubt.text)"
        case .receiver(_, let name, let state): "\(name): \(state.text)"
        case .followed(let change, let name, let earlier): change.text(name: name, earlier: earlier)
        case .trustChanged(let verdict, let earlier, let name):
            "\(name) is \(verdict.trust == .trusted ? "trusted again" : verdict.text), after \(earlier.rawValue)"
        case .statedPlace(let decision): decision.text
        }
    }
}

import LocationModel

package enum AnchorDecision: Hashable, Sendable, ComponentDecision {
    case anchorDropped(AnchorRode)

    /// The app says that the boat has settled; `isFitted` says whether its swing showed where the anchor is.
    case anchorSet(radiusMeters: Double, isFitted: Bool)
    case anchorRaised(cause: MonitorEnd)
    case anchorSilenced
    case changed(AnchorWatch.Change)

    static let names = [
        "anchorDropped", "anchorSet", "anchorRaised", "anchorSilenced", "anchorPlaced", "anchorDragging",
        "anchorHolding", "anchorUnknown",
    ]

    var tellsOfMovement: Bool {
        switch self {
        case .changed(.dragging), .changed(.holding): true
        case .changed(.placed), .changed(.unknown), .anchorDropped, .anchorSet, .anchorRaised,
            .anchorSilenced:
            false
        }
    }

    var name: String {
        switch self {
        case .changed(.placed): "anchorPlaced"
        case .changed(.dragging): "anchorDragging"
        case .changed(.holding): "anchorHolding"
        case .changed(.unknown): "anchorUnknown"
        default: caseName(of: self)
        }
    }

    var text: String {
        switch self {
        case .anchorDropped(let rode):
            "the anchor is dropped, with \(rounded(rode.chainMeters)) of chain in \(rounded(rode.depthMeters)), "
                + "\(rounded(rode.bowMeters)) before the antenna"
        case .anchorSet(let radius, let isFitted):
            "the anchor is set: the circle of \(rounded(radius)) is around "
                + (isFitted ? "the middle of the swing" : "the same place; the swing shows no other")
        case .anchorRaised(let end): "the anchor is watched no more: \(end.text)"
        case .anchorSilenced: "somebody has heard the alarm about the anchor"
        case .changed(.placed(let radius, let error)):
            "the anchor's place is known to \(rounded(error)): watched in a circle of \(rounded(radius))"
        case .changed(.dragging(let distance, let radius, let outside)):
            "the anchor drags: the latest fix is \(rounded(distance)) away, outside the circle of \(rounded(radius)), "
                + "as the fixes of \(outside.words) say"
        case .changed(.holding(let distance, let radius)):
            "the anchor holds again: the latest fix is \(rounded(distance)) away, within the circle of "
                + "\(rounded(radius))"
        case .changed(.unknown(let doubt, let elapsed)):
            "whether the anchor holds is not known any more: \(doubt.text)"
                + (elapsed > .zero && doubt != .notPermitted ? " for \(elapsed.words)" : "")
        }
    }

    /// The evidence of fixes is in whole metres and seconds, as in the text: finer distances would tell more
    /// of the place.
    var evidence: [String: EvidenceValue] {
        if case .anchorDropped = self { return carriedEvidence }
        return carriedEvidence.mapValues { value in
            if case .number(let number) = value { .number(number.rounded()) } else { value }
        }
    }

    private func rounded(_ distance: Double) -> String { meters(distance.rounded()) }
}

extension AnchorRode: Evidential {}

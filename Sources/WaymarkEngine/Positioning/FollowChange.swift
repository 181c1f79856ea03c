import LocationModel

package struct FollowChange: Hashable, Sendable, Evidential {
    package enum Reason: Hashable, Sendable, Evidential {
        case first

        /// The new receiver has stated the smaller error for a while.
        case moreAccurate

        /// The owner ranks the new receiver before the earlier one, and it has had a position for a while.
        case preferred
        case otherSilent(silent: Duration)

        /// The earlier receiver has lost its position, or has become unreachable.
        case otherLost

        /// A third receiver agrees with the new one, and the earlier one with neither.
        ///
        /// The earlier one is `distanceMeters` away, beyond the errors.
        case otherContradicted(distanceMeters: Double)
    }

    package var receiver: ReceiverIdentifier
    package var earlier: ReceiverIdentifier?
    package var reason: Reason

    /// The smoothed 68 % radius that the new receiver states, in metres; `nil` when it states none.
    package var accuracyMeters: Double?
    package var earlierAccuracyMeters: Double?

    func text(name: String, earlier: String?) -> String {
        let accuracy = accuracyMeters.map { " (accurate to \(radius($0)))" } ?? " (of unknown accuracy)"
        let other = earlier ?? "the one before"
        switch reason {
        case .first: return "following \(name)\(accuracy)"
        case .moreAccurate:
            let before = earlierAccuracyMeters.map { radius($0) } ?? "unknown accuracy"
            return "following \(name)\(accuracy) instead of \(other), which is less accurate (\(before))"
        case .preferred: return "following \(name)\(accuracy), which is ranked before \(other)"
        case .otherSilent(let duration):
            return "following \(name)\(accuracy), because \(other) has given no fix for \(duration.words)"
        case .otherLost: return "following \(name)\(accuracy), because \(other) has no position any more"
        case .otherContradicted(let distance):
            return
                "following \(name)\(accuracy), because another receiver agrees with it and not with \(other), "
                + "\(meters(distance)) away"
        }
    }

    private func radius(_ distance: Double) -> String {
        distance < 10 ? "\((distance * 10).rounded() / 10) m" : meters(distance)
    }
}

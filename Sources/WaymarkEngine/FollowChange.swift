/// A change of the followed receiver, with the evidence.
package struct FollowChange: Hashable, Codable, Sendable {
    /// The reason for following another receiver.
    package enum Reason: Hashable, Codable, Sendable {
        /// No receiver was followed before.
        case first

        /// The new receiver has stated the smaller error for a while.
        case moreAccurate

        /// The earlier receiver has given no fix for `for`.
        case otherSilent(for: Duration)

        /// The earlier receiver has lost its position, or has become unreachable.
        case otherLost

        /// A third receiver agrees with the new one, and the earlier one with neither.
        ///
        /// The earlier one is `byMeters` away, beyond the errors.
        case otherContradicted(byMeters: Double)
    }

    /// The receiver that is followed now.
    package var receiver: ReceiverIdentifier

    /// The receiver that was followed before.
    package var earlier: ReceiverIdentifier?

    /// The reason.
    package var reason: Reason

    /// The smoothed 68 % radius that the new receiver states, in metres; `nil` when it states none.
    package var accuracyMeters: Double?

    /// The same of the earlier receiver.
    package var earlierAccuracyMeters: Double?
}

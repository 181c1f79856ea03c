/// Another receiver is followed from now on, with the evidence.
package struct FollowChange: Hashable, Sendable {
    /// Why another receiver is followed.
    package enum Reason: Hashable, Sendable {
        /// None was followed before.
        case first

        /// It has stated the smaller error for a while.
        case moreAccurate

        /// The one before has given no fix for as long as given.
        case otherSilent(for: Duration)

        /// The one before has lost its position, or cannot be reached any more.
        case otherLost

        /// A third receiver agrees with it, and the one before with neither: they are apart by as much as given,
        /// beyond their errors.
        case otherContradicted(byMeters: Double)
    }

    /// The receiver that is followed.
    package var receiver: ReceiverIdentifier

    /// The one that was followed before.
    package var earlier: ReceiverIdentifier?

    /// Why.
    package var reason: Reason

    /// The radius that it states to hold the truth with 68 % probability, smoothed; `nil` where it states none.
    package var accuracyMeters: Double?

    /// The same of the receiver before.
    package var earlierAccuracyMeters: Double?
}

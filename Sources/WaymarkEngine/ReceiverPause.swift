/// A time for which receivers are closed although somebody may use a significant change.
package struct ReceiverPause: Hashable, Sendable {
    /// Why nothing is to be expected meanwhile.
    package enum Reason: Hashable, Sendable {
        /// The machine cannot be far enough away by then: the metres until a change would be significant, and the speed
        /// that it may reach.
        case cannotBeFar(remainingMeters: Double, metersPerSecond: Double)

        /// The next change may only be told then.
        case tooSoon

        /// No credible fix: this search found none in `after`, and no search has for `inVainFor`.
        case noFix(after: Duration, inVainFor: Duration)
    }

    /// How long.
    package var duration: Duration

    /// Why.
    package var reason: Reason
}

/// A pause: receivers are closed although a consumer waits for significant changes.
package struct ReceiverPause: Hashable, Sendable {
    /// The reason why no change is expected during the pause.
    package enum Reason: Hashable, Sendable {
        /// The machine cannot move far enough.
        ///
        /// A significant change is `remainingMeters` away, and the machine may reach `metersPerSecond`.
        case cannotBeFar(remainingMeters: Double, metersPerSecond: Double)

        /// The next change may not be announced earlier.
        case tooSoon

        /// No credible fix: this search found none in `after`, and no search has for `inVainFor`.
        case noFix(after: Duration, inVainFor: Duration)
    }

    /// The length of the pause.
    package var duration: Duration

    /// The reason for the pause.
    package var reason: Reason

    /// Whether the receivers searched for a fix in vain before.
    var followsSearchInVain: Bool { if case .noFix = reason { true } else { false } }
}

/// A pause: receivers are closed although a consumer waits for significant changes.
package struct ReceiverPause: Hashable, Codable, Sendable {
    /// The reason why no change is expected during the pause.
    package enum Reason: Hashable, Codable, Sendable {
        /// The machine cannot move far enough.
        ///
        /// A significant change is `remainingMeters` away, and the machine may reach `metersPerSecond`.
        case cannotBeFar(remainingMeters: Double, metersPerSecond: Double)

        /// The nearest edge of a region is `remainingMeters` away, or a crossing waits for another fix.
        case regionEdge(remainingMeters: Double)

        /// An app wants visits, and the machine may stop for one, or has been in a place for `seenFor`.
        ///
        /// That time is zero while the machine is on its way.
        case visitMayBegin(seenFor: Duration)

        /// The machine has stayed in its place for a time, and will probably stay on.
        case atRest(for: Duration)

        /// The next change may not be announced earlier.
        case tooSoon

        /// No stream of an app needs a location before the machine has moved `slackMeters`.
        ///
        /// The machine may reach `metersPerSecond`.
        case staysNear(slackMeters: Double, metersPerSecond: Double)

        /// No stream of an app is due for the next location earlier.
        case notDue

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

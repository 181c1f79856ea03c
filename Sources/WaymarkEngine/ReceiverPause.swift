/// A time for which receivers are closed although somebody may use a significant change.
package struct ReceiverPause: Hashable, Sendable {
    /// Why nothing is to be expected meanwhile.
    package enum Reason: Hashable, Sendable {
        /// The machine is believed not to go so far in that time: metres to go until a change would be significant, and
        /// the metres per second that it may make.
        case cannotBeFar(remainingMeters: Double, metersPerSecond: Double)

        /// The next change may only be told then.
        case tooSoon

        /// There was no fix to be believed for as long as given, nor since the first of as many searches as lie in the time
        /// given.
        case noFix(after: Duration, inVainFor: Duration)
    }

    /// How long.
    package var duration: Duration

    /// Why.
    package var reason: Reason
}

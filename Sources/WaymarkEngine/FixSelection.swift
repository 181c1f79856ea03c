package import LocationModel

/// Knows the machine's latest fix and how each receiver is doing.
///
/// One receiver is followed at a time, and another only once that has given no fix for a while: two fixes of
/// different receivers are never mixed, nor is a small difference between them taken for movement.
package struct FixSelection: Hashable, Sendable {
    /// A fix with its arrival.
    package struct Received: Hashable, Sendable {
        /// The fix.
        package var fix: Fix

        /// When it came.
        package var receivedAt: ContinuousClock.Instant
    }

    /// How long the followed receiver may give no fix before another is followed.
    private static let patience: Duration = .seconds(5)

    /// The latest fix that is believed, which is where the machine is.
    private(set) var latest: Received?
    private var lastFollowedFix: ContinuousClock.Instant?
    private var followed: ReceiverIdentifier?
    private var states: [ReceiverIdentifier: ReceiverState] = [:]
    private var lastFixes: [ReceiverIdentifier: ContinuousClock.Instant] = [:]

    /// Takes note of a fix, and returns whether it comes from the receiver that is followed.
    mutating func noteFix(from receiver: ReceiverIdentifier, at now: ContinuousClock.Instant) -> Bool {
        lastFixes[receiver] = now
        if let followed, followed != receiver, let lastFollowedFix, lastFollowedFix + Self.patience > now {
            return false
        }
        followed = receiver
        lastFollowedFix = now
        return true
    }

    /// Takes a fix of the receiver that is followed for where the machine is.
    mutating func believe(_ fix: Fix, at now: ContinuousClock.Instant) {
        latest = Received(fix: fix, receivedAt: now)
    }

    /// Takes note of a receiver's state, and returns whether it is another than before.
    mutating func take(_ state: ReceiverState, of receiver: ReceiverIdentifier) -> Bool {
        if followed == receiver, state != .fixed { followed = nil }
        return states.updateValue(state, forKey: receiver) != state
    }

    /// Returns a receiver's state.
    package func state(of receiver: ReceiverIdentifier) -> ReceiverState { states[receiver] ?? .off }

    /// Returns the age of a receiver's last fix.
    package func fixAge(of receiver: ReceiverIdentifier, at now: ContinuousClock.Instant) -> Duration? {
        lastFixes[receiver].map { $0.duration(to: now) }
    }

    /// Returns the machine's fix with its age, unless it is older than `lifetime`.
    func fresh(at now: ContinuousClock.Instant, lifetime: Duration) -> (fix: Fix, age: Duration)? {
        guard let latest else { return nil }
        let age = latest.receivedAt.duration(to: now)
        return age <= lifetime ? (latest.fix, age) : nil
    }
}

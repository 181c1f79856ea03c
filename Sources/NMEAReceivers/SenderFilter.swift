import LocationModel

/// Accepts the datagrams of one sender at a time, until that sender falls silent.
///
/// The mixed sentences of two receivers would otherwise be joined into common fixes.
struct SenderFilter<Sender: Hashable> {
    /// The time after which a sender counts as silent, the same as for a lost receiver.
    private static var silence: Duration { .seconds(5) }

    private var accepted: (sender: Sender, lastArrival: MonotonicInstant)?

    /// Returns whether to accept a datagram of this sender.
    mutating func accepts(_ sender: Sender, at now: MonotonicInstant) -> Bool {
        if let accepted, accepted.sender != sender, now - accepted.lastArrival < Self.silence { return false }
        accepted = (sender, now)
        return true
    }
}

import LocationModel

/// Follows one of several senders to the same port, until it falls silent.
///
/// Two receivers whose sentences come mixed would make fixes of both.
struct SenderChoice<Sender: Hashable> {
    /// As long as it takes for a receiver to be called lost.
    private static var silence: Duration { .seconds(5) }

    private var followed: (sender: Sender, heardAt: MonotonicInstant)?

    /// Tells whether to listen to what a sender has sent.
    mutating func accepts(_ sender: Sender, at now: MonotonicInstant) -> Bool {
        if let followed, followed.sender != sender, now - followed.heardAt < Self.silence { return false }
        followed = (sender, now)
        return true
    }
}

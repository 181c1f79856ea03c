/// Keeps receivers on while somebody may use a fix, and for a while after.
struct ReceiverDemand: Hashable, Sendable {
    /// What has to be done about the receivers.
    enum Change: Hashable {
        /// Open them.
        case on(ReceiverNeed)

        /// Close them.
        case off(unusedFor: Duration)
    }

    /// How long receivers stay on after the last need.
    var idleAfter: Duration

    /// Whether receivers are on.
    private(set) var isOn = false

    /// The need that keeps them on now.
    private(set) var need: ReceiverNeed?
    private var unusedSince: ContinuousClock.Instant?

    init(idleAfter: Duration) { self.idleAfter = idleAfter }

    /// Takes note of what need there is, and returns what has to be done about it.
    mutating func update(_ need: ReceiverNeed?, at now: ContinuousClock.Instant) -> Change? {
        self.need = need
        if let need {
            unusedSince = nil
            guard !isOn else { return nil }
            isOn = true
            return .on(need)
        }
        guard isOn else { return nil }
        let since = unusedSince ?? now
        unusedSince = since
        guard since + idleAfter <= now else { return nil }
        isOn = false
        unusedSince = nil
        return .off(unusedFor: since.duration(to: now))
    }

    /// When receivers are to be closed unless a need arises before.
    var nextDeadline: ContinuousClock.Instant? { unusedSince.map { $0 + idleAfter } }
}

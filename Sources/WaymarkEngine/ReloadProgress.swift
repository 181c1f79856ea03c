import LocationModel

/// The progress of the reload that a widget is owed.
struct ReloadProgress: Hashable, Sendable {
    /// A request that waits for its answer.
    struct Outstanding: Hashable {
        var request: RequestIdentifier
        var session: SessionIdentifier
        var deadline: MonotonicInstant
        var knowsLocation: Bool

        /// What has come up since, so that another reload follows the answer.
        var again: ReloadReason?
    }

    /// The request that waits for its answer.
    var outstanding: Outstanding?

    /// Until when a reload waits for a fix.
    var fixAwaitedUntil: MonotonicInstant?

    /// When a failed reload is tried again.
    var retryAt: MonotonicInstant?

    /// The obstacle that was recorded last, so that each is recorded once.
    var obstacle: ReloadObstacle.Kind?

    /// The delays after failures, while there were some since the last success.
    private var backOff: BackOff?

    /// Records that a provider was asked.
    mutating func begin(_ request: Outstanding) {
        obstacle = nil
        fixAwaitedUntil = nil
        retryAt = nil
        outstanding = request
    }

    /// Records a failure, and returns how long to wait before the next try.
    mutating func fail(at now: MonotonicInstant, settings: EngineSettings) -> Duration {
        outstanding = nil
        var backOff = backOff ?? BackOff(first: settings.retryAfter, longest: settings.retryAtMost)
        let delay = backOff.next()
        self.backOff = backOff
        retryAt = now + delay
        return delay
    }

    /// Records a success.
    mutating func succeed() { self = ReloadProgress() }

    /// When something has to be done about this widget.
    var nextDeadline: MonotonicInstant? {
        [outstanding?.deadline, fixAwaitedUntil, retryAt].lazy.compactMap { $0 }.min()
    }
}

extension ReloadObstacle {
    /// An obstacle without its evidence, which may change from moment to moment.
    enum Kind: Hashable {
        case notInUse
        case alwaysUnconfirmed
        case noProvider
        case answerOutstanding
        case backingOff
    }

    var kind: Kind {
        switch self {
        case .notInUse: .notInUse
        case .alwaysUnconfirmed: .alwaysUnconfirmed
        case .noProvider: .noProvider
        case .answerOutstanding: .answerOutstanding
        case .backingOff: .backingOff
        }
    }
}

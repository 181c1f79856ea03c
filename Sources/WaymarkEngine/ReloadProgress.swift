import LocationModel

/// The progress of a widget's pending reload.
struct ReloadProgress: Hashable, Codable, Sendable {
    /// An unanswered request.
    struct Outstanding: Hashable, Codable {
        var request: RequestIdentifier
        var session: SessionIdentifier
        var deadline: MonotonicInstant
        var knowsLocation: Bool

        /// The area of the location that it told, if it told one.
        var area: ReducedArea?

        /// The number of the latest significant change that it told of.
        var change: UInt64

        /// The number of changes of the time before the request.
        var timeChanges: UInt32

        /// The reason for which the reload was charged to the widget's budget; `nil` if it was free.
        var chargedFor: ReloadReason?

        /// The reason for another reload after the answer, if one has come up.
        var again: ReloadReason?
    }

    /// The unanswered request, if any.
    var outstanding: Outstanding?

    /// The time until which a reload waits for a fix.
    var fixAwaitedUntil: MonotonicInstant?

    /// The time of the next attempt after a failure.
    var retryAt: MonotonicInstant?

    /// The time from which the budget allows the pending reload.
    var chargeableAt: MonotonicInstant?

    /// The delay after failures since the last success, if any.
    private var backOff: BackOff?

    /// Records that a request was sent to a provider.
    mutating func begin(_ request: Outstanding) {
        fixAwaitedUntil = nil
        retryAt = nil
        chargeableAt = nil
        outstanding = request
    }

    /// Records a failure, and returns the delay before the next attempt.
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

    /// The next time when work on this widget is due.
    var nextDeadline: MonotonicInstant? {
        .earliest(.earliest(outstanding?.deadline, fixAwaitedUntil), .earliest(retryAt, chargeableAt))
    }
}

extension ReloadObstacle {
    /// An obstacle without its evidence, which varies with time.
    package enum Kind: Hashable, Codable, Sendable {
        case notInUse
        case alwaysUnconfirmed
        case noProvider
        case launch(LaunchObstacle.Kind)
        case answerOutstanding
        case backingOff
        case overBudget
    }

    var kind: Kind {
        switch self {
        case .notInUse: .notInUse
        case .alwaysUnconfirmed: .alwaysUnconfirmed
        case .noProvider: .noProvider
        case .launch(let obstacle): .launch(obstacle.kind)
        case .answerOutstanding: .answerOutstanding
        case .backingOff: .backingOff
        case .overBudget: .overBudget
        }
    }
}

package import LocationModel

extension ReloadReason {
    /// Returns the more significant of two reasons, which stands for both.
    func merged(with other: ReloadReason?) -> ReloadReason {
        guard let other else { return self }
        return other.weight > weight ? other : self
    }

    /// Whether the reload is for the sake of a location and waits until the widget may know it.
    var waitsForUse: Bool { self == .significantChange || self == .locationAvailable }

    /// Whether the reload skips the back-off after failures, because the circumstances have changed.
    var overridesBackOff: Bool {
        switch self {
        case .significantChange, .authorizationChanged, .locationAvailable, .configurationChanged: true
        case .placed, .timelineEnded, .dateReached, .requestedByProvider, .pushed, .timeChanged, .stale,
            .retry:
            false
        }
    }

    private var weight: Int {
        switch self {
        case .pushed: 0
        case .timelineEnded, .dateReached: 1
        // It may be free where those above are not.
        case .requestedByProvider: 2
        // What it repeats was free, or is charged already.
        case .retry: 3
        case .placed: 4
        case .stale: 5
        case .timeChanged: 6
        case .locationAvailable: 7
        case .configurationChanged: 8
        case .significantChange: 9
        case .authorizationChanged: 10
        }
    }

    /// The reason for a person, after "because".
    package var text: String {
        switch self {
        case .placed: "it has no timeline yet"
        case .significantChange: "the machine moved"
        case .locationAvailable: "a location became available"
        case .authorizationChanged: "the authorization changed"
        case .configurationChanged: "its configuration changed"
        case .timelineEnded: "its timeline ended"
        case .dateReached: "its reload date has come"
        case .requestedByProvider: "the provider asked"
        case .pushed: "another program pushed"
        case .timeChanged: "the clock or the time zone was set"
        case .stale: "it came into view with an old timeline"
        case .retry: "the last try failed"
        }
    }
}

package enum ReloadObstacle: Hashable, Sendable {
    case notInUse(lastInView: Duration?)

    /// The person has paused the location, and the widget shows what was made with one.
    case paused(until: UTCInstant)
    case alwaysUnconfirmed
    case noProvider
    case launch(LaunchObstacle)
    case answerOutstanding(RequestIdentifier, remaining: Duration)
    case backingOff(remaining: Duration)
    case overBudget(remaining: Duration)

    /// An obstacle without its evidence, which varies with time.
    package enum Kind: Hashable, Codable, Sendable {
        case notInUse
        case paused
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
        case .paused: .paused
        case .alwaysUnconfirmed: .alwaysUnconfirmed
        case .noProvider: .noProvider
        case .launch(let obstacle): .launch(obstacle.kind)
        case .answerOutstanding: .answerOutstanding
        case .backingOff: .backingOff
        case .overBudget: .overBudget
        }
    }

    package var text: String {
        switch self {
        case .notInUse(let since?): "not in use, last in view \(since.words) ago"
        case .notInUse(nil): "not in use, never in view"
        case .paused(let end): LiveDiagnostic.text([.pausedByPerson], pausedUntil: end)
        case .alwaysUnconfirmed: "the person has not confirmed yet that its app may always know"
        case .noProvider: "no provider of its kind is connected"
        case .launch(let obstacle): obstacle.text
        case .answerOutstanding(let request, let remaining):
            "\(request) is not answered yet, and is due in \(remaining.words)"
        case .backingOff(let remaining): "earlier tries failed, next in \(remaining.words)"
        case .overBudget(let remaining): "its budget is used up, and allows the next in \(remaining.words)"
        }
    }

    var evidence: [String: EvidenceValue] {
        switch self {
        case .notInUse(let since):
            since.map { ["obstacle": .word("notInUse"), "lastInViewSeconds": .number($0.inSeconds)] }
                ?? ["obstacle": .word("notInUse")]
        case .paused(let end): ["obstacle": .word("paused"), "until": .word("\(end)")]
        case .alwaysUnconfirmed: ["obstacle": .word("alwaysUnconfirmed")]
        case .noProvider: ["obstacle": .word("noProvider")]
        case .launch(let obstacle): obstacle.evidence
        case .answerOutstanding(let request, let remaining):
            [
                "obstacle": .word("answerOutstanding"), "request": .word(request.description),
                "remainingSeconds": .number(remaining.inSeconds),
            ]
        case .backingOff(let remaining):
            ["obstacle": .word("backingOff"), "remainingSeconds": .number(remaining.inSeconds)]
        case .overBudget(let remaining):
            ["obstacle": .word("overBudget"), "remainingSeconds": .number(remaining.inSeconds)]
        }
    }
}

/// What a widget's next reload waits for: the pending one, or else the one that its timeline schedules.
package enum ReloadWait: Hashable, Sendable {
    case obstacle(ReloadObstacle)
    case fix(remaining: Duration)
    case date(remaining: Duration)
    case interval(remaining: Duration)

    /// A wait without its evidence, which varies with time.
    package enum Kind: Hashable, Codable, Sendable {
        case obstacle(ReloadObstacle.Kind)
        case fix
        case date
        case interval
    }

    /// The wait without its evidence.
    package var kind: Kind {
        switch self {
        case .obstacle(let obstacle): .obstacle(obstacle.kind)
        case .fix: .fix
        case .date: .date
        case .interval: .interval
        }
    }

    package var isForBudget: Bool { if case .obstacle(.overBudget) = self { true } else { false } }

    /// The time until the wait ends, if that is known.
    package var remaining: Duration? {
        switch self {
        case .obstacle(.answerOutstanding(_, let remaining)), .obstacle(.backingOff(let remaining)),
            .obstacle(.overBudget(let remaining)), .fix(let remaining), .date(let remaining),
            .interval(let remaining):
            remaining
        case .obstacle(.notInUse), .obstacle(.paused), .obstacle(.alwaysUnconfirmed), .obstacle(.noProvider),
            .obstacle(.launch):
            nil
        }
    }
}

enum ReloadStep {
    case hold(ReloadObstacle)
    case awaitFix
    case launch(AppProgram)

    /// The timeline is requested from a provider, with the location or the reason for its absence.
    case request(SessionIdentifier, LocationAnswer)
}

extension ReloadWait {
    package var text: String {
        switch self {
        case .obstacle(.notInUse): "at its next view or the next use of its app"
        case .obstacle(.paused(let end)): "when the person's pause is over, at \(end)"
        case .obstacle(.alwaysUnconfirmed): "once the person confirms that its app may always know"
        case .obstacle(.noProvider): "once a provider of its kind connects"
        case .obstacle(.launch(let obstacle)): obstacle.waitText
        case .obstacle(.answerOutstanding(let request, let remaining)):
            "after the answer to \(request), due in \(remaining.words)"
        case .obstacle(.backingOff(let remaining)): "in \(remaining.words), after failures"
        case .obstacle(.overBudget(let remaining)): "in \(remaining.words), when its budget allows it"
        case .fix(let remaining): "with the first fix, in \(remaining.words) at most"
        case .date(let remaining): "in \(remaining.words), at the date that its timeline names"
        case .interval(let remaining): "in \(remaining.words), at the end of the least interval"
        }
    }
}

struct ReloadProgress: Hashable, Sendable {
    struct Outstanding: Hashable {
        var request: RequestIdentifier
        var session: SessionIdentifier
        var deadline: MonotonicInstant
        var knowsLocation: Bool

        /// Whether it knows it by a click of the person.
        var isShared: Bool

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

    /// What a click of the person gives the next reload.
    var share: LocationShare?

    /// The delay after failures since the last success, if any.
    private var backOff: BackOff?

    /// Records that a request was sent to a provider.
    mutating func begin(_ request: Outstanding) {
        fixAwaitedUntil = nil
        retryAt = nil
        chargeableAt = nil
        if request.knowsLocation { share = nil }
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

    mutating func succeed() {
        let share = share
        self = ReloadProgress()
        self.share = share
    }

    /// The next time when work on this widget is due.
    var nextDeadline: MonotonicInstant? {
        .earliest(
            .earliest(.earliest(outstanding?.deadline, fixAwaitedUntil), .earliest(retryAt, chargeableAt)),
            share?.until
        )
    }
}

package enum LocationAnswer: Hashable, Sendable {
    case location(Fix, age: Duration)
    case absent(LocationAbsence)

    package var isLocation: Bool {
        if case .location = self { true } else { false }
    }
}

extension LocationAbsence {
    /// The absence for a person, after "reload".
    package var text: String {
        switch self {
        case .notWanted: "no location wanted"
        case .unauthorized: "no location: unauthorized"
        case .pausedByPerson: "no location: paused by the person"
        case .insufficientlyInUse: "no location: not in view recently"
        case .locationUnknown: "no location: no fix"
        }
    }
}

package struct ReloadRequest: Hashable, Sendable {
    package var request: RequestIdentifier
    package var widget: WidgetIdentifier
    package var kind: WidgetKind

    /// Its family and complete configuration.
    package var setup: WidgetSetup
    package var reason: ReloadReason

    /// The wall-clock time after which the answer is too late.
    package var deadline: UTCInstant

    /// Whether the app's widgets may know the location at all.
    package var isAuthorizedForWidgetUpdates: Bool
    package var location: LocationAnswer

    /// Why no receiver has a fix, if that is the reason for the absence.
    package var unknownCause: UnknownLocationCause?
}

/// The latest ended requests, kept to tell why a late answer has no effect.
struct EndedRequests: Hashable, Sendable {
    private struct Ended: Hashable {
        let session: SessionIdentifier
        let end: RequestEnd
    }

    private var ends = LatestOfUsers<RequestIdentifier, Ended>()

    /// The end of a user's request, as far as the session may know it.
    subscript(request: RequestIdentifier, of session: SessionIdentifier, by user: UserIdentifier)
        -> RequestEnd
    {
        guard let ended = ends[request, of: user], ended.session == session else { return .unknown }
        return ended.end
    }

    mutating func add(
        _ request: RequestIdentifier,
        of session: SessionIdentifier,
        by user: UserIdentifier,
        _ end: RequestEnd
    ) {
        ends.add(Ended(session: session, end: end), at: request, of: user)
    }
}

package enum ProviderEvent: Hashable, Sendable {
    /// The stream is open, with the app's current authorization.
    case session(Authorization)
    case reload(ReloadRequest)
    case snapshot(SnapshotRequest)
    case authorization(Authorization)

    /// The person has paused the location: what still waits for the provider must not tell it.
    case paused

    /// Nothing needs the provider any more, which the service has had started: it should end.
    case stop
}

package import LocationModel

extension ReloadReason {
    /// The reasons in the order of their significance, the least first.
    private static let bySignificance: [ReloadReason] = [
        .pushed, .timelineEnded, .dateReached,
        // It may be free where those before are not.
        .requestedByProvider,
        // What it repeats was free, or is charged already.
        .retry,
        .placed, .stale, .timeChanged, .locationAvailable, .configurationChanged, .significantChange,
        .authorizationChanged,
    ]

    /// Returns the more significant of two reasons, which stands for both.
    func merged(with other: ReloadReason?) -> ReloadReason {
        Self.bySignificance.last { $0 == self || $0 == other } ?? self
    }

    /// Whether the reload is for the sake of a location and waits until the widget may know it.
    var waitsForUse: Bool { self == .significantChange || self == .locationAvailable }

    /// Whether the reload skips the back-off after failures, because the circumstances have changed.
    var overridesBackOff: Bool {
        [.significantChange, .authorizationChanged, .locationAvailable, .configurationChanged].contains(self)
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

/// The wait of a widget's next reload: the pending one, or else the one that its timeline schedules.
package enum ReloadWait: Hashable, Sendable, Evidential {
    case notInUse(lastInView: Duration?)

    /// The person has paused the location, and the widget shows what was made with one.
    case paused(until: UTCInstant)
    case alwaysUnconfirmed
    case noProvider
    case launch(obstacle: LaunchObstacle)
    case answerOutstanding(RequestIdentifier, remaining: Duration)
    case backingOff(remaining: Duration)
    case overBudget(remaining: Duration)
    case fix(remaining: Duration)
    case date(remaining: Duration)
    case interval(remaining: Duration)

    /// The wait in one word for programs, which does not change as time passes.
    package var name: String {
        if case .launch(let obstacle) = self { obstacle.name } else { caseName(of: self) }
    }

    package var isForBudget: Bool { if case .overBudget = self { true } else { false } }

    /// The time until the wait ends, at the latest, if that is known.
    package var remaining: Duration? {
        switch self {
        case .answerOutstanding(_, let remaining), .backingOff(let remaining), .overBudget(let remaining),
            .fix(let remaining), .date(let remaining), .interval(let remaining):
            remaining
        case .launch(let obstacle): obstacle.remaining
        case .notInUse, .paused, .alwaysUnconfirmed, .noProvider: nil
        }
    }

    /// The obstacle to the reload, or the time when it follows, for a person.
    package var text: String {
        switch self {
        case .notInUse(let since?): "not in use, last in view \(since.words) ago"
        case .notInUse(nil): "not in use, never in view"
        case .paused(let end): LocationAbsence.pausedByPerson(until: end).text
        case .alwaysUnconfirmed: "the person has not confirmed yet that its app may always know"
        case .noProvider: "no provider of its kind is connected"
        case .launch(let obstacle): obstacle.text
        case .answerOutstanding(let request, let remaining):
            "\(request) is not answered yet, and is due in \(remaining.words)"
        case .backingOff(let remaining): "earlier tries failed, next in \(remaining.words)"
        case .overBudget(let remaining): "its budget is used up, and allows the next in \(remaining.words)"
        case .fix(let remaining): "with the first fix, in \(remaining.words) at most"
        case .date(let remaining): "in \(remaining.words), at the date that its timeline names"
        case .interval(let remaining): "in \(remaining.words), at the end of the least interval"
        }
    }
}

enum ReloadStep {
    case wait(ReloadWait)

    /// The timeline waits for the app's program, which is started unless there is an obstacle.
    case launch

    /// The timeline is requested from a provider, with the location or the reason for its absence.
    case request(SessionIdentifier, LocationAnswer)
}

struct ReloadProgress: Equatable, Sendable {
    struct Outstanding: Equatable {
        var request: RequestIdentifier
        var session: SessionIdentifier
        var deadline: MonotonicInstant
        var knowsLocation: Bool

        /// Whether a click of the person shared the location.
        var isShared: Bool

        /// The area of the location that it carried, if any.
        var area: ReducedArea?

        /// The number of the latest significant change that it told of.
        var change: UInt64

        /// The number of changes of the time before the request.
        var timeChanges: UInt32

        /// The reason for which the reload was charged to the widget's budget; `nil` if it was free.
        var chargedFor: ReloadReason?

        /// The reason for another reload after the answer, if one has come up.
        var again: ReloadReason?

        var sessionRequest: SessionRequest { SessionRequest(request: request, session: session) }
    }

    var outstanding: Outstanding?

    /// The time until which a reload waits for a fix.
    var fixAwaitedUntil: MonotonicInstant?

    var retryAt: MonotonicInstant?

    /// The time from which the budget allows the pending reload.
    var chargeableAt: MonotonicInstant?

    /// The delay after failures since the last success, if any.
    private var backOff: BackOff?

    mutating func begin(_ request: Outstanding) {
        fixAwaitedUntil = nil
        retryAt = nil
        chargeableAt = nil
        outstanding = request
    }

    mutating func endWaits(upTo now: MonotonicInstant) {
        if let end = fixAwaitedUntil, end <= now { fixAwaitedUntil = nil }
        if let end = retryAt, end <= now { retryAt = nil }
        if let end = chargeableAt, end <= now { chargeableAt = nil }
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

    /// The next time when work on this widget is due.
    var nextDeadline: MonotonicInstant? {
        .earliest(of: outstanding?.deadline, fixAwaitedUntil, retryAt, chargeableAt)
    }
}

package enum LocationAnswer: Hashable, Sendable {
    case location(Fix, age: Duration)

    /// The widget's kind wants none.
    case notWanted
    case absent(LocationAbsence)

    package var isLocation: Bool {
        if case .location = self { true } else { false }
    }

    package var fix: Fix? { if case .location(let fix, _) = self { fix } else { nil } }

    /// Why the provider is told none; `nil` if it is.
    package var absence: WidgetAbsence? {
        switch self {
        case .location: nil
        case .notWanted: .notWanted
        case .absent(let absence): absence.ofWidget
        }
    }
}

extension WidgetAbsence {
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
}

/// A request to the provider of a session, which alone may know how it ended.
struct SessionRequest: Hashable, Sendable {
    let request: RequestIdentifier
    let session: SessionIdentifier
}

package enum ProviderEvent: Hashable, Sendable {
    /// The stream is open, with the app's current authorization.
    case session(Authorization)
    case reload(ReloadRequest)
    case snapshot(SnapshotRequest)
    case authorization(Authorization)

    /// The person has paused the location: events that still wait for the provider must not carry it.
    case paused

    /// The provider, which the service has had started, is no longer needed and should end.
    case stop
}

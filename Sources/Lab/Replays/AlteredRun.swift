package import LocationModel
package import WaymarkEngine

/// A recorded run under other settings: what would have happened.
///
/// Apps, hosts, people and receivers do what they did. Only providers answer the requests that there are now, as they
/// answered then. Each start of the service is as it was recorded.
package struct AlteredRun {
    /// An answer of a provider that is on its way.
    private struct Delayed {
        let due: MonotonicInstant
        let session: SessionIdentifier
        let request: RequestIdentifier
        let outcome: ProviderHabits.Outcome
    }

    private let habits: ProviderHabits
    private let alter: (EngineSettings) -> EngineSettings
    private var engine: Engine?

    /// The engine as it was: it tells which deadlines and requests both runs have.
    private var recorded: Engine?

    /// The requests of the recorded run since its start, each with that of this run for the same widget at the same line.
    private var requests: [RequestIdentifier: RequestIdentifier?] = [:]

    /// The moment of the latest line; `nil` before the first start.
    package private(set) var now: Moment?
    private var delayed: [Delayed] = []
    private var calls = UInt64.max / 2

    /// Creates a run; `alter` returns the other settings for recorded ones.
    package init(_ habits: ProviderHabits, alter: @escaping (EngineSettings) -> EngineSettings) {
        self.habits = habits
        self.alter = alter
    }

    /// Runs a line and reports what happened until then.
    package mutating func run(_ line: RunLine, _ report: (RunReplay.Step) -> Void) {
        switch line {
        case .run, .decision: break
        case .gap: (engine, recorded) = (nil, nil)
        case .start(let start, let now):
            let engine = start.engine(at: now)
            (self.engine, recorded) = (engine, engine)
            (self.now, delayed, requests) = (now, [], [:])
            report(.started(now))
            let settings = alter(engine.settings)
            if settings != engine.settings { send(.settingsChanged(settings), at: now, report) }
        case .event(let event, let now):
            advance(to: now, report)
            if case .receiverReported(_, .epoch(.fix(let fix), _)) = event { report(.fix(fix, now)) }
            handle(event, at: now, report)
        }
    }

    private mutating func handle(_ event: Event, at now: Moment, _ report: (RunReplay.Step) -> Void) {
        let altered = here(event)
        var asked: [WidgetIdentifier: RequestIdentifier] = [:]
        for case .tellProvider(_, .reload(let request)) in recorded?.handle(event, at: now) ?? [] {
            requests[request.request] = .some(nil)
            asked[request.widget] = request.request
        }
        if let altered { send(altered, at: now, asked: asked, report) }
    }

    /// Returns a recorded event as it is in this run; `nil` if it answers a request that this run does not
    /// have.
    private func here(_ event: Event) -> Event? {
        switch event {
        case .settingsChanged(let settings): return .settingsChanged(alter(settings))
        case .called(.deliverTimeline(let session, let request, let timeline), let caller, let call):
            return number(of: request).map {
                .called(.deliverTimeline(session, $0, timeline), by: caller, call: call)
            }
        case .called(.failTimeline(let session, let request, let message), let caller, let call):
            return number(of: request).map {
                .called(.failTimeline(session, $0, message: message), by: caller, call: call)
            }
        default: return event
        }
    }

    /// Returns the number that a recorded request has in this run; it is the same for one from before the start.
    private func number(of request: RequestIdentifier) -> RequestIdentifier? {
        requests[request, default: request]
    }

    /// Lets time pass, from one deadline of the engine or answer of a provider to the next.
    ///
    /// A deadline that the recorded run has too is handled when the service came to handle it, at a recorded line.
    private mutating func advance(to end: Moment, _ report: (RunReplay.Step) -> Void) {
        var latest = now?.instant
        while let engine {
            let answer = delayed.map(\.due).min()
            let deadline = engine.nextDeadline.flatMap { $0 == recorded?.nextDeadline ? nil : $0 }
            guard let next = MonotonicInstant.earliest(answer, deadline), next < end.instant else { break }
            // A deadline in the past, or one that the engine renews at each call, must not stop time.
            let instant = max(next, latest ?? next)
            let moment = Moment(
                instant: instant,
                utc: end.utc.advanced(by: .zero - instant.duration(to: end.instant))
            )
            let due = delayed.filter { $0.due <= instant }
            delayed.removeAll { $0.due <= instant }
            send(.deadlineReached, at: moment, report)
            for answer in due { deliver(answer, at: moment, report) }
            if due.isEmpty, let again = self.engine?.nextDeadline, again <= instant { break }
            latest = instant
        }
        now = end
    }

    private mutating func deliver(_ answer: Delayed, at now: Moment, _ report: (RunReplay.Step) -> Void) {
        let command: Command =
            switch answer.outcome {
            case .timeline(let timeline): .deliverTimeline(answer.session, answer.request, timeline)
            case .failure(let message): .failTimeline(answer.session, answer.request, message: message)
            }
        calls += 1
        send(.called(command, by: Caller(user: .root), call: CallIdentifier(calls)), at: now, report)
    }

    /// Sends the engine an event; `asked` are the requests that the recorded run made at it.
    private mutating func send(
        _ event: Event,
        at now: Moment,
        asked: [WidgetIdentifier: RequestIdentifier] = [:],
        _ report: (RunReplay.Step) -> Void
    ) {
        for effect in engine?.handle(event, at: now) ?? [] {
            switch effect {
            case .record(let entry): report(.decision(entry))
            case .tellProvider(let session, .reload(let request)):
                if let recorded = asked[request.widget] {
                    // Its answer comes when it came then, if it did.
                    requests[recorded] = request.request
                    continue
                }
                guard let answer = habits.answer(for: request.widget, askedAt: now.instant) else { continue }
                delayed.append(
                    Delayed(
                        due: now.instant.advanced(by: max(answer.delay, .milliseconds(1))),
                        session: session,
                        request: request.request,
                        outcome: answer.outcome
                    )
                )
            default: break
            }
        }
    }
}

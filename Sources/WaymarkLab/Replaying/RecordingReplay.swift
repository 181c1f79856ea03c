import CommandLineTool
import LocationModel
import Receivers
import WaymarkEngine

/// Replays a recording to the engine in virtual time, for one app and its widgets.
struct RecordingReplay {
    /// The person's decision about the app, and how the app and its widgets are used.
    struct Conditions {
        var grant = Grant(status: .authorizedWhenInUse, widgets: .granted)
        var appUse = UseSchedule.never
        var views = [UseSchedule.always]
        var monitorsVisits = false
    }

    enum Step {
        /// A decision, and the location that it is about, if any.
        case decision(JournalEntry, Fix?)

        /// A visit that has ended, or lasts at the end of the recording.
        case visit(Visit)
    }

    private static let app = AppIdentifier("org.waymark.Replay")
    private static let kind = WidgetKind("replay")
    private static let provider = SessionIdentifier(1)
    private static let receiver = ReceiverIdentifier(0)

    private var simulation: Simulation
    private let recording: RecordingReceiver
    private let key: AppKey
    private let caller = Caller(user: .root)
    private let conditions: Conditions
    private let start: Moment
    private var calls: UInt64 = 0
    private var sessions = provider.rawValue

    /// The placed widgets, in the order of their schedules, and whether they are in view.
    private var widgets: [(identifier: WidgetIdentifier, isInView: Bool)] = []
    private var appSession: SessionIdentifier?

    /// The number of pending outcomes that the provider has handled.
    private var answered = 0

    /// The locations given with the requests since the decisions were last emitted.
    private var locations: [RequestIdentifier: LocationAnswer] = [:]
    var observeFix: ((Fix, Moment) -> Void)?

    var now: UTCInstant { simulation.now.utc }

    /// Sets up the app, its connected provider, and its widgets; a recording without times begins in 1970.
    init(
        recording: RecordingReceiver,
        settings: EngineSettings,
        conditions: Conditions,
        startingAt time: UTCInstant?
    ) {
        guard let app = Self.app, let kind = Self.kind else { preconditionFailure("these are names") }
        let utc = time ?? UTCInstant(secondsSince1970: 0)
        start = Moment(instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(86_400)), utc: utc)
        key = AppKey(user: caller.user, app: app)
        var state = SavedState()
        state.grants[key] = conditions.grant
        simulation = Simulation(
            settings: settings,
            state: state,
            receiverNames: [recording.name],
            at: start
        )
        self.recording = recording
        self.conditions = conditions
        send(
            .opened(
                Self.provider,
                .provider(key, kinds: [kind: KindDeclaration(wantsLocation: true)]),
                by: caller,
                call: call()
            )
        )
        for _ in conditions.views {
            let widget = WidgetIdentifier(simulation.engine.savedState.nextWidgetNumber)
            ask(.place(KindKey(app: key, kind: kind)))
            widgets.append((widget, false))
        }
        if conditions.monitorsVisits { ask(.startMonitoring(key, .visits)) }
        changeUse()
    }

    /// Replays the whole recording, and calls `emit` with each step; returns the problem if it breaks off.
    mutating func run<Failure>(_ emit: (Step) throws(Failure) -> Void) throws(Failure) -> ReceiverProblem? {
        recording.start(at: start)
        var problem: ReceiverProblem?
        playing: while let next = nextMoment {
            simulation.advance(to: next)
            answerRequests()
            changeUse()
            for report in recording.advance(at: simulation.now) {
                if case .state(.absent(let found, _)) = report {
                    problem = found
                    break playing
                }
                if case .state(.ended) = report { break playing }
                // A receiver that is off reports nothing, but the time advances.
                if simulation.engine.receiversAreOn {
                    if case .epoch(.fix(let fix), _) = report { observeFix?(fix, simulation.now) }
                    send(.receiverReported(Self.receiver, report))
                }
                try flush(emit)
            }
            try flush(emit)
        }
        try flush(emit)
        if let visit = simulation.engine.presentVisit { try emit(.visit(visit)) }
        return problem
    }

    /// The widgets in the order of their schedules, with the reasons of their pending reloads.
    var pendingReloads: [(identifier: WidgetIdentifier, pendingReload: ReloadReason?)] {
        widgets.map { ($0.identifier, simulation.engine.status(of: $0.identifier)?.pending) }
    }

    /// The time since the beginning of the recording.
    private var elapsed: Duration { start.instant.duration(to: simulation.now.instant) }

    private var nextMoment: Moment? {
        guard let due = recording.nextDeadline else { return nil }
        let now = simulation.now
        let wait = max(now.instant.duration(to: due), .zero)
        let changes = (conditions.views + [conditions.appUse]).compactMap {
            $0.nextChange(after: now.utc, elapsed)
        }
        return now.advanced(by: min(wait, changes.min() ?? wait))
    }

    private mutating func changeUse() {
        for index in widgets.indices {
            let isInView = conditions.views[index].isInUse(at: simulation.now.utc, elapsed)
            guard isInView != widgets[index].isInView else { continue }
            widgets[index].isInView = isInView
            ask(.setVisibility(widgets[index].identifier, visible: isInView, session: nil))
        }
        switch (appSession, conditions.appUse.isInUse(at: simulation.now.utc, elapsed)) {
        case (nil, true):
            sessions += 1
            let session = SessionIdentifier(sessions)
            appSession = session
            send(.opened(session, .app(key), by: caller, call: call()))
        case (let session?, false):
            appSession = nil
            send(.disconnected(session))
        default: break
        }
    }

    private mutating func flush<Failure>(_ emit: (Step) throws(Failure) -> Void) throws(Failure) {
        answered = 0
        for outcome in simulation.drainOutcomes() {
            switch outcome.effect {
            case .record(let entry): try emit(.decision(entry, location(of: entry.decision)))
            case .commit(.monitorEvent(_, .departure, let event?)):
                if case .departure(let visit) = event.content { try emit(.visit(visit)) }
            default: break
            }
        }
        locations = [:]
    }

    /// Returns the place of a significant change, or the location given with a reload.
    private func location(of decision: Decision) -> Fix? {
        switch decision {
        case .position(.significantChange): simulation.engine.latestFix
        case .widget(.reload(let request, _, _, _, _)):
            if case .location(let fix, _)? = locations[request] { fix } else { nil }
        default: nil
        }
    }

    private mutating func send(_ event: Event) {
        simulation.send(event)
        answerRequests()
    }

    private mutating func answerRequests() {
        while answered < simulation.outcomes.count {
            let effect = simulation.outcomes[answered].effect
            answered += 1
            guard case .tellProvider(_, .reload(let request)) = effect,
                let timeline = try? Timeline(
                    entries: [TimelineEntry(date: simulation.now.utc, content: "{}")],
                    policy: .never
                )
            else { continue }
            locations[request.request] = request.location
            simulation.send(
                .called(
                    .deliverTimeline(Self.provider, request.request, timeline),
                    by: caller,
                    call: call()
                )
            )
        }
    }

    private mutating func ask(_ command: WaymarkEngine.Command) {
        send(.called(command, by: caller, call: call()))
    }

    private mutating func call() -> CallIdentifier {
        calls += 1
        return CallIdentifier(calls)
    }
}

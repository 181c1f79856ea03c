import LocationModel
import Recordings
import WaymarkEngine

/// Replays a recording to the engine in virtual time, for one widget that may know the location.
struct RecordingReplay {
    /// The visibility of the widget during the replay.
    struct Viewing: Equatable {
        /// The time from the start of the recording after which the widget goes out of view; `nil` for never.
        var hiddenAfter: Duration?

        /// The time from the start of the recording after which it comes into view again; `nil` for never.
        var shownAfter: Duration?
    }

    private static let app = AppIdentifier("org.waymark.Replay")
    private static let kind = WidgetKind("replay")
    private static let session = SessionIdentifier(1)
    private static let receiver = ReceiverIdentifier(0)

    private var simulation: Simulation
    private let recording: RecordingReceiver
    private let widget: WidgetIdentifier
    private let caller = Caller(user: .root)
    private var viewing: Viewing
    private let start: Moment
    private var calls: UInt64 = 0

    /// The number of pending outcomes that the provider has handled.
    private var answered = 0

    /// Sets up an authorized app, its connected provider, and its widget in view.
    init(
        recording: RecordingReceiver,
        settings: EngineSettings,
        viewing: Viewing,
        startingAt utc: UTCInstant
    ) {
        start = Moment(instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(86_400)), utc: utc)
        simulation = Simulation(settings: settings, receiverNames: [recording.name], at: start)
        self.recording = recording
        self.viewing = viewing
        guard let app = Self.app, let kind = Self.kind else { preconditionFailure("these are names") }
        let key = AppKey(user: caller.user, app: app)
        widget = WidgetIdentifier(simulation.engine.savedState.nextWidgetNumber)
        send(
            .providerConnected(
                Self.session,
                app: key,
                kinds: [kind: KindDeclaration(wantsLocation: true)],
                call: call()
            )
        )
        ask(.authorize(key, SettingsChange(status: .authorizedWhenInUse, widgets: .granted)))
        ask(.place(KindKey(app: key, kind: kind)))
        ask(.setVisibility(widget, visible: true, session: nil))
    }

    /// Replays the whole recording and calls `emit` with each decision and the latest fix.
    mutating func run<Failure>(_ emit: (JournalEntry, Fix?) throws(Failure) -> Void) throws(Failure)
        -> ReceiverProblem?
    {
        recording.start(at: start)
        while let next = nextMoment {
            simulation.advance(to: next)
            answerRequests()
            changeView()
            for report in recording.advance(at: simulation.now) {
                if case .state(.absent(let problem, _)) = report { return problem }
                if case .state(.ended) = report {
                    try flush(emit)
                    return nil
                }
                // A receiver that is off reports nothing, but the time advances.
                if simulation.engine.receiversAreOn { send(.receiverReported(Self.receiver, report)) }
                try flush(emit)
            }
            try flush(emit)
        }
        return nil
    }

    private var nextMoment: Moment? {
        guard let due = recording.nextDeadline else { return nil }
        let view = [viewing.hiddenAfter, viewing.shownAfter].compactMap { $0.map { start.instant + $0 } }
            .min()
        let next = max(min(due, view ?? due), simulation.now.instant)
        return simulation.now.advanced(by: simulation.now.instant.duration(to: next))
    }

    private mutating func changeView() {
        let elapsed = start.instant.duration(to: simulation.now.instant)
        if let hiddenAfter = viewing.hiddenAfter, hiddenAfter <= elapsed {
            viewing.hiddenAfter = nil
            ask(.setVisibility(widget, visible: false, session: nil))
        }
        if let shownAfter = viewing.shownAfter, shownAfter <= elapsed {
            viewing.shownAfter = nil
            ask(.setVisibility(widget, visible: true, session: nil))
        }
    }

    private mutating func flush<Failure>(_ emit: (JournalEntry, Fix?) throws(Failure) -> Void) throws(Failure)
    {
        answered = 0
        for outcome in simulation.drainOutcomes() {
            guard case .record(let entry) = outcome.effect else { continue }
            try emit(entry, simulation.engine.latestFix)
        }
    }

    private mutating func send(_ event: Event) {
        simulation.send(event)
        answerRequests()
    }

    /// Answers the pending requests to the provider.
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
            simulation.send(
                .called(.deliverTimeline(Self.session, request.request, timeline), by: caller, call: call())
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

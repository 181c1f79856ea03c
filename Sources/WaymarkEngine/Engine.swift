package import LocationModel

/// Decides everything that the service does.
///
/// It performs no I/O, reads no clock and draws no random numbers. Feed it one ``Event`` at a time, carry out
/// every ``Effect`` it returns, in order, and call it again no later than ``nextDeadline``. The moments given to
/// it never go back on the monotonic clock; the wall clock may jump. The same events at the same moments give
/// the same effects, so that a run can be recorded and replayed.
package struct Engine: Hashable, Sendable {
    /// The choices in force.
    package internal(set) var settings: EngineSettings

    /// What survives a restart.
    package internal(set) var state: SavedState

    /// What was decided, and why.
    package internal(set) var journal = Journal()

    /// The names of the receivers, by their identifiers.
    package let receiverNames: [String]

    package internal(set) var windows: InUseWindows
    package internal(set) var fixes = FixSelection()
    var demand: ReceiverDemand
    var significantChange: SignificantChange
    var providers = ProviderSessions()
    var hosts = HostSessions()
    var reloads: [WidgetIdentifier: ReloadProgress] = [:]
    var endedRequests = EndedRequests()
    var lastChangeAt: ContinuousClock.Instant?
    var nextRequest: UInt64 = 1

    /// The kind of doubt, or of delay, that was put on record last, so that a lasting one is recorded once.
    var recordedVerdict: RecordedVerdict?

    /// The latest moment, by which dates on the wall clock are turned into deadlines.
    var now: Moment
    private var effects: [Effect] = []

    /// Creates an engine that goes on from a saved state.
    package init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        receiverNames: [String] = [],
        at now: Moment
    ) {
        self.settings = settings
        self.state = state
        self.receiverNames = receiverNames
        self.now = now
        windows = InUseWindows(window: settings.inUseWindow)
        demand = ReceiverDemand(idleAfter: settings.receiversIdleAfter)
        significantChange = SignificantChange(
            settings: settings.significantChange,
            restoring: state.lastNotifiedPlace,
            at: now
        )
    }

    /// Takes in an event and returns what has to be done.
    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        self.now = now
        switch event {
        case .called(let command, let caller, let call): carryOut(command, by: caller, call)
        case .providerConnected(let session, let app, let kinds, let call):
            connectProvider(session, app: app, kinds: kinds, call)
        case .hostConnected(let session, let caller, let widgets, let call):
            connectHost(session, by: caller, widgets: widgets, call)
        case .disconnected(let session): disconnect(session)
        case .receiverReported(let receiver, let report): take(report, from: receiver)
        case .settingsChanged(let settings): change(to: settings)
        case .deadlineReached: break
        }
        handleDeadlines()
        updateDemand()
        defer { effects = [] }
        return effects
    }

    /// When the engine must be called again though nothing happens; `nil` when never.
    package var nextDeadline: ContinuousClock.Instant? {
        [
            windows.nextDeadline, demand.nextDeadline, reloads.values.lazy.compactMap(\.nextDeadline).min(),
            nextScheduledReload, nextEntryForHosts,
        ].lazy.compactMap { $0 }.min()
    }

    // MARK: What the parts of the engine share

    /// Adds an effect.
    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// Changes the state for good.
    mutating func commit(_ change: StateChange) {
        state.apply(change)
        emit(.commit(change))
    }

    /// Puts a decision on record.
    mutating func record(_ decision: Decision, about subject: JournalSubject = .everybody) {
        emit(.record(journal.add(decision, about: subject, at: now)))
    }

    /// Puts a decision about a widget on record.
    mutating func record(_ decision: Decision, about widget: WidgetIdentifier) {
        record(decision, about: JournalSubject(app: state.widgets[widget]?.kind.app, widget: widget))
    }

    /// Returns when a date on the wall clock comes, as things stand now.
    func instant(of date: UTCInstant) -> ContinuousClock.Instant { now.instant + now.utc.duration(to: date) }

    private mutating func carryOut(_ command: Command, by caller: Caller, _ call: CallIdentifier) {
        do throws(Refusal) {
            emit(.reply(call, try answer(to: command, by: caller)))
        } catch {
            emit(.refuse(call, error))
        }
    }

    private mutating func answer(to command: Command, by caller: Caller) throws(Refusal) -> Answer {
        switch command {
        case .authorize(let app, let status, let widgets):
            try authorize(app, status, widgets: widgets, by: caller)
        case .place(let kind): try place(kind, by: caller)
        case .remove(let widget): try remove(widget, by: caller)
        case .setVisibility(let widget, let visible, let session):
            try setVisibility(of: widget, visible: visible, session: session, by: caller)
        case .deliverTimeline(let session, let request, let timeline):
            try accept(timeline, for: request, session: session, by: caller)
        case .failTimeline(let session, let request, let message):
            try acceptFailure(message, of: request, session: session, by: caller)
        case .reloadTimelines(let session, let kind, let widget):
            try reloadTimelines(session: session, kind: kind, widget: widget, by: caller)
        }
    }

    private mutating func handleDeadlines() {
        for widget in windows.closeEnded(at: now.instant) { record(.windowEnded, about: widget) }
        endLateRequests()
        retryDueReloads()
        stopAwaitingFixes()
        startScheduledReloads()
        showDueEntries()
    }

    private mutating func change(to settings: EngineSettings) {
        self.settings = settings
        windows.window = settings.inUseWindow
        demand.idleAfter = settings.receiversIdleAfter
        significantChange.change(to: settings.significantChange)
    }
}

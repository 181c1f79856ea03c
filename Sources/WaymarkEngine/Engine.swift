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

    package internal(set) var windows: InUseWindows { didSet { needIsKnown = false } }
    package internal(set) var fixes: FixSelection

    /// What apps say about themselves.
    package internal(set) var catalogue: AppCatalogue
    var receivers: ReceiverTable<ReceiverRecord>
    var demand: ReceiverDemand

    /// Whether nothing has changed that the need for receivers follows from, since it was worked out last.
    ///
    /// Every fix asks for the need, and next to none changes it. Whatever anybody calls for or brings along takes this back.
    /// What fixes and time change about the need - the end of a window, of a use, or of a wait for a fix - has an
    /// observer that does so.
    var needIsKnown = false
    var dutyCycle = DutyCycle()

    /// The pause that the latest fix allows for, until it has been decided about.
    var offeredPause: ReceiverPause?
    var significantChange: SignificantChange
    var providers = ProviderSessions()
    var appUse: AppUse { didSet { needIsKnown = false } }
    var agents = AgentSessions()
    var prompts = Prompts()

    /// What apps were given until they are not in use any more, which no restart survives.
    var lapsing: [AppKey: AppAuthorization] = [:]
    var reducedLocation = ReducedLocation()

    /// The area of the last significant change that apps with reduced accuracy were told of.
    var lastChangedArea: ReducedArea?
    var hosts = HostSessions()
    var reloads = Reloads() { didSet { needIsKnown = false } }
    var schedule: TimelineSchedule
    var entryDates: EntryDates

    /// The placed widgets of each app.
    var placed = ByApp<WidgetIdentifier>()

    /// The kinds that providers of each app have registered.
    var registered = ByApp<WidgetKind>()

    /// The widgets whose timeline was made without the location that their kind wants.
    var uninformed: Set<WidgetIdentifier> = []
    var endedRequests = EndedRequests()
    let startedAt: MonotonicInstant
    var lastChangeAt: MonotonicInstant?

    /// Where the latest fix lies on its receiver's own time line.
    var lastObservedAt: MonotonicInstant?
    var nextRequest: UInt64 = 1

    /// The kind of doubt, or of delay, that was put on record last, so that a lasting one is recorded once.
    var recordedVerdict: RecordedVerdict?

    /// What is in doubt about the latest fix.
    var doubt: FixDoubt?

    /// The latest moment, by which dates on the wall clock are turned into deadlines.
    var now: Moment
    private var effects: [Effect] = []

    /// Creates an engine that goes on from a saved state.
    package init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        catalogue: AppCatalogue = AppCatalogue(),
        receiverNames: [String] = [],
        at now: Moment
    ) {
        self.settings = settings
        self.state = state
        self.catalogue = catalogue
        self.receiverNames = receiverNames
        self.now = now
        windows = InUseWindows(window: settings.inUseWindow)
        appUse = AppUse(grace: settings.appGrace)
        schedule = TimelineSchedule(leastInterval: settings.minimumReloadInterval)
        entryDates = EntryDates(shown: now.utc)
        startedAt = now.instant
        receivers = ReceiverTable(initial: ReceiverRecord(since: now.instant))
        fixes = FixSelection(toleranceMeters: settings.significantChange.toleranceMeters)
        demand = ReceiverDemand(idleAfter: settings.receiversIdleAfter, at: now.instant)
        significantChange = SignificantChange(
            settings: settings.significantChange,
            restoring: state.lastNotifiedPlace,
            at: now
        )
        followRestoredState()
    }

    /// Takes in an event and returns what has to be done.
    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        self.now = now
        // First what the clock has brought, so that an event finds the same whether or not the shell was late.
        settle()
        switch event {
        case .receiverReported, .deadlineReached: break
        default: needIsKnown = false
        }
        switch event {
        case .called(let command, let caller, let call): carryOut(command, by: caller, call)
        case .providerConnected(let session, let app, let kinds, let call, let verification):
            connectProvider(session, app: app, kinds: kinds, verification, call)
        case .hostConnected(let session, let caller, let widgets, let call):
            connectHost(session, by: caller, widgets: widgets, call)
        case .appConnected(let session, let app, let caller, let call):
            connectApp(session, app, by: caller, call)
        case .agentConnected(let session, let caller, let call): connectAgent(session, by: caller, call)
        case .manifestsInstalled(let manifests, let broken):
            changeManifests { _ = $0.catalogue.install(manifests, broken: broken) }
        case .disconnected(let session): disconnect(session)
        case .receiverReported(let receiver, let report): handle(report, from: receiver)
        case .settingsChanged(let settings): change(to: settings)
        case .deadlineReached: break
        }
        settle()
        defer { effects = [] }
        return effects
    }

    /// When the engine must be called again though nothing happens; `nil` when never.
    package var nextDeadline: MonotonicInstant? {
        [
            windows.nextDeadline, appUse.nextDeadline, demand.nextDeadline, reloads.nextDeadline,
            schedule.nextDeadline(at: now),
            hosts.isEmpty ? nil : entryDates.nextDeadline(at: now),
        ].lazy.compactMap { $0 }.min()
    }

    // MARK: What the parts of the engine share

    /// Adds an effect.
    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// Puts a decision on record.
    mutating func record(_ decision: Decision, about subject: JournalSubject = .everybody) {
        emit(.record(journal.add(decision, about: subject, at: now)))
    }

    /// Puts a decision about a widget on record.
    mutating func record(_ decision: Decision, about widget: WidgetIdentifier) {
        record(decision, about: JournalSubject(app: state.widgets[widget]?.kind.app, widget: widget))
    }

    private mutating func carryOut(_ command: Command, by caller: Caller, _ call: CallIdentifier) {
        do throws(Refusal) {
            emit(.reply(call, try answer(to: command, by: caller)))
        } catch {
            emit(.refuse(call, error))
        }
    }

    private mutating func answer(to command: Command, by caller: Caller) throws(Refusal) -> Answer {
        switch command {
        case .authorize(let app, let change): try authorize(app, change, by: caller)
        case .reset(let user, let app): try reset(user: user, app: app, by: caller)
        case .switchServices(let isOn, let user): try switchServices(isOn: isOn, user: user, by: caller)
        case .registerManifest(let manifest, let text, let user):
            try registerManifest(manifest, text: text, user: user, by: caller)
        case .withdrawManifest(let app): try withdrawManifest(of: app, by: caller)
        case .requestAuthorization(let session, let request):
            try requestAuthorization(session, request, by: caller)
        case .answerPrompt(let session, let prompt, let choice, let accuracy):
            try answerPrompt(session, prompt, choice, accuracy: accuracy, by: caller)
        case .setAppVisibility(let app, let visible, let session):
            try setAppVisibility(of: app, isVisible: visible, session: session, by: caller)
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

    /// Does everything that is due now; at the same moment a second time it finds nothing to do.
    private mutating func settle() {
        for widget in entryDates.show(now.utc, of: state.timelines) { tellHosts(of: widget) }
        if isDue(windows.nextDeadline) {
            for widget in windows.closeEnded(at: now.instant) { record(.windowEnded, about: widget) }
        }
        if isDue(appUse.nextDeadline) { endUses() }
        for (widget, reason) in schedule.takeDue(at: now) { owe(widget, reason) }
        if isDue(reloads.nextDeadline) {
            for widget in reloads.takeDue(at: now.instant) { carryOn(with: widget) }
        }
        updateDemand()
    }

    private func isDue(_ deadline: MonotonicInstant?) -> Bool { deadline.map { $0 <= now.instant } ?? false }

    private mutating func change(to settings: EngineSettings) {
        changeTogether(because: .policy) { $0.settings = settings }
        appUse.grace = settings.appGrace
        windows.change(window: settings.inUseWindow, at: now.instant)
        demand.idleAfter = settings.receiversIdleAfter
        significantChange.change(to: settings.significantChange)
        fixes.toleranceMeters = settings.significantChange.toleranceMeters
        schedule.change(leastInterval: settings.minimumReloadInterval)
    }
}

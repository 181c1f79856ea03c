package import LocationModel
package import WaymarkEngine

/// A run of a scenario in virtual time on the daemon's own engine.
package struct ScenarioRun {
    /// An app with its provider while the scenario runs.
    struct Program {
        var behaviour = ProviderBehaviour.answers(after: .zero, next: .never)
        var isProviderRunning: Bool
        var provider: SessionIdentifier?
        var app: SessionIdentifier?
        var isOpen = false

        /// The streams of locations, headings and beacons of the app.
        var followers: [SessionIdentifier] = []
        var start = ProgramBehaviour.starts(after: .zero)
        var launched: LaunchedProgram?

        /// The stream of what it monitors, which a started program holds.
        var monitor: SessionIdentifier?
        var isMonitoring = false
    }

    struct Delayed {
        let due: MonotonicInstant
        let session: SessionIdentifier
        let request: RequestIdentifier
        let next: ProviderBehaviour.Next
    }

    /// An expectation that is not decided yet.
    struct Watched {
        let step: ScenarioScript.Step
        let pattern: DecisionPattern
        let count: ClosedRange<Int>
        let end: MonotonicInstant
        var seen = 0
    }

    /// The most work of a run: reports, deadlines, calls and decisions.
    ///
    /// It suffices for five days in which a receiver reports each second without a pause.
    package static let workLimit = 1_000_000

    /// Returns the work of something that looks at this many other things.
    static func work(lookingAt others: Int) -> Int { 1 + others / 100 }

    /// The number of decisions kept to be shown around a failure.
    private static let keptDecisions = 400

    let script: ScenarioScript
    let beginning: Moment
    var simulation: Simulation
    var bench: ReceiverBench
    var radio: BeaconRadio
    var isAlive = true
    var clockOffset: Duration = .zero
    var programs: [Program]
    var host = SessionIdentifier(0)

    /// The host of a surface that is always in view, once it has shown something.
    var dashboard: SessionIdentifier?
    var agent = SessionIdentifier(0)
    var launcher = SessionIdentifier(0)
    var widgets: [WidgetIdentifier?]

    /// The widgets that the person looks at, also while the screen is locked.
    var inView: Set<Int> = []
    var isLocked = false
    var alwaysInView: Set<Int> = []
    var hides: [(due: MonotonicInstant, widget: Int)] = []
    var delayed: [Delayed] = []

    /// The programs that are starting, and connect then.
    var starting: [(due: MonotonicInstant, app: Int)] = []

    var tickets: [Int: TicketIdentifier] = [:]
    var watched: [Watched] = []
    var journal: [JournalEntry] = []
    var present: [JournalEntry] = []
    var outcome = ScenarioOutcome()

    /// The rest of ``workLimit``.
    var work: Int
    private let workLimit: Int
    private var calls: UInt64 = 0
    private var sessions: UInt64 = 0
    private var locations: [RequestIdentifier: LocationAnswer] = [:]
    private let observe: (ScenarioObservation) -> Void

    /// The words of the service for what the engine refuses.
    let words: (Refusal) -> String

    /// Prepares a run.
    ///
    /// `words` tells a person what is refused, and `observe` is told of everything that can be drawn or printed.
    package init(
        _ script: ScenarioScript,
        workLimit: Int = Self.workLimit,
        words: @escaping (Refusal) -> String,
        observe: @escaping (ScenarioObservation) -> Void = { _ in }
    ) {
        self.script = script
        self.workLimit = workLimit
        work = workLimit
        self.observe = observe
        self.words = words
        beginning = Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(86_400)),
            utc: script.start
        )
        bench = ReceiverBench(script, at: beginning)
        radio = BeaconRadio(script, beginning: beginning.instant)
        programs = script.apps.map { Program(isProviderRunning: !$0.isStartedOnDemand) }
        widgets = script.widgets.map { _ in nil }
        simulation = Simulation(settings: script.settings, receiverNames: bench.names, at: beginning)
    }

    package mutating func run() -> ScenarioOutcome {
        connectEverybody()
        for step in script.steps {
            advance(to: beginning.instant.advanced(by: step.time))
            guard work > 0 else { return stopped(before: step) }
            if case .end = step.action { break }
            perform(step)
        }
        if let last = script.steps.last, last.action != .end, let end = watched.map(\.end).max() {
            advance(to: end)
            guard work > 0 else { return stopped(before: last) }
        }
        for expectation in watched { decide(expectation, isOver: true) }
        watched = []
        return finish()
    }

    /// Ends a run that is too much work.
    private mutating func stopped(before step: ScenarioScript.Step) -> ScenarioOutcome {
        fail(
            step,
            "the scenario stops here, with more than \(workLimit) reports, deadlines, calls and decisions before this "
                + "line; make it shorter, or let receivers report less often"
        )
        return finish()
    }

    private mutating func finish() -> ScenarioOutcome {
        outcome.remarks = bench.problems
        outcome.duration = beginning.instant.duration(to: simulation.now.instant)
        return outcome
    }

    // MARK: Time

    var now: Moment { simulation.now }

    func moment(_ instant: MonotonicInstant) -> Moment {
        let moment = beginning.advanced(by: beginning.instant.duration(to: instant))
        return Moment(instant: instant, utc: moment.utc.advanced(by: clockOffset))
    }

    /// Lets time pass, from one event to the next.
    mutating func advance(to target: MonotonicInstant) {
        while work > 0 {
            work -= Self.work(lookingAt: delayed.count + starting.count + hides.count + watched.count)
            var next = target
            let present = now.instant
            // A deadline in the past, or one that the engine renews at each call, must not stop time.
            if isAlive, let deadline = simulation.engine.nextDeadline {
                next = min(next, max(deadline, now.instant.advanced(by: .milliseconds(1))))
            }
            if let due = bench.nextDeadline { next = min(next, due) }
            if let due = radio.nextDeadline { next = min(next, due) }
            if let due = delayed.lazy.map(\.due).min() { next = min(next, due) }
            if let due = starting.lazy.map(\.due).min() { next = min(next, due) }
            if let due = hides.lazy.map(\.due).min() { next = min(next, due) }
            if let due = watched.lazy.map(\.end).filter({ $0 > present }).min() { next = min(next, due) }
            next = max(next, now.instant)
            pass(until: next)
            act()
            guard next < target else { return }
        }
    }

    private mutating func pass(until next: MonotonicInstant) {
        guard next > now.instant else { return }
        // Expectations that end now have had their time.
        let present = now.instant
        let over = watched.filter { $0.end <= present }
        watched.removeAll { $0.end <= present }
        for expectation in over { decide(expectation, isOver: true) }
        self.present = []
        if isAlive {
            simulation.advance(to: moment(next))
        } else {
            simulation.skip(to: moment(next))
        }
        carryOutEffects()
    }

    private mutating func act() {
        let present = now.instant
        let hidden = hides.filter { $0.due <= present }
        hides.removeAll { $0.due <= present }
        for hide in hidden { setVisible([hide.widget], false) }
        let answers = delayed.filter { $0.due <= present }
        delayed.removeAll { $0.due <= present }
        for answer in answers { deliver(answer.request, answer.next, on: answer.session) }
        let started = starting.filter { $0.due <= present }
        starting.removeAll { $0.due <= present }
        for start in started { connectProgram(of: start.app) }
        listen()
        report(bench.advance(at: now, within: &work))
    }

    // MARK: Events

    mutating func report(_ reports: [(ReceiverIdentifier, ReceiverReport)]) {
        guard isAlive else { return }
        for (receiver, report) in reports {
            if case .epoch(.fix(let fix), _) = report { observe(.fix(fix, now)) }
            send(.receiverReported(receiver, report))
        }
    }

    mutating func send(_ event: Event) {
        simulation.send(event)
        carryOutEffects()
    }

    var nextSession: SessionIdentifier { SessionIdentifier(sessions + 1) }

    mutating func open(_ event: (SessionIdentifier, CallIdentifier) -> Event) -> SessionIdentifier {
        sessions += 1
        let session = SessionIdentifier(sessions)
        send(event(session, call()))
        return session
    }

    mutating func call() -> CallIdentifier {
        work -= 1
        calls += 1
        return CallIdentifier(calls)
    }

    mutating func ask(_ command: Command, as caller: Caller = Self.caller) throws(Refusal) -> Answer {
        let call = call()
        simulation.send(.called(command, by: caller, call: call))
        var answer: Result<Answer, Refusal>?
        for outcome in simulation.outcomes {
            switch outcome.effect {
            case .reply(call, let reply): answer = .success(reply)
            case .refuse(call, let refusal): answer = .failure(refusal)
            default: continue
            }
        }
        carryOutEffects()
        guard let answer else { preconditionFailure("the engine owes an answer to \(command)") }
        return try answer.get()
    }

    static let caller = Caller(user: ScriptDraft.person)

    /// Carries out the effects of the engine, until there are no more.
    private mutating func carryOutEffects() {
        while true {
            let outcomes = simulation.drainOutcomes()
            guard !outcomes.isEmpty else { return }
            for outcome in outcomes {
                if case .tellProvider(_, .reload(let request)) = outcome.effect {
                    locations[request.request] = request.location
                }
            }
            for outcome in outcomes { carryOut(outcome.effect) }
        }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .record(let entry): record(entry)
        case .startReceivers: report(bench.start(at: now))
        case .stopReceivers: report(bench.stop())
        case .tellProvider(let session, .reload(let request)): answer(request, on: session)
        case .tellProvider(let session, .stop): endIdleProgram(session)
        case .tellLauncher(_, .start(let program, _)): start(program)
        case .tellLauncher(_, .stop(let program)): stop(program)
        case .tellMonitor(let session, let event): acknowledge(event, on: session)
        case .tellBeaconFeed(_, let isWanted):
            radio.want(isWanted, at: now.instant)
            listen()
        default: break
        }
    }

    private mutating func record(_ entry: JournalEntry) {
        outcome.decisions += 1
        work -= Self.work(lookingAt: watched.count)
        journal.append(entry)
        if journal.count > 2 * Self.keptDecisions { journal.removeFirst(Self.keptDecisions) }
        present.append(entry)
        observe(.decision(entry, location(of: entry.decision)))
        for index in watched.indices where matches(entry, watched[index].pattern) { watched[index].seen += 1 }
        let settled = watched.filter { $0.isSettled }
        watched.removeAll { $0.isSettled }
        for expectation in settled { decide(expectation, isOver: false) }
    }

    /// Returns the place of a significant change, or the location given with a reload.
    private mutating func location(of decision: Decision) -> Fix? {
        switch decision {
        case .position(.significantChange): return simulation.engine.latestFix
        case .widget(.reload(let request, _, _, _, _)):
            guard case .location(let fix, _)? = locations.removeValue(forKey: request) else { return nil }
            return fix
        default: return nil
        }
    }

    private mutating func answer(_ request: ReloadRequest, on session: SessionIdentifier) {
        guard let program = programs.first(where: { $0.provider == session }) else { return }
        switch program.behaviour {
        case .hangs: return
        case .fails(let message): _ = try? ask(.failTimeline(session, request.request, message: message))
        case .answers(let delay, let next):
            guard delay > .zero else { return deliver(request.request, next, on: session) }
            let due = now.instant.advanced(by: delay)
            delayed.append(Delayed(due: due, session: session, request: request.request, next: next))
        }
    }

    private mutating func deliver(
        _ request: RequestIdentifier,
        _ next: ProviderBehaviour.Next,
        on session: SessionIdentifier
    ) {
        let first = TimelineEntry(date: now.utc, content: "{}")
        var entries = [first]
        let policy: ReloadPolicy
        switch next {
        case .never: policy = .never
        case .every(let span): policy = .after(now.utc.advanced(by: span))
        case .at(let time): policy = .after(script.next(time, after: now.utc))
        case .atEnd(let span):
            entries.append(TimelineEntry(date: now.utc.advanced(by: span), content: "{}"))
            policy = .atEnd
        }
        // An answer that is late is refused, which the journal shows.
        guard let timeline = try? Timeline(entries: entries, policy: policy) else { return }
        _ = try? ask(.deliverTimeline(session, request, timeline))
    }
}

extension ScenarioScript {
    /// Returns the next instant after `earlier` at which local clocks show a time of day.
    func next(_ timeOfDay: Duration, after earlier: UTCInstant) -> UTCInstant {
        let day = Duration.seconds(86_400)
        let local = earlier.advanced(by: .seconds(offset(earlier)))
        var shown = local.date.midnight.advanced(by: timeOfDay)
        if shown <= local { shown = shown.advanced(by: day) }
        let guess = shown.advanced(by: .seconds(-offset(shown)))
        return shown.advanced(by: .seconds(-offset(guess)))
    }
}

extension ScenarioRun.Watched {
    /// Whether more than was expected came, before its time is over.
    var isRefuted: Bool { seen > count.upperBound }

    /// Whether it is decided before its time is over: enough came, if any number is enough.
    var isSettled: Bool { isRefuted || count.upperBound == .max && count.contains(seen) }
}

extension ScenarioRun {
    /// The names of the widgets in the scenario, those included that are only to be added.
    ///
    /// Widgets are numbered in the order in which they are added, and keep their names when they are removed.
    package var widgetNames: [WidgetIdentifier: String] {
        var names: [WidgetIdentifier: String] = [:]
        for (index, name) in script.widgets.enumerated() { names[WidgetIdentifier(UInt64(index + 1))] = name }
        return names
    }

    /// The end of the run so far, on the wall clock.
    package var end: UTCInstant { simulation.now.utc }
}

import LocationModel
import WaymarkEngine

struct EngineRun {
    private var run: RandomRun<ByteSource>
    private var engine: Engine
    private var now: Moment

    /// The content of a store that has carried out exactly the commits so far.
    private var stored = SavedState()
    private var receiversAreOn = false

    /// The authorization of each app, and whether it was in use, before the current event.
    private var before: [AppKey: AppSummary] = [:]
    private var steps = 0

    init(_ bytes: [UInt8]) {
        now = Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(1000)),
            utc: UTCInstant(secondsSince1970: 1_790_000_000)
        )
        run = RandomRun(ByteSource(bytes), at: now, isOdd: true)
        engine = Engine(receiverNames: ["first", "second"], at: now)
    }

    /// Handles the next event, and returns whether there may be more.
    mutating func step() -> Bool {
        guard !run.random.isEmpty else { return false }
        let step = run.next(for: engine)
        now = step.moment
        handle(step.event)
        return true
    }

    /// Handles everything that is due, and then restarts from the committed state.
    mutating func finish() {
        for _ in 0..<32 {
            guard let deadline = engine.nextDeadline else { break }
            now = now.advanced(by: now.instant.duration(to: deadline))
            handle(.deadlineReached)
        }
        for widget in engine.savedState.widgets.keys {
            _ = engine.explanation(of: widget).summary
            guard let status = engine.status(of: widget) else { preconditionFailure("a widget has a status") }
            precondition(
                status.pending == nil || status.reloadWait != nil,
                "a pending reload waits for something"
            )
        }
        now = now.advanced(by: .seconds(1))
        var restarted = Engine(state: stored, receiverNames: ["first", "second"], at: now)
        precondition(restarted.savedState == stored)
        for case .commit(let change) in restarted.handle(.deadlineReached, at: now) { stored.apply(change) }
        precondition(restarted.savedState == stored)
        precondition(restarted.nextDeadline.map { $0 > now.instant } ?? true)
    }

    private mutating func handle(_ event: Event) {
        for app in run.apps { before[app] = engine.summary(of: app) }
        let effects = engine.handle(event, at: now)
        for effect in effects { check(effect) }
        precondition(stored == engine.savedState, "the commits alone make the state")
        precondition(engine.nextDeadline.map { $0 > now.instant } ?? true, "what is due has been done")
        precondition(engine.receiversAreOn == receiversAreOn)
        for consumer in stored.widgets.keys.map({ Consumer.widget($0) }) {
            precondition(
                engine.entitledConsumers[consumer] == engine.entitlement(of: consumer),
                "what is kept is what it follows from"
            )
        }
        if case .called(_, _, let call) = event {
            let answers = effects.count {
                switch $0 {
                case .reply(call, _), .refuse(call, _): true
                default: false
                }
            }
            precondition(answers == 1, "every call has one answer")
        }
        run.note(effects)
        // This copies the engine, which is slow.
        steps += 1
        guard steps % 7 == 0 else { return }
        var again = engine
        precondition(again.handle(.deadlineReached, at: now).isEmpty, "a second look finds nothing to do")
    }

    private mutating func check(_ effect: Effect) {
        switch effect {
        case .commit(let change): stored.apply(change)
        case .tellProvider(_, .reload(let request)): check(request)
        case .startReceivers:
            precondition(!receiversAreOn)
            receiversAreOn = true
        case .stopReceivers:
            precondition(receiversAreOn)
            receiversAreOn = false
        case .record(let entry): _ = entry.decision.text
        default: break
        }
    }

    private func check(_ request: ReloadRequest) {
        guard let widget = stored.widgets[request.widget] else {
            preconditionFailure("a request is about a widget that is there")
        }
        precondition(
            widget.pendingReload != nil
                || widget.timeline.map { $0.change < stored.lastNotifiedPlace?.number ?? 0 } ?? true,
            "what is asked for is owed"
        )
        let key = widget.kind
        guard request.location.isLocation else { return }
        let isInUse = engine.use(of: request.widget).isInUse
        // A reload that was due may have been sent before the event changed something.
        precondition(
            [before[key.app], engine.summary(of: key.app)].contains { app in
                guard let app, app.authorization.status.isAuthorized else { return false }
                return app.isInUse || app.authorization.allowsOutOfUse
                    || app.authorization.isAuthorizedForWidgetUpdates && isInUse
            },
            "a location goes only where the person and the use allow"
        )
    }
}

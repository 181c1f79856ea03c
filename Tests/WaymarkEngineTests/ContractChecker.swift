import LocationModel
import Testing
import WaymarkEngine

/// Runs an engine and checks after every event what must hold whatever happens.
struct ContractChecker {
    private(set) var engine: Engine

    /// What a store holds that has carried out the commits so far, and nothing else.
    private(set) var stored: SavedState

    /// How many requests there were, and how many of them with a location.
    private(set) var requestCount = 0
    private(set) var locationCount = 0

    /// The requests that wait for an answer, by their widgets.
    private(set) var outstanding: [WidgetIdentifier: RequestIdentifier] = [:]

    /// The calls for a location that wait for their answer.
    private(set) var waitingCalls: [CallIdentifier: AppKey] = [:]

    /// How many of them were answered with a location, and how many without.
    private(set) var locationAnswers = (given: 0, absent: 0)

    private var waitingRequests: [LocationRequestIdentifier] {
        engine.entitledConsumers.keys.compactMap(\.request)
    }

    /// The questions that agents were told of and that wait.
    private var waitingPrompts: Set<PromptIdentifier> { Set(engine.prompts(for: .root).map(\.identifier)) }

    private var steps = 0
    private var receiversAreOn = false
    private var lastCommand: Command?

    /// The engine before the event at hand.
    private var before: Engine

    init(state: SavedState = SavedState(), at now: Moment) {
        engine = Engine(state: state, receiverNames: ["first", "second"], at: now)
        before = engine
        stored = state
    }

    /// Lets an event happen and checks what came of it.
    mutating func handle(_ step: RandomRun.Step) -> [Effect] {
        before = engine
        let effects = engine.handle(step.event, at: step.moment)
        if case .called(let command, _, _) = step.event { lastCommand = command } else { lastCommand = nil }
        if case .locationRequested(_, let app, _, let call) = step.event { waitingCalls[call] = app }
        if case .callAbandoned(let call) = step.event { waitingCalls[call] = nil }
        for effect in effects { check(effect, at: step.moment) }
        #expect(stored == engine.savedState, "the commits alone must make the state")
        checkUsage()
        checkReplies(to: step.event, effects)
        checkDeadline(at: step.moment)
        checkReceivers(at: step.moment)
        checkRequests(at: step.moment)
        steps += 1
        // It copies and compares the whole engine, which takes its time.
        if steps % 7 == 0 { checkRepetition(at: step.moment) }
        for widget in outstanding.keys {
            #expect(
                stored.widgets[widget]?.pendingReload != nil,
                "what is asked for is owed until it is answered"
            )
        }
        return effects
    }

    /// Checks that what is counted is what there is.
    private func checkUsage() {
        for user in [Caller.owner.user, Caller.neighbour.user] {
            let widgets = stored.widgets.values.filter { $0.kind.app.user == user }
            let apps = Set(stored.grants.keys).union(stored.kinds.keys.map(\.app))
            let counts: [Quota: Int] = [
                .widgets: widgets.count,
                .timelineBytes: widgets.reduce(0) { $0 + ($1.timeline?.timeline.byteCount ?? 0) },
                .kinds: stored.kinds.keys.count { $0.app.user == user },
                .apps: apps.count { $0.user == user },
                .manifests: stored.manifestTexts.keys.count { $0.user == user },
            ]
            for (quota, count) in counts { #expect(engine.usage(of: quota, by: user) == count) }
        }
    }

    /// Checks that what an effect reveals has been committed before it.
    private mutating func check(_ effect: Effect, at now: Moment) {
        switch effect {
        case .commit(let change): stored.apply(change)
        case .reply(let call, .location(let outcome)): check(outcome, for: call)
        case .reply(_, let answer): checkReveals(answer)
        case .refuse(let call, _): waitingCalls[call] = nil
        case .tellProvider(_, .session(let told)), .tellProvider(_, .authorization(let told)):
            #expect(stored.grants.values.contains(told.grant) || told.grant == Grant())
        case .tellApp(_, .session(let told)), .tellApp(_, .authorization(let told)):
            #expect(stored.grants.values.contains(told.grant) || told.grant == Grant())
        case .tellApp(_, .requestEnded(let prompt, _)), .tellAgent(_, .promptEnded(let prompt, _)):
            #expect(!waitingPrompts.contains(prompt))
        case .tellAgent(_, .session), .tellAgent(_, .prompt): break
        case .tellProvider(_, .reload(let request)): check(request, at: now)
        case .tellHost(_, .session(let views, _)), .tellHost(_, .widgets(let views, _)):
            for view in views { checkReveals(view) }
        case .tellHost(_, .widget(let view)): checkReveals(view)
        case .tellHost(_, .removed(let widget)): #expect(stored.widgets[widget] == nil)
        case .startReceivers:
            #expect(!receiversAreOn)
            receiversAreOn = true
        case .stopReceivers:
            #expect(receiversAreOn)
            receiversAreOn = false
        case .tellReceiver: break
        case .record(let entry): check(entry)
        }
    }

    private func checkReveals(_ answer: Answer) {
        switch answer {
        case .app(let summary):
            #expect(stored.grants[summary.app] ?? Grant() == summary.authorization.grant)
        case .widget(let widget): #expect(stored.widgets[widget] != nil)
        case .widgets(let widgets): #expect(widgets.allSatisfy { stored.widgets[$0]?.pendingReload != nil })
        case .done:
            switch lastCommand {
            case .remove(let widget): #expect(stored.widgets[widget] == nil)
            case .deliverTimeline(_, _, let timeline):
                #expect(stored.widgets.values.contains { $0.timeline?.timeline == timeline })
            default: break
            }
        case .retry, .request, .registered, .location: break
        }
    }

    private func checkReveals(_ view: WidgetView) {
        #expect(stored.widgets[view.widget]?.kind == view.kind)
        let entries = stored.widgets[view.widget]?.timeline?.timeline.entries ?? []
        #expect(view.entry.map { entries.contains($0) } ?? true)
    }

    private mutating func check(_ request: ReloadRequest, at now: Moment) {
        requestCount += 1
        #expect(outstanding[request.widget] == nil, "one request for a widget at a time")
        outstanding[request.widget] = request.request
        #expect(stored.widgets[request.widget]?.pendingReload != nil)
        guard let key = stored.widgets[request.widget]?.kind else {
            Issue.record("a request is about a widget that is there")
            return
        }
        // What was due before the event was done under what held before it.
        let possible = [before, engine].map { engine in
            var authorization = engine.authorization(of: key.app)
            authorization.grant = stored.grants[key.app] ?? Grant()
            return (authorization, isAppInUse: engine.summary(of: key.app).isInUse)
        }
        #expect(
            possible.contains { $0.0.isAuthorizedForWidgetUpdates == request.isAuthorizedForWidgetUpdates }
        )
        guard request.location.isLocation else { return }
        locationCount += 1
        let isInUse = engine.use(of: request.widget).isInUse
        let allowing = possible.filter { authorization, isAppInUse in
            let grant = authorization.grant
            return authorization.limits.isDisjoint(with: [.forbidden, .servicesOff])
                && (grant.status == .authorizedAlways && !authorization.limits.contains(.whenInUseOnly)
                    || (grant.status != .denied && grant.status != .notDetermined
                        || authorization.isTemporary)
                        && (isAppInUse || grant.widgets == .granted && isInUse))
        }
        #expect(!allowing.isEmpty, "a location goes only where the person and the use allow")
        #expect(
            stored.accessLogs[key.app.user]?.records.last?.consumer == .widget(request.widget),
            "what is given is on record before"
        )
        if allowing.allSatisfy({ $0.0.accuracy == .reduced }), case .location(let fix, _) = request.location {
            #expect(ReducedArea(of: fix.coordinate).center == fix.coordinate)
        }
    }

    private mutating func check(_ outcome: LocationOutcome, for call: CallIdentifier) {
        guard let app = waitingCalls.removeValue(forKey: call) else {
            Issue.record("a location answers a call that waits")
            return
        }
        guard case .location(let fix, _) = outcome else {
            locationAnswers.absent += 1
            return
        }
        locationAnswers.given += 1
        let possible = [before, engine].map { $0.authorization(of: app) }
            .filter { $0.status.isAuthorized }
        #expect(!possible.isEmpty, "a location goes only where the person allows")
        if possible.allSatisfy({ $0.accuracy == .reduced }) {
            #expect(ReducedArea(of: fix.coordinate).center == fix.coordinate)
        }
        #expect(
            stored.accessLogs[app.user]?.records.last?.consumer?.request != nil,
            "what is given is on record before"
        )
    }

    private mutating func check(_ entry: JournalEntry) {
        let over: RequestIdentifier? =
            switch entry.decision {
            case .timeline(let request, _, _), .timelineFailed(let request, _, _),
                .timelineLate(let request, _), .requestAbandoned(let request):
                request
            default: nil
            }
        if let widget = entry.subject.widget, let over {
            #expect(outstanding[widget] == over)
            outstanding[widget] = nil
        }
        if entry.decision == .removed, let widget = entry.subject.widget {
            #expect(stored.widgets[widget] == nil)
            outstanding[widget] = nil
        }
    }

    private func checkReplies(to event: Event, _ effects: [Effect]) {
        guard case .called(_, _, let call) = event else { return }
        let answers = effects.count {
            switch $0 {
            case .reply(call, _), .refuse(call, _): true
            default: false
            }
        }
        #expect(answers == 1, "every call has one answer")
    }

    private func checkRequests(at now: Moment) {
        #expect(waitingRequests.count == waitingCalls.count, "a call waits for as long as its app may know")
        for entitled in engine.entitledConsumers.values {
            guard case .request = entitled.consumer, case .fix(let deadline, _) = entitled.want else {
                continue
            }
            #expect(deadline > now.instant)
        }
    }

    private func checkDeadline(at now: Moment) {
        #expect(engine.nextDeadline.map { $0 > now.instant } ?? true, "what is due has been done")
    }

    private func checkReceivers(at now: Moment) {
        #expect(engine.receiversAreOn == receiversAreOn)
        for consumer in stored.widgets.keys.map({ Consumer.widget($0) })
            + waitingRequests.map({ .request($0) })
        {
            #expect(
                engine.entitledConsumers[consumer] == engine.entitlement(of: consumer),
                "what is kept is what it follows from"
            )
        }
        let consumers = engine.entitledConsumers.values
        #expect(consumers.allSatisfy { engine.entitlement(of: $0.consumer) == $0 }, "and there is no more")
        let entitled = consumers.compactMap(\.consumer.widget)
        #expect(consumers.isEmpty == (engine.receiverNeed == nil))
        let demanding = consumers.filter { $0.want != .significantChanges }
        #expect(demanding.isEmpty || engine.receiverNeed?.want != .significantChanges)
        #expect(demanding.isEmpty || receiversAreOn, "somebody waits for a fix")
        let inUse = entitled.filter { engine.use(of: $0).isInUse }
        #expect(inUse.isEmpty || receiversAreOn, "somebody may use every fix")
        guard !consumers.isEmpty, !receiversAreOn else { return }
        #expect(engine.receiverPause != nil, "somebody may use a significant change")
        let longest = engine.settings.dutyCycle?.longest ?? .zero
        #expect(
            engine.nextDeadline.map { $0 <= now.instant + longest } ?? false,
            "no pause is longer than allowed"
        )
    }

    private func checkRepetition(at now: Moment) {
        var copy = engine
        let effects = copy.handle(.deadlineReached, at: now)
        #expect(effects.isEmpty, "a second look at the same moment finds nothing to do")
        #expect(copy == engine)
    }
}

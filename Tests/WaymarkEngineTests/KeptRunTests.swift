import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@Suite("In random runs, the engine")
struct KeptRunTests {
    private static let events = 400
    private static let callers = [
        Caller.owner, .neighbour, .root,
        Caller(user: Caller.owner.user, isSandboxed: true, sandboxedApps: [AppKey.weather.app]),
        Caller(user: UserIdentifier(1002), isKiosk: true),
    ]

    @Test("does all that it did when that was kept", arguments: ContractTests.seeds.prefix(3), [false, true])
    func kept(_ seed: UInt64, _ decides: Bool) throws {
        let lines = lines(of: RandomRun(seed: seed, decides: decides))
        try KeptText.check(lines, "Runs/\(decides ? "decisions" : "events")-\(seed).txt", inFull: 0)
    }

    /// The events of a run, what they bring, and what the engine answers between them.
    private func lines(of run: RandomRun) -> [String] {
        var run = run
        var engine = Engine(
            settings: RandomRun.settings,
            receiverNames: ["first", "second", "third"],
            at: .start
        )
        var stored = SavedState()
        var lines: [String] = []
        for index in 1...Self.events {
            let step = run.next(for: engine)
            let effects = engine.handle(step.event, at: step.moment)
            run.note(effects)
            lines.append("\(index) \(stableText(step.event))")
            for effect in effects {
                if case .commit(let change) = effect { stored.apply(change) }
                lines.append(text(of: effect))
            }
            lines.append("next \(stableText(engine.nextDeadline as Any))")
            if index % 20 == 0 { lines += answers(of: engine) }
            guard index % 150 == 0 else { continue }
            engine = Engine(
                settings: engine.settings,
                state: stored,
                journal: JournalNumbers(),
                catalogue: engine.catalogue,
                receiverNames: engine.receiverNames,
                at: step.moment
            )
        }
        return lines
    }

    private func text(of effect: Effect) -> String {
        guard case .record(let entry) = effect else { return stableText(effect) }
        return
            "\(stableText(entry)) \(entry.decision.name): \(entry.decision.text) \(stableText(entry.decision.evidence))"
    }

    private func answers(of engine: Engine) -> [String] {
        var lines: [String] = []
        func add(_ question: String, _ answer: Any) { lines.append("\(question): \(stableText(answer))") }
        for widget in engine.savedState.widgets.keys.sorted() {
            let explanation = engine.explanation(of: widget)
            add("explanation", explanation)
            add("summary", explanation.summary)
            for check in explanation.checks { add("check", check.text) }
            add("unmoved", engine.explanation(of: widget, tellsOfMovement: false))
            add("status", engine.status(of: widget) as Any)
            add("view", engine.view(of: widget) as Any)
            add("budget", engine.budget(of: widget) as Any)
            add("location", engine.location(for: widget))
            add("setup", engine.completeSetup(of: widget) as Any)
            add("entitlement", engine.entitlement(of: .widget(widget)) as Any)
            for caller in Self.callers {
                do { add("kind", try engine.kind(of: widget, for: caller)) } catch { add("kind", error) }
            }
        }
        for app in Set(engine.apps(visibleTo: .root).map(\.app)).union([.weather, .tides]).sorted() {
            let explanation = engine.explanation(of: app)
            add("app", explanation)
            add("app's summary", explanation.summary)
            add("monitoring", explanation.monitoringSummary as Any)
            for event in explanation.waiting { add("event", event.text) }
            add("summary of app", engine.summary(of: app))
            for (number, region) in engine.regions(of: app, after: nil) {
                add("region", (number, region, engine.state(of: region)))
            }
        }
        for caller in Self.callers {
            add("widgets", engine.widgets(visibleTo: caller))
            add("apps", engine.apps(visibleTo: caller).map(\.app))
            add("counts", (engine.widgetCount(visibleTo: caller), engine.appCounts(visibleTo: caller)))
            add("can start programs", engine.canStartPrograms(of: caller.user))
            add("prompts", engine.prompts(for: caller))
            add("consumers", engine.consumers(visibleTo: caller, limit: 5))
            add("programs", engine.programs(visibleTo: caller, limit: 5))
            add("movement", engine.mayKnowOfMovement(caller))
            add("sessions", (engine.sessionCount(visibleTo: caller), engine.agentCount(for: caller)))
            add("background", engine.backgroundApps(visibleTo: caller, limit: 5))
            add("accesses", engine.accesses(visibleTo: caller, limit: 10))
            add("kinds", engine.placeableKinds(of: caller.user, limit: 5))
            for ticket in engine.savedState.tickets.keys.sorted().suffix(3) {
                do { add("ticket", try engine.ticketStatus(ticket, for: caller)) } catch {
                    add("ticket", error)
                }
            }
        }
        for feature in LocationFeature.allCases { add("obstacle", engine.obstacle(to: feature) as Any) }
        for capability in DeviceCapability.allCases {
            add("obstacle", engine.obstacle(to: capability) as Any)
        }
        for index in 0..<3 { add("receiver", engine.receiver(ReceiverIdentifier(index))) }
        add(
            "receivers",
            (
                engine.receiversAreOn, engine.receiverPause, engine.receiverPauseRemaining,
                engine.receiversSince
            )
        )
        add("need", engine.receiverNeed as Any)
        add("fix", (engine.latestFix, engine.lastSignificantChangeAge, engine.presentVisit))
        add("stated", (engine.statedPlace, engine.statedPlaceIsUsed))
        for quota in Quota.allCases { add("usage", engine.usage(of: quota, by: Caller.owner.user)) }
        return lines
    }
}

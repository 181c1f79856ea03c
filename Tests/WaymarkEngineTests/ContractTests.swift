import Fuzzers
import Lab
import LocationModel
import Testing
import WaymarkEngine

@Suite("Whatever happens, the engine")
struct ContractTests {
    static let seeds: [UInt64] = Array(15...22)

    @Test(
        "commits before it reveals, does what is due, and asks only where it may",
        arguments: seeds,
        [false, true]
    )
    func invariants(_ seed: UInt64, _ decides: Bool) {
        _ = Self.checked(seed, decides: decides)
    }

    private static func checked(_ seed: UInt64, decides: Bool = false) -> ContractChecker {
        var run = RandomRun(seed: seed, decides: decides)
        var checker = ContractChecker(at: .start)
        for _ in 0..<400 { run.note(checker.handle(run.next(for: checker.engine))) }
        return checker
    }

    // Runs that ask for nothing would prove nothing.
    @Test("sends requests and gives locations often enough in these runs that the rules are tested")
    func runsAreWorthwhile() {
        let checkers = Self.seeds.prefix(6).map { Self.checked($0) }
        func sum(_ count: (ContractChecker) -> Int) -> Int { checkers.reduce(0) { $0 + count($1) } }
        #expect(sum(\.requestCount) > 100 && sum(\.locationCount) > 20 && sum(\.started.count) > 3)
        #expect(sum(\.locationAnswers.given) > 3 && sum(\.locationAnswers.absent) > 3)
        #expect(sum(\.tickets.doneCount) > 0 && sum(\.tickets.toldCount) > 0)
        #expect(sum(\.tickets.configuredCount) > 20)
    }

    // A rule is checked only in the states that a run comes to.
    @Test("reaches each temporary permission under each limit in these runs")
    func runsReachCombinations() {
        let passing: [(name: String, holds: (Authorization) -> Bool)] = [
            ("once", { $0.isTemporary }), ("full for a while", { $0.temporaryAccuracy == .full }),
            ("provisional", { $0.grant.isProvisional }),
        ]
        let limiting: [(name: String, holds: (Authorization) -> Bool)] = [
            ("policy", { !$0.limits.subtracting(.servicesOff).isEmpty }),
            ("switch", { $0.limits.contains(.servicesOff) }), ("reduced", { $0.grant.accuracy == .reduced }),
        ]
        var reached: Set<String> = []
        for seed in Self.seeds {
            var run = RandomRun(seed: seed, decides: true)
            var engine = Engine(settings: .ofRandomRuns, at: .start)
            for _ in 0..<400 {
                let step = run.next(for: engine)
                run.note(engine.handle(step.event, at: step.moment))
                for app in RuleModel.apps {
                    let authorization = engine.authorization(of: app)
                    for limit in limiting where limit.holds(authorization) {
                        let ending = passing.filter { $0.holds(authorization) }
                        reached.formUnion(ending.map { "\($0.name) under \(limit.name)" })
                    }
                }
            }
        }
        #expect(reached.count == passing.count * limiting.count, "\(reached)")
    }

    @Test("does the same when it is told the time before every event", arguments: seeds.prefix(4))
    func extraDeadlines(_ seed: UInt64) {
        var run = RandomRun(seed: seed)
        var engine = Engine(settings: .ofRandomRuns, at: .start)
        var punctual = Engine(settings: .ofRandomRuns, at: .start)
        for _ in 0..<400 {
            let step = run.next(for: engine)
            let came = engine.handle(step.event, at: step.moment)
            run.note(came)
            let before = punctual.handle(.deadlineReached, at: step.moment)
            let after = punctual.handle(step.event, at: step.moment)
            guard before + after == came else {
                Issue.record("\(step.event) brought \(before) and \(after) instead of \(came)")
                return
            }
        }
        #expect(punctual == engine)
    }

    @Test("has no wake-up that brings nothing, unless a clock was set", arguments: seeds.prefix(4))
    func deadlinesBringSomething(_ seed: UInt64) {
        var run = RandomRun(seed: seed, setsWallClock: false)
        var engine = Engine(settings: .ofRandomRuns, at: .start)
        for _ in 0..<400 {
            let deadline = engine.nextDeadline
            let step = run.next(for: engine)
            let before = engine
            let effects = engine.handle(step.event, at: step.moment)
            run.note(effects)
            guard step.event == .deadlineReached, deadline == step.moment.instant else { continue }
            // It may be that only the end of the least interval or an entry that no host watches was noted.
            #expect(!effects.isEmpty || engine.nextDeadline != before.nextDeadline)
        }
    }
}

@Suite("After a crash at any moment")
struct CrashTests {
    @Test("the same is owed, and providers and views that return get it", arguments: ContractTests.seeds)
    func equivalence(_ seed: UInt64) throws {
        var run = RandomRun(seed: seed)
        var checker = ContractChecker(at: .start)
        for index in 1...300 {
            let step = run.next(for: checker.engine)
            run.note(checker.handle(step))
            guard index % 25 == 0 else { continue }
            try restart(from: checker.stored, outstanding: Set(checker.outstanding.keys), at: step.moment)
        }
    }

    private func restart(from stored: SavedState, outstanding: Set<WidgetIdentifier>, at now: Moment) throws {
        var scenario = Scenario(state: stored, at: now)
        #expect(scenario.engine.savedState == stored)
        let pending = Set(stored.widgets.filter { $0.value.pendingReload != nil }.keys)
        let owed = pending.union(stored.widgets.filter { $0.value.timeline == nil }.keys)
        #expect(owed.isSuperset(of: outstanding))
        scenario.advance(by: .seconds(1))
        let later = scenario.engine.savedState.widgets.filter { $0.value.pendingReload != nil }
        #expect(Set(later.keys).isSuperset(of: pending))
        #expect(scenario.requests.isEmpty)

        for app in Set(stored.kinds.keys.map(\.app)).sorted() {
            let kinds = stored.kinds.filter { $0.key.app == app }.map { ($0.key.kind, $0.value) }
            _ = scenario.connectProvider(app, kinds: Dictionary(uniqueKeysWithValues: kinds))
        }
        for widget in stored.widgets.keys.sorted() { try scenario.show(widget) }
        scenario.arrive()
        let asked = Set(scenario.requests.map(\.widget))
        #expect(asked.isSuperset(of: owed), "owed to \(owed), asked for \(asked)")
        for request in scenario.requests { #expect(stored.widgets[request.widget] != nil) }
    }
}

extension RandomRun where Source == SeededGenerator {
    init(seed: UInt64, setsWallClock: Bool = true, decides: Bool = false) {
        let random = SeededGenerator(seed: seed)
        self.init(random, at: .start, setsWallClock: setsWallClock, decides: decides)
    }
}

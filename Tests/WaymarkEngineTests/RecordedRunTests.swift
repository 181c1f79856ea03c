import Fuzzers
import Lab
import LocationModel
import Testing
import WaymarkEngine

@Suite("A recorded run")
struct RecordedRunTests {
    private static let seeds = ContractTests.seeds.prefix(2)

    /// The lines of a random run that is recorded from its event number `beginning` on.
    private static func lines(seed: UInt64, from beginning: Int, to end: Int = 400) -> [[UInt8]] {
        var run = RandomRun(seed: seed)
        let secret = NumberingSecret(seed, 7)
        var engine = Engine(secret: secret, at: .start)
        let origin = RunOrigin(secret, engine.savedState, at: .start)
        var context = RunContext()
        var lines: [[UInt8]] = []
        for index in 0..<end {
            if index == beginning {
                let start = RunStart(of: engine, since: origin, index == 0 ? nil : context.events)
                lines.append(RunLine.start(start, at: run.now).json)
            }
            let step = run.next(for: engine)
            let effects = engine.handle(step.event, at: step.moment)
            context.note(step.event, effects)
            run.note(effects)
            guard index >= beginning else { continue }
            lines.append(RunLine.event(step.event, at: step.moment).json)
            for case .record(let entry) in effects {
                lines.append(RunLine.decision(RecordedDecision(entry)).json)
            }
        }
        return lines
    }

    private static func replay(_ lines: [[UInt8]]) throws -> (
        replay: RunReplay, differences: [RunReplay.Difference]
    ) {
        var replay = RunReplay()
        var differences: [RunReplay.Difference] = []
        var absent: Set<String> = []
        for (index, line) in lines.enumerated() {
            replay.replay(try RunLine(Array(line.dropLast()), absent: &absent), number: index + 1) { step in
                if case .differs(let difference) = step { differences.append(difference) }
            }
        }
        #expect(absent.isEmpty, "a line lacks what the same version wrote")
        return (replay, differences)
    }

    private static func isDecision(_ line: [UInt8]) -> Bool { line.starts(with: Array(#"{"decision""#.utf8)) }

    @Test(
        "makes the same decisions again, and from the middle on most of them, with the others explained",
        arguments: seeds,
        [0, 150]
    )
    func same(_ seed: UInt64, from first: Int) throws {
        let (replay, differences) = try Self.replay(Self.lines(seed: seed, from: first))
        let counts = replay.counts
        #expect(differences == [])
        #expect(counts.starts == 1 && counts.events == 400 - first)
        #expect(first > 0 || counts.unexplained == 0 && counts.equalDecisions > 100)
        #expect(counts.equalDecisions > counts.unexplained, "\(counts)")
    }

    @Test("from the middle on knows who is there and where the machine is")
    func context() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let host = scenario.connectHost()
        func opened(_ host: SessionIdentifier) -> Event {
            .opened(host, .host(widgets: nil), by: .owner, call: CallIdentifier(1))
        }
        func view(_ isVisible: Bool, _ call: UInt64) -> Event {
            let command = Command.setVisibility(widget, visible: isVisible, session: host)
            return .called(command, by: .owner, call: CallIdentifier(call))
        }
        let (app, refused) = (SessionIdentifier(9), SessionIdentifier(10))
        let provider = Event.opened(
            SessionIdentifier(1),
            .provider(.weather, kinds: [.here: .init(wantsLocation: true)]),
            by: .owner,
            call: CallIdentifier(1)
        )
        let fixes = (0..<5).map { Event.fix(eastMeters: Double($0), at: scenario.now) }
        let over = Event.opened(app, .app(.weather), by: .owner, call: CallIdentifier(1))
        let noted = [provider, opened(host), over, view(true, 2), view(false, 3), view(true, 4)]
        var context = RunContext()
        for event in noted + [.disconnected(app)] + fixes { context.note(event, []) }
        context.note(opened(refused), [.refuse(CallIdentifier(1), .notPermitted)])
        #expect(context.events == [provider, opened(host), view(true, 4)] + fixes.suffix(4))
        let origin = RunOrigin(nil, SavedState(), at: .start)
        let start = RunStart(of: scenario.engine, since: origin, context.events)
        let engine = start.engine(at: scenario.now)
        #expect(engine.savedState.widgets == scenario.engine.savedState.widgets)
        #expect(engine.status(of: widget)?.use == .inView)
        #expect(engine.status(of: widget)?.reloadWait == scenario.engine.status(of: widget)?.reloadWait)
    }

    @Test(
        "with coarse locations is replayed to its own decisions, and tells no place",
        arguments: seeds,
        [0, 150]
    )
    func coarse(_ seed: UInt64, from first: Int) throws {
        let exact = Self.lines(seed: seed, from: first)
        var run = CoarseRun()
        var coarse: [[UInt8]] = []
        var absent: Set<String> = []
        for line in exact {
            run.add(try RunLine(Array(line.dropLast()), absent: &absent)) { coarse.append($0.json) }
        }
        let (replay, differences) = try Self.replay(coarse)
        #expect(differences == [])
        #expect(replay.counts.events == 400 - first && replay.counts.unexplained == 0)
        for latitude in Self.values(of: "latitudeDegrees", in: coarse) {
            let rows = try #require(Double(latitude)) * 22
            #expect(abs(rows - rows.rounded(.down) - 0.5) < 1e-6, "\(latitude)")
        }
        let told = Self.values(of: "longitudeDegrees", in: exact)
        let left = Self.values(of: "longitudeDegrees", in: coarse)
        #expect(first > 0 || told.count > 10)
        // Nor does anything else tell it.
        let text = coarse.map { String(decoding: $0, as: UTF8.self) }.joined()
        for longitude in told where longitude.utf8.count > 8 {
            let beginning = longitude.prefix(8)
            // The machine may have been in the middle of an area.
            guard !left.contains(where: { $0.hasPrefix(beginning) }) else { continue }
            #expect(!text.contains(beginning), "\(longitude)")
        }
    }

    private static func values(of name: String, in lines: [[UInt8]]) -> Set<String> {
        var found: Set<String> = []
        for line in lines {
            let parts = String(decoding: line, as: UTF8.self).split(separator: "\"\(name)\":")
                .dropFirst()
            found.formUnion(parts.map { String($0.prefix { "-.0123456789e".contains($0) }) })
        }
        return found
    }

    @Test("tells where the decisions differ, with both")
    func differs() throws {
        var lines = Self.lines(seed: 3, from: 0)
        let changed = try #require(lines.indices.filter { Self.isDecision(lines[$0]) }.dropFirst(20).first)
        lines[changed] =
            Array(
                #"{"decision":{"_0":{"number":7,"about":"w1","name":"viewed","text":"It was seen."}}}"#.utf8
            ) + [10]
        let differences = try Self.replay(lines).differences
        #expect(differences.map(\.line) == [changed + 1])
        #expect(differences.first?.recorded?.text == "It was seen.")
        #expect(differences.first?.replayed != nil)
    }

    @Test("tells of a decision that the recording lacks, and of one that the replay lacks")
    func missing() throws {
        var lines = Self.lines(seed: 3, from: 0)
        // The one before an event: what a recording lacks at its end is no difference.
        let last = try #require(
            lines.indices.dropLast().last { Self.isDecision(lines[$0]) && !Self.isDecision(lines[$0 + 1]) }
        )
        let removed = lines.remove(at: last)
        let lacking = try Self.replay(lines).differences
        #expect(lacking.count == 1)
        #expect(lacking.first?.recorded == nil && lacking.first?.replayed != nil)
        lines.insert(removed, at: last)
        lines.insert(removed, at: last)
        let additional = try Self.replay(lines).differences
        #expect(additional.count == 1)
        #expect(additional.first?.recorded != nil && additional.first?.replayed == nil)
    }

    @Test("that ends or is interrupted between an event and its decisions has no difference there")
    func interrupted() throws {
        var absent: Set<String> = []
        let lines = try Self.lines(seed: 3, from: 0, to: 100)
            .map { try RunLine(Array($0.dropLast()), absent: &absent) }
        var replay = RunReplay()
        for (index, line) in lines.enumerated() {
            replay.replay(line, number: index + 1) { _ in }
            for interruption in [RunLine.gap(reason: "it is cut"), lines[0]] {
                var interrupted = replay
                interrupted.replay(interruption, number: index + 2) { _ in }
                #expect(interrupted.counts.differences == 0, "after line \(index + 1)")
            }
        }
        #expect(replay.counts.equalDecisions > 20)
    }

    @Test("reads what a line lacks as nothing, and says so")
    func lenient() throws {
        var absent: Set<String> = []
        let line = try RunLine(
            Array(#"{"decision":{"_0":{"name":"viewed","text":"It was seen."}}}"#.utf8),
            absent: &absent
        )
        guard case .decision(let decision) = line else {
            Issue.record("it is read as \(line)")
            return
        }
        #expect(decision.number == 0 && decision.text == "It was seen.")
        #expect(absent == ["number", "about"])
    }

    @Test(
        "says what is wrong with a line",
        arguments: [
            ("{\"decision\":", "it is not JSON"), ("{\"later\":{}}", "it is no line of a recorded run"),
            ("{\"run\":{\"form\":\"new\",\"program\":\"x\"}}", "it is no line of a recorded run"),
            // 2^63 s, in attoseconds.
            (
                "{\"event\":{\"_0\":{\"deadlineReached\":{}},\"at\":{\"instant\":{\"sinceEpoch\":[500000000000000000,0]}}}}",
                "it is no line of a recorded run"
            ),
        ]
    )
    func mistakes(_ text: String, _ problem: String) {
        var absent: Set<String> = []
        let error = #expect(throws: RunLineProblem.self) { try RunLine(Array(text.utf8), absent: &absent) }
        #expect(error?.text == problem)
    }
}

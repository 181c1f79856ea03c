import LocationModel
import RunRecords
import Testing
import WaymarkEngine

@Suite("A recorded run")
struct RecordedRunTests {
    private static let seeds = ContractTests.seeds.prefix(6)

    /// The lines of a random run that is recorded from its event number `beginning` on.
    private static func lines(seed: UInt64, from beginning: Int, to end: Int = 400) -> (
        lines: [[UInt8]], engine: Engine
    ) {
        var run = RandomRun(seed: seed)
        var engine = Engine(secret: NumberingSecret(seed, 7), at: .start)
        var lines: [[UInt8]] = []
        for index in 0..<end {
            if index == beginning { lines.append(RunLine.start(engine: engine, at: .start).json) }
            let step = run.next(for: engine)
            let effects = engine.handle(step.event, at: step.moment)
            run.note(effects)
            guard index >= beginning else { continue }
            lines.append(RunLine(step.event, at: step.moment).json)
            for case .record(let entry) in effects {
                lines.append(RunLine.decision(RecordedDecision(entry)).json)
            }
        }
        return (lines, engine)
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

    @Test("makes the same decisions again, from its start or from the middle", arguments: seeds)
    func same(_ seed: UInt64) throws {
        for beginning in [0, 150, 390] {
            let (replay, differences) = try Self.replay(Self.lines(seed: seed, from: beginning).lines)
            #expect(differences == [], "recorded from event \(beginning)")
            #expect(replay.counts.starts == 1)
            if beginning == 0 { #expect(replay.counts.equalDecisions > 100) }
        }
    }

    @Test("may end between an event and what was decided at it, and begin again", arguments: seeds)
    func killed(_ seed: UInt64) throws {
        var absent: Set<String> = []
        func isDecision(_ line: [UInt8]) throws -> Bool {
            if case .decision = try RunLine(Array(line.dropLast()), absent: &absent) { true } else { false }
        }
        var lines = Self.lines(seed: seed, from: 0).lines
        while try !isDecision(#require(lines.last)) { lines.removeLast() }
        while try isDecision(#require(lines.last)) { lines.removeLast() }
        let (replay, differences) = try Self.replay(lines + Self.lines(seed: seed, from: 150).lines)
        #expect(differences == [] && replay.counts.starts == 2)
    }

    @Test(
        "with coarse locations is replayed to its own decisions, and tells no place",
        arguments: seeds
    )
    func coarse(_ seed: UInt64) throws {
        for beginning in [0, 150] {
            let exact = Self.lines(seed: seed, from: beginning).lines
            var run = CoarseRun()
            var coarse: [[UInt8]] = []
            var absent: Set<String> = []
            for line in exact {
                run.add(try RunLine(Array(line.dropLast()), absent: &absent)) { coarse.append($0.json) }
            }
            let (replay, differences) = try Self.replay(coarse)
            #expect(differences == [], "recorded from event \(beginning)")
            #expect(replay.counts.events == 400 - beginning)
            for latitude in Self.values(of: "latitudeDegrees", in: coarse) {
                let rows = try #require(Double(latitude)) * 22
                #expect(abs(rows - rows.rounded(.down) - 0.5) < 1e-6, "\(latitude)")
            }
            let told = Self.values(of: "longitudeDegrees", in: exact)
            let left = Self.values(of: "longitudeDegrees", in: coarse)
            #expect(beginning > 0 || told.count > 10)
            // Nor does anything else tell it.
            let text = coarse.map { String(decoding: $0, as: UTF8.self) }.joined()
            for longitude in told where longitude.utf8.count > 8 {
                let beginning = longitude.prefix(8)
                // The machine may have been in the middle of an area.
                guard !left.contains(where: { $0.hasPrefix(beginning) }) else { continue }
                #expect(!text.contains(beginning), "\(longitude)")
            }
        }
    }

    /// The values of a member in lines, as they are written.
    private static func values(of name: String, in lines: [[UInt8]]) -> Set<String> {
        var found: Set<String> = []
        for line in lines {
            let parts = String(decoding: line, as: UTF8.self).split(separator: "\"\(name)\":")
                .dropFirst()
            found.formUnion(parts.map { String($0.prefix { "-.0123456789e".contains($0) }) })
        }
        return found
    }

    @Test("holds the whole engine", arguments: seeds)
    func whole(_ seed: UInt64) throws {
        let engine = Self.lines(seed: seed, from: .max).engine
        var absent: Set<String> = []
        guard
            case .start(let again, _) = try RunLine(
                RunLine.start(engine: engine, at: .start).json,
                absent: &absent
            )
        else { throw RunLineMissing() }
        #expect(again == engine)
    }

    @Test("tells where the decisions differ, with both")
    func differs() throws {
        var lines = Self.lines(seed: 3, from: 0).lines
        let isDecision = { (line: [UInt8]) in line.starts(with: Array(#"{"decision""#.utf8)) }
        let changed = try #require(lines.indices.filter { isDecision(lines[$0]) }.dropFirst(20).first)
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
        var lines = Self.lines(seed: 3, from: 0).lines
        let isDecision = { (line: [UInt8]) in line.starts(with: Array(#"{"decision""#.utf8)) }
        // The one before an event: what a recording lacks at its end is no difference.
        let last = try #require(
            lines.indices.dropLast().last { isDecision(lines[$0]) && !isDecision(lines[$0 + 1]) }
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
        let lines = try Self.lines(seed: 3, from: 0, to: 100).lines
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

    @Test("goes on after a gap with the next start")
    func gap() throws {
        let lines = Self.lines(seed: 5, from: 0, to: 100).lines
        let (replay, differences) = try Self.replay(
            lines + [RunLine.gap(reason: "the disk was full").json] + lines.suffix(30) + lines
        )
        #expect(differences == [])
        #expect(replay.counts.starts == 2)
    }

    @Test("reads what a line lacks as nothing, and says so")
    func lenient() throws {
        var absent: Set<String> = []
        let line = try RunLine(
            Array(#"{"decision":{"_0":{"name":"viewed","text":"It was seen."}}}"#.utf8),
            absent: &absent
        )
        guard case .decision(let decision) = line else { throw RunLineMissing() }
        #expect(decision.number == 0 && decision.text == "It was seen.")
        #expect(absent == ["number", "about"])
    }

    @Test(
        "says what is wrong with a line",
        arguments: [
            ("", "it is not JSON"), ("{\"decision\":", "it is not JSON"), ("[]", "it is not JSON"),
            ("{}", "it is no line of a recorded run"), ("{\"later\":{}}", "it is no line of a recorded run"),
            ("{\"run\":{\"form\":\"new\",\"program\":\"x\"}}", "run.form: another kind of value"),
        ]
    )
    func mistakes(_ text: String, _ problem: String) {
        var absent: Set<String> = []
        let error = #expect(throws: RunLineProblem.self) { try RunLine(Array(text.utf8), absent: &absent) }
        #expect(error?.text == problem)
    }
}

/// A line of another kind than expected.
private struct RunLineMissing: Error {}

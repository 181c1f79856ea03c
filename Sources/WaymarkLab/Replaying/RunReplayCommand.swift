import CommandLineTool
import Lab
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkEngine

/// The replay of a record of the service, as `record` and the key `File=` of `[Record]` write it.
struct RunReplayCommand {
    private static let shownBefore = 12

    /// The beginning of each record.
    static let beginning = Array(#"{"run":{"#.utf8)

    private let path: String
    private let invocation: Invocation
    private var replay: RunReplay
    private var report: RunReport?
    private var latest: [JournalEntry] = []

    private let progress: Progress

    /// The latest fix, which places a decision on the map.
    private var fix: Fix?
    private var absent: Set<String> = []
    private var program: String?
    private var hasShownDifference = false
    private var starts = 0
    private var summary = ReplaySummary()
    private let printsDecisions: Bool

    /// The decisions with their times, to be compared with another run.
    private var made: [(time: UTCInstant, decision: String)] = []

    private var number = 0

    /// A line that could not be read, before it is known whether a kill has cut it.
    private var unread: (line: Int, problem: String)?

    /// Lines that could not be read, with the number of the first and its problem.
    private var damaged: (count: Int, line: Int, problem: String)?

    static func isRecord(_ path: String) -> Bool {
        guard let file = try? InputFile(path) else { return false }
        return file.nextBytes(upTo: beginning.count) == beginning
    }

    /// Refuses a record of another form, which only the version that wrote it can read.
    static func check(_ form: Int, of program: String, _ path: String) throws(Failure) {
        guard form != RunLine.form else { return }
        throw .refused(
            "\(path): \(program) wrote it in form \(form), and this version reads form \(RunLine.form): use that version"
                .harmless
        )
    }

    static func run(_ path: String, for invocation: Invocation) throws {
        for option in ["authorization", "accuracy", "in-view", "app-in-use", "visits", "export"]
        where invocation.line.has(option) || invocation.line.value(of: option) != nil {
            throw Failure.usage(
                "--\(option) is for recordings of receivers; \(path.harmless) is a record of the service"
            )
        }
        let canBeReadTwice = path != "-" && (try? InputFile(path))?.isRegular ?? false
        guard !invocation.line.has("with") || canBeReadTwice else {
            throw Failure.usage("--with reads the record twice; give it as a file")
        }
        let reportFile = try ReportFile(invocation.line)
        var command = RunReplayCommand(path: path, invocation: invocation)
        try readRecord(path) { line, isWhole, share in
            try command.replay(line, isWhole: isWhole, drawing: reportFile != nil)
            command.progress.report(share, at: command.replay.period?.last.utc)
        }
        command.progress.end()
        let assignments = try SettingsOption.assignments(invocation.line)
        guard !assignments.isEmpty else { return try command.finish(reportFile) }
        // The decisions were not printed: the altered run prints its own.
        try command.finish(nil)
        try command.alter(assignments, reportFile)
    }

    private init(path: String, isAltered: Bool = false, invocation: Invocation) {
        self.path = path
        self.invocation = invocation
        printsDecisions = isAltered || !invocation.line.has("with")
        progress = Progress(besideResults: printsDecisions)
        replay = RunReplay(notingHabits: invocation.line.has("with"))
    }

    private mutating func replay(_ bytes: [UInt8], isWhole: Bool, drawing: Bool) throws {
        number += 1
        // The service writes an empty line after one that a kill may have cut.
        guard !bytes.isEmpty else { return }
        let line: RunLine
        do throws(RunLineProblem) {
            line = try RunLine(bytes, absent: &absent)
        } catch {
            endUnread(isCut: false)
            unread = (number, error.text)
            if !isWhole { endUnread(isCut: true) }
            return try feed(.gap(reason: error.text))
        }
        if case .run(let form, let program) = line {
            endUnread(isCut: true)
            try Self.check(form, of: program, path)
            self.program = program
        }
        if drawing, report == nil, case .start(_, let now) = line {
            report = RunReport(program, start: now.utc, try ReportZone(invocation.line))
        }
        try feed(line)
    }

    private mutating func feed(_ line: RunLine) throws {
        var steps: [RunReplay.Step] = []
        replay.replay(line, number: number) { steps.append($0) }
        for step in steps { try show(step) }
    }

    /// Decides about a line that could not be read: a kill has cut it if it is the last one before a start or the end.
    private mutating func endUnread(isCut: Bool) {
        guard let (line, problem) = unread else { return }
        unread = nil
        progress.end()
        if isCut {
            let end = replay.period.map { ": replayed up to \($0.last.utc)" } ?? ""
            Output.complain("\(path):\(line): the line is cut\(end)".harmless)
        } else {
            damaged = ((damaged?.count ?? 0) + 1, damaged?.line ?? line, damaged?.problem ?? problem)
        }
    }

    /// Runs the record under other settings, and compares the decisions.
    private func alter(
        _ assignments: [(key: String, value: String)],
        _ reportFile: ReportFile?
    ) throws {
        // Reports a mistake before it runs.
        _ = try SettingsOption.settings(assignments, changing: EngineSettings())
        var run = AlteredRun(replay.habits ?? ProviderHabits()) { recorded in
            (try? SettingsOption.settings(assignments, changing: recorded)) ?? recorded
        }
        var altered = RunReplayCommand(path: path, isAltered: true, invocation: invocation)
        let zone = try ReportZone(invocation.line)
        altered.report = reportFile.flatMap { _ in
            replay.period.map { RunReport(program, start: $0.first.utc, zone) }
        }
        try readRecord(path) { bytes, _, share in
            var absent: Set<String> = []
            guard !bytes.isEmpty, let line = try? RunLine(bytes, absent: &absent) else { return }
            var steps: [RunReplay.Step] = []
            run.run(line) { steps.append($0) }
            for step in steps { try altered.show(step) }
            altered.progress.report(share, at: run.now?.utc)
        }
        altered.progress.end()
        if var report = altered.report, let reportFile {
            if let end = replay.period?.last.utc { report.finish(at: end) }
            try reportFile.write(report)
        }
        let settings = assignments.map { "\($0.key)=\($0.value)" }.joined(separator: " ").harmless
        tellDifference(to: altered, settings)
        for line in altered.summary.lines() { Output.complain("with \(settings): \(line)") }
        for line in summary.lines() { Output.complain("as recorded: \(line)") }
    }

    /// Says where the decisions of the altered run differ for the first time.
    private func tellDifference(to altered: RunReplayCommand, _ settings: String) {
        let length = max(made.count, altered.made.count)
        let decision = { (run: RunReplayCommand, index: Int) in
            index < run.made.count ? run.made[index] : nil
        }
        guard
            let first = (0..<length).first(where: {
                decision(self, $0)?.decision != decision(altered, $0)?.decision
            })
        else { return Output.complain("with \(settings): the same decisions as recorded") }
        for (title, run) in [("as recorded", self), ("with \(settings)", altered)] {
            let words = decision(run, first).map { "\($0.time)  \($0.decision)" } ?? "no more decisions"
            Output.complain("the first difference, \(title): \(words)".harmless)
        }
    }

    private mutating func show(_ step: RunReplay.Step) throws {
        switch step {
        case .started(let now):
            starts += 1
            guard starts > 1, printsDecisions, !invocation.isForMachines else { return }
            try invocation.output.line("\(now.utc)  --  the service starts again")
        case .fix(let fix, let now):
            self.fix = fix
            report?.add(fix, at: now)
        case .decision(let entry):
            latest = latest.suffix(Self.shownBefore - 1) + [entry]
            summary.add(entry)
            report?.add(entry, fix)
            if invocation.line.has("with") { made.append((entry.moment.utc, RecordedDecision(entry).line)) }
            if printsDecisions { try print(entry) }
        case .differs(let difference):
            if !hasShownDifference { complain(of: difference) }
            hasShownDifference = true
        }
    }

    private func print(_ entry: JournalEntry) throws {
        let decision = RecordedDecision(entry)
        guard invocation.isForMachines else {
            return try invocation.output.line("\(entry.moment.utc)  \(decision.line)".harmless)
        }
        var record: [String: EvidenceValue] = [
            "time": .word(entry.moment.utc.description), "decision": .word(decision.name),
            "about": .word(decision.about), "text": .word(decision.text),
        ]
        record.merge(entry.decision.evidence) { $1 }
        try invocation.output.line(record.json)
    }

    private func complain(of difference: RunReplay.Difference) {
        progress.end()
        Output.complain(
            "\(path):\(difference.line): the decisions differ at \(difference.moment.utc)".harmless
        )
        Output.complain("  recorded: \(difference.recorded?.line ?? "nothing")".harmless)
        Output.complain("  replayed: \(difference.replayed?.line ?? "nothing")".harmless)
        Output.complain("  the decisions before, as replayed:")
        for entry in latest {
            let decision = RecordedDecision(entry)
            Output.complain("    \(entry.moment.utc)  \(decision.about)  \(decision.text)".harmless)
        }
    }

    private mutating func finish(_ reportFile: ReportFile?) throws {
        if var report, let reportFile {
            if let end = replay.period?.last.utc { report.finish(at: end) }
            try reportFile.write(report)
        }
        let counts = replay.counts
        endUnread(isCut: false)
        if let damaged {
            Output.complain(
                ("\(path):\(damaged.line): \(damaged.problem); \(counted(damaged.count, "line")) cannot be read, and what "
                    + "follows them until the next start is left out").harmless
            )
        }
        if !absent.isEmpty {
            Output.complain(
                ("\(program ?? "an earlier version") did not write these values, which are taken as zero or empty: "
                    + absent.sorted().joined(separator: ", ")).harmless
            )
        }
        guard counts.starts > 0 else {
            throw Failure.refused("\(path): there is no start of the service in it")
        }
        let all = "\(counted(counts.events, "event")), \(counted(counts.equalDecisions, "decision"))"
        guard counts.differences == 0 else {
            throw Failure.refused("\(all) the same, \(counts.differences) different")
        }
        if counts.unexplained == 0 {
            Output.complain("\(all): all as recorded")
        } else {
            Output.complain(
                "\(all) as recorded, \(counts.unexplained) not: the record begins while the service ran, so that it "
                    + "lacks what the service knew then and does not save"
            )
        }
        guard damaged == nil else { throw Failure.refused("\(path) is damaged") }
    }
}

extension RecordedDecision {
    fileprivate var line: String { "\(about)  \(name)  \(text)" }
}

extension RunReport {
    fileprivate init(_ program: String?, start: UTCInstant, _ zone: ReportZone) {
        self.init(
            title: "A record of the service",
            subtitle: "What \(program ?? "the service") decided. \(zone.words(at: start))",
            start: start,
            offset: zone.offset
        )
    }
}

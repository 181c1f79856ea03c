import CommandLineTool
import Daemon
import Glibc
import Lab
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

extension Command {
    static let test = Command(
        name: "test",
        summary: "run scenarios in virtual time and check what they expect",
        operands: "SCENARIO...",
        options: [
            .init(
                "format",
                letter: "f",
                value: .word(TestFormat.allCases.map(\.rawValue)),
                "the form of the results; junit is the XML that build servers read"
            ),
            .init("journal", "print each decision too, in the form for people only"),
            ReportFile.option,
        ],
        details: """
            A scenario is a text that reads like a log: what a machine, its receivers, apps and people do at
            which times, and what is expected of the service. Each runs on the service's own engine in virtual
            time, days in seconds. SCENARIO is a file, or a folder whose files that end in .scenario are run.
            For each expectation that does not hold, it prints the line, what was found, and the decisions
            around it. With --format json, each line is one scenario. With --format junit, the output is a report
            in the form of JUnit, at the end. It needs no service.

            Exit status: 0 all expectations hold; 1 some do not, or a scenario cannot be read; 2 wrong usage.
            """
    ) { invocation in
        // The option may also precede the command, where only the shared formats are known.
        let format =
            invocation.line.value(of: "format").flatMap(TestFormat.init)
            ?? (invocation.isForMachines ? .json : .human)
        let printsJournal = invocation.line.has("journal")
        guard !printsJournal || format == .human else {
            throw Failure.usage("--journal prints for people; give --format human, or leave it out")
        }
        let paths = try scenarioPaths(invocation.operands)
        let reportFile = try ReportFile(invocation.line)
        guard reportFile == nil || paths.count == 1 else {
            throw Failure.usage("--report draws one scenario; give one")
        }
        var tested: [TestedScenario] = []
        for (index, path) in paths.enumerated() {
            let progress = Progress(
                besideResults: printsJournal,
                about: "\(index + 1) of \(paths.count): \(path.harmless)"
            )
            let scenario = try run(path, reportFile, progress, for: invocation)
            progress.end()
            tested.append(scenario)
            switch format {
            case .human:
                try invocation.output.line(scenario.line(invocation.output))
                for line in scenario.complaints.joined() { try invocation.output.line("  " + line.harmless) }
            case .json: try invocation.output.line(scenario.json)
            case .junit: continue
            }
        }
        if format == .junit { try invocation.output.line(JUnitReport(scenarios: tested).text) }
        let failed = tested.count { !$0.passed }
        guard failed == 0 else {
            throw Failure.refused("\(failed) of \(counted(tested.count, "scenario")) failed")
        }
        if format == .human {
            try invocation.output.line("\(counted(tested.count, "scenario")): all passed")
        }
    }

    /// Returns the scenarios, those of folders in the order of their names.
    private static func scenarioPaths(_ operands: [String]) throws(Failure) -> [String] {
        var paths: [String] = []
        for operand in operands {
            guard let folder = try? Folder(operand) else {
                paths.append(operand)
                continue
            }
            let names = (try? folder.names(endingWith: ".scenario")) ?? []
            guard !names.isEmpty else { throw .notFound("\(operand): no file in it ends in .scenario") }
            paths += names.sorted().map { operand.hasSuffix("/") ? operand + $0 : "\(operand)/\($0)" }
        }
        return paths
    }

    private static func run(
        _ path: String,
        _ reportFile: ReportFile?,
        _ progress: Progress,
        for invocation: Invocation
    ) throws -> TestedScenario {
        let start = ContinuousClock.now
        let script: ScenarioScript
        do throws(Failure) { script = try ScenarioScript.read(path) } catch {
            let lines = (error.message ?? "").split(separator: "\n").map(String.init)
            return TestedScenario(
                path: path,
                name: path,
                outcome: nil,
                complaints: lines.map { [$0] },
                elapsed: start.duration(to: .now)
            )
        }
        var printed: SystemError?
        var names: [WidgetIdentifier: String] = [:]
        let printsJournal = invocation.line.has("journal")
        var report = RunReport(
            title: script.summary.isEmpty ? script.name : script.summary,
            subtitle: "The scenario \(script.name), in the time of its place.",
            start: script.start,
            offset: script.offset,
            name: { subject in
                subject.widget.map { names[$0] ?? $0.description }
                    ?? script.apps.first { $0.key == subject.app }?.name
            }
        )
        let length = script.steps.last?.time ?? .zero
        let observe = { (observation: ScenarioObservation) in
            let time = observation.time
            progress.report(script.start.duration(to: time) / length, at: time)
            if reportFile != nil { report.add(observation) }
            guard printsJournal, printed == nil, case .decision(let entry, _) = observation else { return }
            do throws(SystemError) { try invocation.output.line(script.line(entry, naming: names)) } catch {
                printed = error
            }
        }
        var run = ScenarioRun(script, words: { "\(ServiceRefusal($0))" }, observe: observe)
        names = run.widgetNames
        let outcome = run.run()
        if let printed { throw printed }
        for remark in outcome.remarks { Output.complain("\(script.path): \(remark)".harmless) }
        report.finish(at: run.end)
        try reportFile?.write(report)
        return TestedScenario(
            path: path,
            name: script.name,
            outcome: outcome,
            complaints: outcome.failures.map { $0.lines(in: script, naming: names) },
            elapsed: start.duration(to: .now)
        )
    }
}

/// A form in which `test` prints its results.
enum TestFormat: String, CaseIterable {
    /// For people: a line for each scenario, and lines about what failed.
    case human

    /// For programs: a JSON object for each scenario.
    case json

    /// For build servers: one report in the form of JUnit, at the end.
    case junit
}

extension ScenarioObservation {
    fileprivate var time: UTCInstant {
        switch self {
        case .decision(let entry, _): entry.moment.utc
        case .fix(_, let moment): moment.utc
        }
    }
}

extension RunReport {
    fileprivate mutating func add(_ observation: ScenarioObservation) {
        switch observation {
        case .decision(let entry, let place): add(entry, place)
        case .fix(let fix, let moment): add(fix, at: moment)
        }
    }
}

extension ScenarioScript {
    /// Reads the scenario at a path.
    ///
    /// - Throws: ``Failure/refused(_:)`` with every mistake.
    static func read(_ path: String) throws(Failure) -> ScenarioScript {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contentsOfFile(path, atMost: ScenarioReader.sizeLimit)
        } catch { throw Failure(error) }
        do throws(ScenarioMistakes) {
            return try ScenarioReader.read(bytes, path: path, surroundings: .live)
        } catch { throw .refused("\(error)") }
    }

    /// Returns the local time of an instant, with the date if it is not that of the beginning.
    func localTime(_ instant: UTCInstant) -> String {
        let text = local(instant)
        let time = text.dropFirst(11).prefix(8)
        return text.prefix(10) == local(start).prefix(10) ? String(time) : "\(text.prefix(10)) \(time)"
    }

    private func local(_ instant: UTCInstant) -> String {
        instant.advanced(by: .seconds(offset(instant))).description
    }

    /// Returns a decision on one line, with the name of its widget or app in the scenario.
    func line(_ entry: JournalEntry, naming widgets: [WidgetIdentifier: String]) -> String {
        let subject =
            entry.subject.widget.map { widgets[$0] ?? $0.description }
            ?? entry.subject.app.flatMap { app in apps.first { $0.key == app }?.name } ?? ""
        let time = localTime(entry.moment.utc)
        return "\(time)  \(subject.padded(to: 8)) \(entry.name.padded(to: 16))  "
            + entry.decision.text.harmless.withInstants(localTime)
    }
}

extension ScenarioFailure {
    func lines(in script: ScenarioScript, naming widgets: [WidgetIdentifier: String]) -> [String] {
        [
            "\(script.path):\(line): \(text.harmless)",
            "  at \(script.localTime(moment.utc)): \(found.harmless)",
        ]
            + journal.map { "    " + script.line($0, naming: widgets) }
    }
}

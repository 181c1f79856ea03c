import Glibc
import LinuxSystem
import LocationModel
import RunReport
import Scenarios
import UserInput
import Varlink
import WaymarkEngine

extension Command {
    /// `waymarkctl test`.
    static let test = Command(
        name: "test",
        summary: "run scenarios in virtual time and check what they expect",
        operands: "SCENARIO...",
        options: [
            .init("journal", "print each decision too"),
            .init("junit", value: .path("FILE"), "also write a report in the form of JUnit"),
            ReportFile.option,
        ],
        details: """
            A scenario is a text that reads like a log: what a machine, its receivers, apps and people do at
            which times, and what is expected of the service. Each runs on the service's own engine in virtual
            time, days in seconds. SCENARIO is a file, or a folder whose files that end in .scenario are run.
            For each expectation that does not hold, it prints the line, what was found, and the decisions
            around it. With --format json, each line is one scenario. It needs no service.

            Exit status: 0 all expectations hold; 1 some do not, or a scenario cannot be read; 2 wrong usage.
            """
    ) { (invocation) throws(Failure) in
        let paths = try scenarioPaths(invocation.operands)
        let reportFile = try ReportFile(invocation.line)
        guard reportFile == nil || paths.count == 1 else {
            throw .usage("--report draws one scenario; give one")
        }
        var tested: [TestedScenario] = []
        for (index, path) in paths.enumerated() {
            let progress = Progress(invocation, "\(index + 1) of \(paths.count): \(path)")
            let scenario = try run(path, reportFile, for: invocation)
            progress.clear()
            tested.append(scenario)
            if invocation.isForMachines {
                try invocation.output.line(scenario.json)
            } else {
                try invocation.output.line(scenario.line(invocation.output))
                for line in scenario.complaints.joined() { try invocation.output.line("  " + line) }
            }
        }
        if let path = invocation.line.value(of: "junit") {
            do throws(SystemError) {
                try OutputFile(path).write(Array(JUnitReport(scenarios: tested).text.utf8))
            } catch { throw Failure(error) }
        }
        let failed = tested.count { !$0.passed }
        guard failed == 0 else { throw .refused("\(failed) of \(counted(tested.count, "scenario")) failed") }
        if !invocation.isForMachines {
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
        for invocation: Invocation
    ) throws(Failure) -> TestedScenario {
        let start = ContinuousClock.now
        let script: ScenarioScript
        do throws(Failure) { script = try ScenarioScript.read(path) } catch {
            let lines = (error.message ?? "").split(separator: "\n").map(String.init)
            return TestedScenario(
                path: path,
                name: path,
                result: .unreadable(error.message ?? ""),
                complaints: lines.map { [$0] },
                elapsed: start.duration(to: .now)
            )
        }
        var printed: Failure?
        var names: [WidgetIdentifier: String] = [:]
        let printsJournal = invocation.line.has("journal") && !invocation.isForMachines
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
        var run = ScenarioRun(script) { observation in
            if reportFile != nil { report.add(observation) }
            guard printsJournal, printed == nil, case .decision(let entry, _) = observation else { return }
            do throws(Failure) { try invocation.output.line(script.line(entry, naming: names)) } catch {
                printed = error
            }
        }
        names = run.widgetNames
        let outcome = run.run()
        if let printed { throw printed }
        report.finish(at: run.end)
        try reportFile?.write(report)
        return TestedScenario(
            path: path,
            name: script.name,
            result: .ran(outcome),
            complaints: outcome.failures.map { $0.lines(in: script, naming: names) },
            elapsed: start.duration(to: .now)
        )
    }
}

/// A line on a terminal that says what is done.
private struct Progress {
    private let isShown: Bool

    init(_ invocation: Invocation, _ text: String) {
        isShown = !invocation.isForMachines && isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        if isShown { write("\r\u{1B}[K\(text.harmless)") }
    }

    func clear() { if isShown { write("\r\u{1B}[K") } }

    private func write(_ text: String) {
        // Ignore a failure: there is nowhere to report it.
        try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
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

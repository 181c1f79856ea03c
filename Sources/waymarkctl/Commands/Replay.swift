package import DecisionTexts
import LinuxSystem
import LocationModel
import Recordings
import UserInput
package import Varlink
import WaymarkEngine

extension Command {
    /// `waymarkctl replay`.
    static let replay = Command(
        name: "replay",
        summary: "replay a recording in virtual time and print each decision",
        operands: "FILE",
        options: [
            .init(
                "distance",
                value: .decimal("METERS", 0...1e9),
                "the distance of a significant change; default 500"
            ),
            .init(
                "interval",
                value: .decimal("SECONDS", 0...1e9),
                "the least time between two significant changes; default 300"
            ),
            .init("window", value: .decimal("SECONDS", 0...1e9), "the in-use window; default 900"),
            .init("hide-after", value: .decimal("SECONDS", 0...1e9), "hide the widget after this time"),
            .init("show-after", value: .decimal("SECONDS", 0...1e9), "show the widget again after this time"),
            VisitReplay.option,
        ],
        details: """
            Runs the service's engine for one widget. Its app is authorized when-in-use, widgets included, and
            its provider answers at once. The widget is in view except as given by --hide-after and
            --show-after. It reads the same formats as 'decode'; '-' is standard input. The counts are printed
            on standard error. It needs no service.
            """
    ) { (invocation) throws(Failure) in
        let path = invocation.operands[0]
        if invocation.line.has("visits") { return try VisitReplay.run(path, for: invocation) }
        var settings = EngineSettings()
        if let distance = invocation.line.decimal(of: "distance") {
            settings.significantChange.distanceMeters = distance
        }
        if let interval = invocation.line.decimal(of: "interval") {
            settings.significantChange.interval = .seconds(interval)
        }
        if let window = invocation.line.decimal(of: "window") { settings.inUseWindow = .seconds(window) }
        let viewing = RecordingReplay.Viewing(
            hiddenAfter: invocation.line.decimal(of: "hide-after").map { .seconds($0) },
            shownAfter: invocation.line.decimal(of: "show-after").map { .seconds($0) }
        )
        let recording = RecordingReceiver(name: path, path: path, pace: .times(1)) { Output.complain($0) }
        let firstTime: UTCInstant?
        do throws(ReceiverProblem) {
            firstTime = try recording.firstTime()
        } catch { throw .refused(error.description) }
        var replay = RecordingReplay(
            recording: recording,
            settings: settings,
            viewing: viewing,
            startingAt: firstTime ?? UTCInstant(secondsSince1970: 0)
        )
        var counts: [String: Int] = [:]
        let problem = try replay.run { (entry, fix) throws(Failure) in
            counts[entry.decision.name, default: 0] += 1
            try invocation.print(entry, fix)
        }
        if let problem { throw .refused(problem.description) }
        let summary = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(
            separator: ", "
        )
        Output.complain(summary)
    }
}

extension Invocation {
    fileprivate func print(_ entry: JournalEntry, _ fix: Fix?) throws(Failure) {
        guard isForMachines else {
            return try output.line(
                "\(entry.moment.utc)  \(entry.decision.name.padded(to: 18))  \(entry.decision.text)"
            )
        }
        // The evidence is part of the object itself, so that a reader need not know each decision.
        var record: [String: EvidenceValue] = [
            "time": .word(entry.moment.utc.description), "decision": .word(entry.decision.name),
            "text": .word(entry.decision.text),
        ]
        if let widget = entry.subject.widget { record["widget"] = .word(widget.description) }
        record.merge(entry.decision.evidence) { $1 }
        if case .significantChange = entry.decision, let fix {
            record["latitudeDegrees"] = .number(fix.coordinate.latitudeDegrees)
            record["longitudeDegrees"] = .number(fix.coordinate.longitudeDegrees)
            record["fixTime"] = fix.time.map { .word($0.description) }
        }
        try output.line(record.json)
    }
}

extension EvidenceValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &json)
        case .word(let word): word.write(to: &json)
        }
    }
}

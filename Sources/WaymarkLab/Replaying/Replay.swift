import CommandLineTool
import Lab
import LinuxSystem
import LocationModel
import Receivers
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

extension Command {
    static let replay = Command(
        name: "replay",
        summary: "replay a recording or a record of the service, and print each decision",
        operands: "FILE",
        options: [
            .init(
                "authorization",
                value: .word(ReplayedAuthorization.allCases.map(\.rawValue)),
                "the decision about the app; default when-in-use"
            ),
            .init("accuracy", value: .word(["full", "reduced"]), "how accurately it may know; default full"),
            .init(
                "in-view",
                value: .text("TIMES"),
                "when the widget is in view; default always; repeated for several widgets"
            ),
            .init("app-in-use", value: .text("TIMES"), "when the app is in use; default never"),
            .init("visits", "print the visits of the recording, and nothing else"),
            ReportFile.option, ReportZone.option, ExportFile.option,
            SettingsOption.option,
        ],
        details: """
            Runs the service's engine for one app, whose provider answers at once, and prints what it would
            have decided and why, and what each widget would have got. Its widgets share its authorization.
            TIMES are 'always', 'never', or periods, separated by commas. 08:00-09:00 is each day, in UTC;
            10min-1h counts from the beginning of the recording, and either end may be left out. It reads the
            same formats as 'decode'; '-' is standard input. Counts are printed on standard error. It needs no
            service.

            A record of the service, which 'waymarkctl record' writes, is replayed as it happened, with all apps
            and users. The first decision that differs from the record is shown on standard error, with those
            before it, and the exit status is 1.
            """
    ) { invocation in
        let path = invocation.operands[0]
        if RunReplayCommand.isRecord(path) { return try RunReplayCommand.run(path, for: invocation) }
        if invocation.line.has("visits") {
            for option in ["authorization", "accuracy", "in-view", "app-in-use", "report", "zone"]
            where invocation.line.value(of: option) != nil {
                throw Failure.usage("--\(option) says nothing about the visits of a recording; leave it out")
            }
            return try printVisits(path, invocation)
        }
        let conditions = try invocation.conditions
        let reportFile = try ReportFile(invocation.line)
        let zone = try ReportZone(invocation.line)
        let name = path.split(separator: "/").last.map(String.init) ?? "replay"
        var export = try ExportFile(invocation.line, title: name)
        let (recording, firstTime) = try open(path)
        if firstTime == nil, (conditions.views + [conditions.appUse]).contains(where: \.hasTimesOfDay) {
            throw Failure.refused(
                "\(path): It has no times; give periods since its beginning, such as 10min-1h"
            )
        }
        var replay = RecordingReplay(
            recording: recording,
            settings: try SettingsOption.settings(invocation.line),
            conditions: conditions,
            startingAt: firstTime
        )
        var summary = ReplaySummary()
        let start = replay.now
        var report = RunReport(
            title: path == "-" ? "Replay" : "Replay of \(path.split(separator: "/").last ?? "")",
            subtitle: "What the location service would have done with this recording."
                + (firstTime == nil ? "" : " \(zone.words(at: start))"),
            start: start,
            isDated: firstTime != nil,
            offset: zone.offset
        )
        let progress = Progress(besideResults: true)
        replay.observeFix = { fix, moment in
            progress.report(recording.readShare ?? 0, at: fix.time ?? moment.utc)
            if reportFile != nil || export != nil {
                report.add(fix, at: moment)
                export?.track.add(fix, at: fix.time ?? moment.utc)
            }
        }
        var changes = 0
        let problem = try replay.run { step in
            guard case .decision(let entry, let fix) = step else { return }
            summary.add(entry)
            if reportFile != nil { report.add(entry, fix) }
            if case .position(.significantChange) = entry.decision, let fix {
                changes += 1
                export?.track.mark("change \(changes)", entry.decision.text, at: fix.coordinate, fix.time)
            }
            try invocation.print(entry, fix)
        }
        replay.observeFix = nil
        progress.end()
        report.finish(at: replay.now)
        try reportFile?.write(report)
        try export?.write()
        for line in summary.lines(replay.pendingReloads) { Output.complain(line) }
        if let problem { throw Failure.refused(problem.description) }
        // Standard input cannot be read again.
        guard invocation.line.has("with"), path != "-" else { return }
        for line in withDefaults(path, conditions, startingAt: firstTime) {
            Output.complain("without --with: \(line)")
        }
    }
}

extension Command {
    private static func open(_ path: String) throws(Failure) -> (RecordingReceiver, firstTime: UTCInstant?) {
        let recording = RecordingReceiver(
            name: path,
            path: path,
            pace: .times(1),
            foreign: foreignFormats
        ) { Output.complain($0.harmless) }
        do throws(ReceiverProblem) {
            return (recording, try recording.firstTime())
        } catch { throw .refused(error.description) }
    }

    /// Prints the visits of an app that monitors them and may always know.
    ///
    /// Receivers pause as in the service, so these are the visits of the service.
    private static func printVisits(_ path: String, _ invocation: Invocation) throws {
        let (recording, firstTime) = try open(path)
        let name = path.split(separator: "/").last.map(String.init) ?? "visits"
        var export = try ExportFile(invocation.line, title: name)
        var count = 0
        var replay = RecordingReplay(
            recording: recording,
            settings: try SettingsOption.settings(invocation.line),
            conditions: .init(grant: Grant(status: .authorizedAlways), views: [], monitorsVisits: true),
            startingAt: firstTime
        )
        let problem = try replay.run { step in
            guard case .visit(let visit) = step else { return }
            count += 1
            export?.track.mark("visit \(count)", visit.line, at: visit.center, visit.arrival)
            if invocation.isForMachines {
                try invocation.output.line(visit.record.json)
            } else {
                try invocation.output.line(visit.line)
            }
        }
        try export?.write()
        if let problem { throw Failure.refused(problem.description) }
    }

    /// Returns the summary of the same replay with the default settings.
    private static func withDefaults(
        _ path: String,
        _ conditions: RecordingReplay.Conditions,
        startingAt firstTime: UTCInstant?
    ) -> [String] {
        var replay = RecordingReplay(
            recording: RecordingReceiver(name: path, path: path, pace: .times(1), foreign: foreignFormats),
            settings: EngineSettings(),
            conditions: conditions,
            startingAt: firstTime
        )
        var summary = ReplaySummary()
        _ = replay.run { (step) throws(Never) in if case .decision(let entry, _) = step { summary.add(entry) }
        }
        return summary.lines(replay.pendingReloads)
    }
}

/// The decisions about an app, in words.
private enum ReplayedAuthorization: String, CaseIterable {
    case never
    case whenInUse = "when-in-use"
    case provisional
    case always

    var grant: Grant {
        switch self {
        case .never: return Grant(status: .denied)
        case .whenInUse: return Grant(status: .authorizedWhenInUse, widgets: .granted)
        case .provisional:
            var grant = Grant(status: .authorizedWhenInUse, widgets: .granted)
            grant.isProvisional = true
            grant.alwaysWasAsked = true
            return grant
        case .always: return Grant(status: .authorizedAlways, widgets: .granted)
        }
    }
}

extension Invocation {
    fileprivate var conditions: RecordingReplay.Conditions {
        get throws(Failure) {
            var conditions = RecordingReplay.Conditions()
            if let word = line.value(of: "authorization"),
                let decision = ReplayedAuthorization(rawValue: word)
            {
                conditions.grant = decision.grant
            }
            conditions.grant.accuracy = line.value(of: "accuracy").flatMap { .init(rawValue: $0) }
            if let use = try schedules(of: "app-in-use").last { conditions.appUse = use }
            let views = try schedules(of: "in-view")
            if !views.isEmpty { conditions.views = views }
            return conditions
        }
    }

    private func schedules(of option: String) throws(Failure) -> [UseSchedule] {
        var schedules: [UseSchedule] = []
        for text in line.values(of: option) {
            guard let schedule = UseSchedule(text) else {
                throw .usage("--\(option) \(text.harmless): write \(UseSchedule.forms)")
            }
            schedules.append(schedule)
        }
        return schedules
    }

    fileprivate func print(_ entry: JournalEntry, _ fix: Fix?) throws {
        guard isForMachines else {
            let subject = entry.subject.widget?.description ?? ""
            return try output.line(
                "\(entry.moment.utc)  \(subject.padded(to: 3)) \(entry.name.padded(to: 18))  "
                    + entry.decision.text + (fix.map { " (\($0.placeText))" } ?? "")
            )
        }
        // The evidence is part of the object itself, so that a reader need not know each decision.
        var record: [String: EvidenceValue] = [
            "time": .word(entry.moment.utc.description), "decision": .word(entry.name),
            "text": .word(entry.decision.text),
        ]
        if let widget = entry.subject.widget { record["widget"] = .word(widget.description) }
        record.merge(entry.decision.evidence) { $1 }
        if let fix {
            record["latitudeDegrees"] = .number(fix.coordinate.latitudeDegrees)
            record["longitudeDegrees"] = .number(fix.coordinate.longitudeDegrees)
            if let radius = fix.accuracy?.horizontal68Meters, radius.isFinite {
                record["horizontalAccuracyMeters"] = .number(radius)
            }
            record["fixTime"] = fix.time.map { .word($0.description) }
        }
        try output.line(record.json)
    }
}

extension Fix {
    /// The place to about a metre, with its radius.
    fileprivate var placeText: String {
        let degrees = [coordinate.latitudeDegrees, coordinate.longitudeDegrees].map { $0.text(places: 5) }
        let meters = accuracy.map { Int(clamping: $0.horizontal68Meters.rounded(.up)) }
        let radius = meters.map { " within \($0) m" } ?? ""
        return degrees.joined(separator: " ") + radius
    }
}

extension Visit {
    /// The visit for a person: place, accuracy, arrival and departure.
    fileprivate var line: String {
        let times = [arrival, departure].map { $0?.description ?? "?" }
        let stayed = departure.flatMap { arrival?.duration(to: $0) }.map {
            "  \(spoken(seconds: $0.inSeconds))"
        }
        return "\(center.latitudeDegrees.text(places: 6)),\(center.longitudeDegrees.text(places: 6))"
            + "  \(Int(clamping: horizontal68Meters.rounded(.up))) m  \(times[0]) to \(times[1])\(stayed ?? "")"
    }

    fileprivate var record: MonitorInterface.Visit {
        .init(
            coordinate: center,
            horizontalAccuracyMeters: horizontal68Meters,
            arrivalInstant: arrival,
            departureInstant: departure
        )
    }
}

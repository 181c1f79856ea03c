import CommandLineTool
import Lab
import LocationModel
import Receivers
import UserInput
import Varlink
import WaymarkEngine

extension Command {
    static let attack = Command(
        name: "attack",
        summary: "make an attack out of a recording, and print what the service would notice",
        operands: "FILE ATTACK",
        options: [
            .init("size", value: .text("NUMBER"), "how large it is, in the unit of the attack"),
            .init(
                "after",
                value: .text("SPAN"),
                "when it begins, from the start of the recording; default 5min"
            ),
            .init("for", value: .text("SPAN"), "how long it lasts; default 10min"),
            .init("seed", value: .number("NUMBER", 0...Int.max), "the seed of the random numbers; default 1"),
            .init("output", letter: "o", value: .path("FILE"), "also write the reports, as gpsd's JSON"),
        ],
        details: """
            ATTACK is one of:
            \(kinds)

            The size is required. It reads the same formats as 'decode'. The same arguments give the same attack.
            The verdicts on the receiver and the significant changes are printed. In the file that is written, a
            delay and a step of the time cannot be seen, because a recording has no other clock than the
            receiver's. It needs no service.
            """
    ) { invocation in
        let line = invocation.line
        guard let kind = Attack.Kind(rawValue: invocation.operands[1]) else {
            throw Failure.usage(
                "\(invocation.operands[1].harmless) is no attack; see waymark-lab attack --help"
            )
        }
        let size = try line.value(of: "size", "a number such as 300 or -5") { text in
            Double(text).flatMap { $0.magnitude <= 1e9 ? $0 : nil }
        }
        guard let size else { throw Failure.usage("give --size, in \(kind.unit)") }
        func span(_ name: String) throws(Failure) -> Duration? {
            try line.value(of: name, ScenarioValue.spanForm) { ScenarioValue.span($0) }
        }
        let attack = Attack(
            kind,
            size,
            after: try span("after") ?? .seconds(300),
            for: try span("for") ?? .seconds(600),
            seed: UInt64(line.number(of: "seed") ?? 1)
        )
        let attacked = attack.applied(to: try reports(of: invocation.operands[0]))
        if let path = line.value(of: "output") { try path.replaceFile(with: text(of: attacked)) }
        try judge(attacked, invocation)
    }

    private static var kinds: String {
        Attack.Kind.allCases.map { "  \($0.rawValue) (\($0.unit))" }.joined(separator: "\n")
    }

    private static func reports(of path: String) throws(Failure) -> [ObservedEpoch] {
        let recording = RecordingReceiver(
            name: path,
            path: path,
            pace: .unlimited,
            foreign: foreignFormats
        ) { Output.complain($0.harmless) }
        let start = Moment(instant: MonotonicInstant.systemEpoch, utc: UTCInstant(secondsSince1970: 0))
        var reports: [ObservedEpoch] = []
        recording.start(at: start)
        while recording.nextDeadline != nil {
            for report in recording.advance(at: start) {
                switch report {
                case .epoch(let epoch, let observedAt):
                    reports.append(ObservedEpoch(epoch, observedAt: observedAt))
                case .state(.absent(let problem, _)): throw .refused(problem.description)
                default: break
                }
            }
        }
        return reports
    }

    /// Prints what the engine decides about the receiver.
    private static func judge(_ reports: [ObservedEpoch], _ invocation: Invocation) throws {
        guard let start = reports.first?.observedAt else { return }
        let receiver = ReceiverIdentifier(0)
        var engine = Engine(
            receiverNames: [invocation.operands[0]],
            at: Moment(instant: start, utc: UTCInstant(secondsSince1970: 0))
        )
        for report in reports {
            let utc = UTCInstant(secondsSince1970: 0).advanced(by: start.duration(to: report.observedAt))
            let now = Moment(instant: report.observedAt, utc: utc)
            let event = Event.receiverReported(receiver, .epoch(report.epoch, observedAt: report.observedAt))
            for case .record(let entry) in engine.handle(event, at: now) {
                switch entry.decision {
                case .position(.trustChanged), .position(.significantChange):
                    let elapsed = start.duration(to: report.observedAt).words
                    try invocation.output.line("\(elapsed): \(entry.decision.text.harmless)")
                default: break
                }
            }
        }
    }

    private static func text(of reports: [ObservedEpoch]) -> String {
        var text = ""
        for report in reports {
            switch report.epoch {
            case .noFix(let time, _):
                var json = JSONWriter()
                json.object { json in
                    json.member("class", "TPV")
                    json.member("mode", 1)
                    json.member("time", time?.description)
                }
                text += String(decoding: json.bytes, as: UTF8.self) + "\n"
            case .fix(let fix): text += fix.gpsdReports
            }
        }
        return text
    }
}

extension Fix {
    /// The TPV of the fix, and the SKY before it where the strengths of signals are known.
    fileprivate var gpsdReports: String {
        var lines = ""
        if let signals = signs?.signals {
            // Two values with the same mean and deviation.
            let strengths = (0..<max(2, signals.count)).map { index in
                signals.meanDecibels + (index % 2 == 0 ? 1 : -1) * signals.spreadDecibels
            }
            let satellites = strengths.enumerated().map { "{\"PRN\":\($0 + 1),\"ss\":\($1),\"used\":true}" }
            lines += "{\"class\":\"SKY\",\"satellites\":[\(satellites.joined(separator: ","))]}\n"
        }
        var json = JSONWriter()
        json.object { json in
            json.member("class", "TPV")
            json.member("mode", mode.rawValue)
            json.member("time", time?.description)
            json.member("lat", coordinate.latitudeDegrees)
            json.member("lon", coordinate.longitudeDegrees)
            json.member("altMSL", altitudeMeters)
            json.member("speed", speedMetersPerSecond)
            json.member("track", courseDegrees)
            json.member("eph", (accuracy?.horizontal95Meters).flatMap { $0.isFinite ? $0 : nil })
            json.member("jam", signs?.jamming.map { Int($0) })
        }
        return lines + String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}

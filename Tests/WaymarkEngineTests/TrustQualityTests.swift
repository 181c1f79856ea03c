import Lab
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

/// What an engine has decided about a receiver's reports.
struct TrustRun {
    /// The reports during which the receiver was doubted or contradicted, and the evidence for each change.
    var doubtfulSeconds = 0.0
    var contradictedSeconds = 0.0
    var verdicts: [(seconds: Double, trust: Trust, text: String)] = []

    /// The changes that were told, with the index of their reports.
    var changes: [Int] = []
    var believed: [Bool] = []
    var isTrustedAtEnd = true

    /// Runs the reports of a receiver, and perhaps those of another, of the same moments.
    init(_ reports: [ObservedEpoch], beside others: [ObservedEpoch] = []) {
        let start = reports.first?.observedAt ?? MonotonicInstant.systemEpoch
        var trust = Trust.trusted
        var engine = Engine(
            receiverNames: others.isEmpty ? ["receiver"] : ["first", "second"],
            at: Moment(instant: start, utc: UTCInstant(secondsSince1970: 0))
        )
        var last = 0.0
        for (index, report) in reports.enumerated() {
            let seconds = start.duration(to: report.observedAt).inSeconds
            let now = Moment(instant: report.observedAt, utc: UTCInstant(secondsSince1970: Int64(seconds)))
            let step = min(seconds - last, 10)
            last = seconds
            if trust == .doubtful { doubtfulSeconds += step }
            if trust == .contradicted { contradictedSeconds += step }
            var effects: [Effect] = []
            for (receiver, report) in ([report] + others.dropFirst(index).prefix(1)).enumerated() {
                let told = ReceiverReport.epoch(report.epoch, observedAt: report.observedAt)
                effects += engine.handle(.receiverReported(ReceiverIdentifier(receiver), told), at: now)
            }
            for case .record(let entry) in effects {
                if case .position(.trustChanged(let verdict, _, _)) = entry.decision {
                    trust = verdict.trust
                    verdicts.append((seconds, verdict.trust, verdict.text))
                }
                if entry.name == "significantChange" { changes.append(index) }
            }
            if case .fix(let fix) = report.epoch {
                believed.append(engine.latestFix?.coordinate == fix.coordinate)
            } else {
                believed.append(false)
            }
        }
        isTrustedAtEnd = trust == .trusted
    }
}

@Suite(
    "Over the recordings of real receivers, trust",
    .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence))
)
struct TrustQualityTests {
    private static func reports(_ track: RecordedTrack) -> [ObservedEpoch] {
        track.points.map {
            ObservedEpoch(
                .fix($0.fix),
                observedAt: MonotonicInstant.systemEpoch + .seconds($0.seconds + 1000)
            )
        }
    }

    @Test("contradicts no receiver that is honest, and doubts one seldom")
    func honest() {
        var (hours, doubtful) = (0.0, 0.0)
        for track in RecordedTrack.all + RecordedTrack.days {
            let run = TrustRun(Self.reports(track))
            hours += RecordedTrack.seconds(of: track.points) / 3600
            doubtful += run.doubtfulSeconds / 3600
            for verdict in run.verdicts { print(track.name, Int(verdict.seconds), verdict.text) }
            #expect(run.contradictedSeconds == 0, "\(track.name)")
        }
        print("\(hours) h, of which \(doubtful * 3600) s in doubt")
        #expect(doubtful < hours / 1000)
    }

    /// On a boat at rest and one under way, whose receivers state speed and course rightly.
    @Test("holds the attacks that a single receiver shows", arguments: AttackedCase.all)
    func attacks(_ attacked: AttackedCase) {
        var (runs, noticed, falseChanges, wrongFixes, untrusted) = (0, 0, 0, 0, 0)
        var latest = 0.0
        for track in [RecordedTrack.longAtRest, .boat] {
            let all = Self.reports(track)
            for seed in AttackedCase.seeds {
                let begin = all[all.count * Int(seed) / 6].observedAt
                let (from, until) = (begin - .seconds(900), begin + attacked.length + .seconds(300))
                let honest = all.filter { $0.observedAt >= from && $0.observedAt < until }
                guard let start = honest.first?.observedAt else { continue }
                let lead = start.duration(to: begin)
                let lies = attacked.attack(seed: seed, after: lead).applied(to: honest)
                let run = TrustRun(lies)
                runs += 1
                if !run.isTrustedAtEnd { untrusted += 1 }
                let first = run.verdicts.first {
                    $0.seconds >= lead.inSeconds && $0.trust == .contradicted
                }
                if let first {
                    noticed += 1
                    latest = max(latest, first.seconds - lead.inSeconds)
                }
                for (index, report) in lies.enumerated() where report.observedAt >= begin {
                    guard case .fix(let fix) = report.epoch,
                        let truth = Self.truth(at: report.observedAt, honest),
                        fix.coordinate.distanceMeters(to: truth) > 250
                    else { continue }
                    if run.changes.contains(index) { falseChanges += 1 }
                    if run.believed[index] { wrongFixes += 1 }
                }
            }
        }
        print(
            "\(attacked.kind.rawValue) \(attacked.size) \(attacked.kind.unit): \(noticed) of \(runs) contradicted, "
                + "the latest after \(Int(latest)) s; \(falseChanges) false changes; "
                + "\(wrongFixes / max(runs, 1)) fixes 250 m off given; \(untrusted) not trusted 5 min later"
        )
        guard attacked.outcome != .notNoticeable else { return }
        #expect(falseChanges == 0)
        #expect(untrusted == 0)
        if attacked.outcome == .held { #expect(wrongFixes <= 60 * runs) }
    }

    private static func truth(at instant: MonotonicInstant, _ honest: [ObservedEpoch]) -> Coordinate? {
        var (low, high) = (0, honest.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if honest[middle].observedAt <= instant { low = middle } else { high = middle - 1 }
        }
        guard case .fix(let fix) = honest[low].epoch else { return nil }
        return fix.coordinate
    }
}

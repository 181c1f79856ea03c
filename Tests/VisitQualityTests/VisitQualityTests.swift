import LocationModel
import TestSupport
import Testing
import WaymarkEngine

/// How well a detector found the stays of recordings.
private struct VisitScore {
    var stays = 0
    var found = 0
    var extra = 0
    var hours = 0.0
    var fixes = 0
    var arrivals: [Double] = []
    var departures: [Double] = []

    mutating func add(_ track: RecordedTrack, _ reference: [Stay], _ result: Found) {
        stays += reference.count
        hours += track.spanHours
        fixes += result.fixes
        var matched: Set<Int> = []
        for stay in reference {
            guard let index = result.stays.indices.first(where: { result.stays[$0].overlaps(stay) }) else {
                continue
            }
            found += 1
            matched.insert(index)
            let visit = result.stays[index]
            if stay.arrivalIsKnown, visit.arrivalIsKnown { arrivals.append(visit.first - stay.first) }
            if stay.departureIsKnown, visit.departureIsKnown { departures.append(visit.last - stay.last) }
        }
        extra += result.stays.count - matched.count
    }

    func row(_ name: String) -> String {
        "| \(name) | \(found) | \(stays - found) | \(extra) | \(Self.times(arrivals)) | \(Self.times(departures)) "
            + "| \((Double(fixes) / max(hours, 0.001) * 10).rounded() / 10) |"
    }

    /// The median of the deviations and of their magnitudes, and the magnitude that nine in ten do not exceed.
    private static func times(_ deviations: [Double]) -> String {
        guard !deviations.isEmpty else { return "- | - | -" }
        let sorted = deviations.sorted()
        let magnitudes = deviations.map { abs($0) }.sorted()
        let values = [
            sorted[sorted.count / 2], magnitudes[magnitudes.count / 2], magnitudes[magnitudes.count * 9 / 10],
        ]
        return values.map { "\(Int($0.rounded()))" }.joined(separator: " | ")
    }
}

@Suite(
    "Over the recordings of real receivers, visits",
    .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence))
)
struct VisitQualityTests {
    @Test("are found as well as with hindsight, also in the duty cycle, and better than by a plain filter")
    func table() async throws {
        let references = RecordedTrack.machines.map { HindsightVisits.stays(in: $0.points) }
        var scores: [String: VisitScore] = [:]
        let hours = RecordedTrack.machines.reduce(0) { $0 + $1.spanHours }
        print(
            "\n\(RecordedTrack.machines.count) machines, \(Int(hours)) h, \(references.joined().count) stays"
        )
        print("\n| detector | found | missed | false | arrival | | | departure | | | fixes/h |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
        let others: [VisitDetector] = [
            .plain(everySeconds: 60), .engine(DutyCycle.Settings(), startSeconds: 10),
        ]
        for detector in [.plain(), .engine(nil), .engine(DutyCycle.Settings())]
            + (RecordedTrack.areTablesWhole ? others : [])
        {
            var score = VisitScore()
            for (track, reference) in zip(RecordedTrack.machines, references) {
                // Tests that wait for answers share the threads.
                await Task.yield()
                score.add(track, reference, detector.find(track.points))
            }
            scores[detector.name] = score
            print(score.row(detector.name))
        }
        let plain = try #require(scores[VisitDetector.plain().name])
        for cycle in [nil, DutyCycle.Settings()] {
            let ours = try #require(scores[VisitDetector.engine(cycle).name])
            #expect(ours.found >= plain.found)
            #expect(ours.extra <= plain.extra)
        }
    }
}

extension RecordedTrack {
    fileprivate static let machines = all + days

    /// The hours from the first fix to the last, with the gaps.
    fileprivate var spanHours: Double { (points.last?.seconds ?? 0) / 3600 }
}

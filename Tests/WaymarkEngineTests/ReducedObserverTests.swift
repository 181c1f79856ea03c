import LocationModel
import TestSupport
import Testing

@testable import WaymarkEngine

/// What somebody who sees only the areas of reduced accuracy learns of a coordinate when one follows another.
@Suite("Under reduced accuracy, an observer of a real machine", .enabled(if: RecordedTrack.areAvailable))
struct ReducedObserverTests {
    /// A change of area: how many metres beyond the edge of the last area the machine was.
    private typealias Change = Double

    /// Areas as the service gives them, from a clock with a secret phase.
    private static func clocked(_ track: RecordedTrack, seed: UInt64) -> [Change] {
        let start = MonotonicInstant.systemEpoch
        var location = ReducedLocation(NumberingSecret(seed, 7), at: start)
        var changes: [Change] = []
        var latest: FixSelection.Received?
        for point in track.points {
            let now = start + .seconds(point.seconds)
            let before = location.area
            if location.computeIfDue(from: latest, change: 0, at: now), let before, let place = latest?.fix {
                changes.append(metersBeyond(before, place.coordinate))
            }
            let received = FixSelection.Received(fix: point.fix, receivedAt: now)
            // The first area after a time without fixes says nothing of when an edge was crossed.
            _ = location.record(received, change: 0)
            latest = received
        }
        return changes
    }

    private static func metersBeyond(_ area: ReducedArea, _ place: Coordinate) -> Change {
        var (low, high) = (0.0, 2_000_000.0)
        while high - low > 1 {
            let middle = (low + high) / 2
            if area.holds(place, marginMeters: middle) { high = middle } else { low = middle }
        }
        return high
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    /// The error of the best guess that is the same for every change, in the median.
    private static func error(_ changes: [Change]) -> Double {
        let guess = median(changes)
        return median(changes.map { abs($0 - guess) })
    }

    @Test("knows a coordinate to a kilometre in the median when the area changes, not to metres")
    func changes() throws {
        let tracks = RecordedTrack.all + RecordedTrack.days
        let hours = tracks.reduce(0) { $0 + RecordedTrack.seconds(of: $1.points) } / 3600
        let changes = tracks.flatMap { track in (1...4).flatMap { Self.clocked(track, seed: $0) } }
        print(
            "\n\(Int(hours)) h: \(changes.count / 4) changes, to \(Int(Self.error(changes))) m, "
                + "\(Int(Self.median(changes) - 500)) m after the edge and its margin"
        )
        #expect(changes.count > 400)
        #expect(Self.error(changes) > 500)
    }
}

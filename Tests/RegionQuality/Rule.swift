import LocationModel
import Regions

/// A rule for telling that a circle was entered or left.
struct Rule: Sendable {
    struct Event {
        let index: Int
        let isInside: Bool
    }

    struct Outcome {
        var events: [Event] = []
        var fixCount = 0
    }

    let name: String
    let run: @Sendable (RecordedTrack, CircleShape) -> Outcome

    static let raw = hysteresis("raw fixes") { _ in 0 }

    /// Every fix that is on the other side by 25 m.
    static let simple = hysteresis("25 m beyond the edge") { _ in 25 }
    static let error = hysteresis("the error beyond the edge") { min(200, $0.error95Meters) }

    private static func hysteresis(_ name: String, _ cushion: @escaping @Sendable (TrackPoint) -> Double)
        -> Rule
    {
        Rule(name: name) { track, circle in
            var outcome = Outcome()
            var isInside: Bool?
            for (index, point) in track.points.enumerated() where point.isBelieved {
                outcome.fixCount += 1
                let edge = RegionShape.circle(circle).edgeMeters(from: SurfacePoint(point.fix.coordinate))
                guard abs(edge) >= min(cushion(point), circle.radiusMeters / 2) || isInside == nil,
                    isInside != (edge < 0)
                else { continue }
                isInside = edge < 0
                outcome.events.append(Event(index: index, isInside: edge < 0))
            }
            return outcome
        }
    }

    static let watch = watch("Waymark, every fix") { _, _, _ in 0 }

    /// The rule of the service, with pauses as long as the machine needs to the nearest edge.
    static let paused = watch("Waymark, with pauses") { watch, point, speed in
        if watch.hasPendingCrossing { return 20 }
        let clear = max(0, (watch.clearMeters ?? 0) - point.error95Meters)
        return min(300, max(20, clear / max(2, speed)))
    }

    private static func watch(
        _ name: String,
        pause: @escaping @Sendable (RegionWatch, TrackPoint, _ speed: Double) -> Double
    ) -> Rule {
        Rule(name: name) { track, circle in
            var outcome = Outcome()
            var watch = RegionWatch()
            watch.add(RegionNumber(1), .circle(circle), isInside: nil)
            var next = 0.0
            var speed = 0.0
            var last: TrackPoint?
            for (index, point) in track.points.enumerated() where point.isBelieved {
                let now = MonotonicInstant.systemEpoch + .seconds(point.seconds)
                while let due = watch.nextDeadline, due <= now {
                    // It is told between two fixes, the first of which says where the machine is.
                    let told = track.points[..<index].lastIndex {
                        MonotonicInstant.systemEpoch + .seconds($0.seconds) <= due
                    }
                    for change in watch.removeDue(at: due) {
                        outcome.events.append(Event(index: told ?? index, isInside: change.isInside))
                    }
                }
                guard point.seconds >= next else { continue }
                outcome.fixCount += 1
                let place = SurfacePoint(point.fix.coordinate)
                let changes = watch.consider(
                    place,
                    error95Meters: point.error95Meters,
                    observedAt: now,
                    at: now
                )
                for change in changes {
                    outcome.events.append(Event(index: index, isInside: change.isInside))
                }
                if let earlier = last, point.seconds - earlier.seconds >= 10 {
                    let moved = earlier.fix.coordinate.distanceMeters(to: point.fix.coordinate)
                    let elapsed = point.seconds - earlier.seconds
                    speed = max(moved / elapsed, speed * max(0, 1 - elapsed / 900))
                    last = point
                }
                last = last ?? point
                next = point.seconds + pause(watch, point, max(speed, point.fix.speedMetersPerSecond ?? 0))
            }
            return outcome
        }
    }
}

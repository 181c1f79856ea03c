import Lab
import LocationModel
import Receivers
import WaymarkEngine

/// One fix of a track with its time since the first, in seconds.
struct TrackPoint {
    let seconds: Double
    let fix: Fix

    /// Whether the service believes it; no rule is given the others.
    let isBelieved: Bool

    /// The radius that holds the true position with 95 % probability, in metres, as stated or assumed.
    var error95Meters: Double { fix.assumedError95Meters }
}

struct RecordedTrack {
    let points: [TrackPoint]

    var hours: Double { (points.last?.seconds ?? 0) / 3600 }

    /// Reads a recording of any kind; one that cannot be read has no points.
    init(path: String) {
        let receiver = RecordingReceiver(name: path, path: path, pace: .unlimited, foreign: foreignFormats)
        var now = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 0))
        var detector = SignificantChange(at: now)
        var points: [TrackPoint] = []
        var start: MonotonicInstant?
        receiver.start(at: now)
        while let next = receiver.nextDeadline {
            now = now.advanced(by: max(.zero, now.instant.duration(to: next)))
            for case .epoch(.fix(let fix), let observedAt) in receiver.advance(at: now) {
                let begun = start ?? observedAt
                start = begun
                let seconds = begun.duration(to: observedAt) / .seconds(1)
                let verdict = detector.consider(fix, observedAt: observedAt, wallClock: now.utc)
                var isBelieved = true
                if case .heldByDoubt(let doubt) = verdict { isBelieved = !doubt.concernsPlace }
                guard points.last.map({ seconds > $0.seconds }) ?? true else { continue }
                points.append(TrackPoint(seconds: seconds, fix: fix, isBelieved: isBelieved))
            }
        }
        self.points = points
    }

    private init(points: [TrackPoint]) { self.points = points }

    func part(_ range: Range<Int>) -> RecordedTrack {
        let start = points[range.lowerBound].seconds
        return RecordedTrack(
            points: points[range].map {
                TrackPoint(seconds: $0.seconds - start, fix: $0.fix, isBelieved: $0.isBelieved)
            }
        )
    }
}

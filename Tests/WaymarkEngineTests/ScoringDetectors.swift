import LocationModel
import WaymarkEngine

/// A rule for notifications: which fixes of a track it would notify, the first place included.
struct Detector: Sendable {
    let name: String
    let events: @Sendable ([TrackPoint]) -> [Int]

    /// The one that Waymark uses.
    static let significantChange = significantChange(SignificantChange.Settings())

    static func significantChange(_ settings: SignificantChange.Settings) -> Detector {
        Detector(name: "Waymark") { track in
            let start = Moment(instant: MonotonicInstant.systemEpoch, utc: UTCInstant(secondsSince1970: 0))
            var detector = SignificantChange(settings: settings, at: start)
            return track.indices.filter { index in
                let now = start.advanced(by: .seconds(track[index].seconds))
                return detector.consider(track[index].fix, observedAt: now.instant, wallClock: now.utc)
                    .isNotification
            }
        }
    }

    /// Compares fixes as they come.
    static func raw(meters: Double, seconds: Double = 0, beyondError: Bool = false) -> Detector {
        let name = "raw fixes" + (seconds > 0 ? ", 5 min" : "") + (beyondError ? ", beyond the error" : "")
        return Detector(name: name) { track in
            var events: [Int] = []
            for (index, point) in track.enumerated() {
                guard let last = events.last else {
                    events.append(index)
                    continue
                }
                let error = beyondError ? point.fix.accuracy?.horizontal95Meters ?? 25 : 0
                if point.seconds - track[last].seconds >= seconds,
                    track[last].fix.coordinate.distanceMeters(to: point.fix.coordinate) >= meters + error
                {
                    events.append(index)
                }
            }
            return events
        }
    }

    /// Compares the median of the last 30 seconds.
    static let median = Detector(name: "30 s median, 5 min") { track in
        var first = 0
        let smoothed = track.indices.map { index in
            while track[index].seconds - track[first].seconds > 30 { first += 1 }
            let window = track[first...index].map(\.fix.coordinate)
            var point = track[index]
            let coordinate = Coordinate(
                latitudeDegrees: window.map(\.latitudeDegrees).sorted()[window.count / 2],
                longitudeDegrees: window.map(\.longitudeDegrees).sorted()[window.count / 2]
            )
            point.fix.coordinate = coordinate ?? point.fix.coordinate
            return point
        }
        return raw(meters: 500, seconds: 300).events(smoothed)
    }
}

/// How well a rule did on tracks, judged by where the machine truly was.
struct DetectorScore {
    var hours = 0.0

    /// Notifications after the first.
    var events = 0

    /// Notifications with less than 400 m of true displacement since the last.
    var falseEvents = 0

    /// Times that a notification was due for 120 s without coming.
    var missed = 0

    /// Seconds that a notification was due.
    var staleSeconds = 0.0

    var staleSecondsPerHour: Double { staleSeconds / max(hours, 0.001) }

    mutating func add(_ track: [TrackPoint], _ reference: ReferenceTrack, events: [Int]) {
        hours += ((track.last?.seconds ?? 0) - (track.first?.seconds ?? 0)) / 3600
        guard var last = events.first else { return }
        var pending = events.dropFirst()
        var dueSeconds = 0.0
        for index in track.indices.dropFirst(last + 1) {
            let displacement = reference.points[last].distance(to: reference.points[index])
            if pending.first == index {
                self.events += 1
                if displacement < 400 { falseEvents += 1 }
                pending.removeFirst()
                last = index
                dueSeconds = 0
            } else if displacement >= 500, track[index].seconds - track[last].seconds >= 300 {
                let next = index + 1 < track.count ? track[index + 1].seconds : track[index].seconds
                // What passes in a gap is nobody's silence.
                let seconds = min(next - track[index].seconds, 60)
                staleSeconds += seconds
                if dueSeconds < 120, dueSeconds + seconds >= 120 { missed += 1 }
                dueSeconds += seconds
            } else {
                dueSeconds = 0
            }
        }
    }
}

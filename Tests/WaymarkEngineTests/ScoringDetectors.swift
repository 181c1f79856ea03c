import LocationModel
import TestSupport
import WaymarkEngine

/// A rule for notifications: which fixes of a track it would notify, the first place included.
struct Detector: Sendable {
    let name: String
    let events: @Sendable ([TrackPoint]) -> [Int]

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
///
/// While the logger was off nobody can know of a change, and how soon a rule looks after it is mostly luck. So what is
/// due at the end of a gap or within one is counted apart.
struct DetectorScore {
    /// A time for which a change was due.
    struct Silence {
        var seconds = 0.0

        /// Whether a gap came less than a pause before it, or within it.
        var isBesideGap: Bool

        var isMissed: Bool { seconds >= 120 }
    }

    /// The longest time for which a rule may still pause after a gap, in seconds.
    private static let longestPauseSeconds = 300.0

    var hours = 0.0

    /// Notifications after the first.
    var events = 0

    /// Notifications with less than 400 m of true displacement since the last.
    var falseEvents = 0

    /// The silences, of which there is one for each change that was not notified at once.
    var silences: [Silence] = []

    /// Times that a notification was due for 120 s without coming, away from gaps.
    var missed: Int { silences.count { $0.isMissed && !$0.isBesideGap } }
    var missedBesideGaps: Int { silences.count { $0.isMissed && $0.isBesideGap } }

    var staleSecondsPerHour: Double { staleSeconds(besideGaps: false) / max(hours, 0.001) }
    var staleSecondsPerHourBesideGaps: Double { staleSeconds(besideGaps: true) / max(hours, 0.001) }

    static let headings = ["events/h", "false", "missed", "stale s/h", "gap missed", "gap s/h"]

    /// What the headings say.
    var figures: [Double] {
        [
            Double(events) / hours, Double(falseEvents), Double(missed), staleSecondsPerHour,
            Double(missedBesideGaps), staleSecondsPerHourBesideGaps,
        ]
    }

    private func staleSeconds(besideGaps: Bool) -> Double {
        silences.reduce(0) { $0 + ($1.isBesideGap == besideGaps ? $1.seconds : 0) }
    }

    mutating func add(_ track: [TrackPoint], _ reference: ReferenceTrack, events: [Int]) {
        hours += RecordedTrack.seconds(of: track) / 3600
        guard var last = events.first else { return }
        var pending = events.dropFirst()
        var silence: Silence?
        var gapEnd = -Double.infinity
        for index in track.indices.dropFirst(last + 1) {
            if track[index].seconds - track[index - 1].seconds > RecordedTrack.gapSeconds {
                gapEnd = track[index].seconds
            }
            let isAfterGap = track[index].seconds - gapEnd <= Self.longestPauseSeconds
            let displacement = reference.points[last].distance(to: reference.points[index])
            let isNotified = pending.first == index
            guard !isNotified, displacement >= 500, track[index].seconds - track[last].seconds >= 300 else {
                if isNotified {
                    self.events += 1
                    if displacement < 400 { falseEvents += 1 }
                    pending.removeFirst()
                    last = index
                }
                if let ended = silence { silences.append(ended) }
                silence = nil
                continue
            }
            var current = silence ?? Silence(isBesideGap: isAfterGap)
            let next = index + 1 < track.count ? track[index + 1].seconds : track[index].seconds
            if next - track[index].seconds > RecordedTrack.gapSeconds { current.isBesideGap = true }
            // What passes in a gap is nobody's silence.
            current.seconds += min(next - track[index].seconds, RecordedTrack.gapSeconds)
            silence = current
        }
        if let silence { silences.append(silence) }
    }
}

func printCells(_ name: String, _ cells: [String]) {
    let columns = cells.map { String(repeating: " ", count: max(1, 11 - $0.utf8.count)) + $0 }
    print(name + String(repeating: " ", count: max(0, 36 - name.utf8.count)) + columns.joined())
}

func printRow(_ name: String, _ figures: [Double]) {
    printCells(name, figures.map { String(($0 * 100).rounded() / 100) })
}

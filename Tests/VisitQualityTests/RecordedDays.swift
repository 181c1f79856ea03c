import LocationModel
import Recordings
import TestSupport

/// One fix with its place on the recording's time line.
struct TrackPoint: Sendable {
    /// Seconds since the first fix.
    var seconds: Double

    /// The fix.
    var fix: Fix
}

/// The fixes of one machine, in order of time, with gaps where its logger was off.
struct RecordedDays: Sendable {
    let name: String
    let points: [TrackPoint]

    var hours: Double { (points.last?.seconds ?? 0) / 3600 }

    /// Whether the recordings are there to be read.
    static let areAvailable = (try? Checkout.bytes(of: Checkout.recordings + "/README.md")) != nil

    /// What a test says that is skipped because they are not.
    static let absence = "there are no recordings of real receivers beside the checkout"

    /// Every machine, each read once.
    static let all: [RecordedDays] =
        [
            "philipsargent-2024-04-28-0300.nmea", "philipsargent-2026-02-07-1041.nmea",
            "avnav-nmea-20130630.log", "aerorust-nmea1.log", "gnss-lib-py-pixel6.nmea",
            "google-gmt-MTV.Local1.ublox-F9K.20200206-181434.nmea", "gpx-animator-bikeride.gpx",
            "openrvdas-SKQ201822S-ins-seapath-position-2018-12-06", "qtpositioning-nmealog.txt",
            "signalk-plaka.nmea", "splosch-20150917.nmea", "srtm-py-grmada.gpx",
        ].map { RecordedDays(name: $0, points: points(in: [Checkout.recordings + "/" + $0])) } + days

    private static var days: [RecordedDays] {
        let folder = Checkout.recordings + "/days/"
        guard let catalogue = try? Checkout.bytes(of: folder + "catalogue.tsv") else { return [] }
        var machines: [(name: String, files: [String])] = []
        for line in catalogue.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let columns = line.split(separator: UInt8(ascii: "\t")).prefix(2)
                .map { String(decoding: $0, as: UTF8.self) }
            guard columns.count == 2 else { continue }
            if machines.last?.name != columns[0] { machines.append((columns[0], [])) }
            machines[machines.count - 1].files.append(folder + columns[1])
        }
        return machines.map { RecordedDays(name: $0.name, points: points(in: $0.files)) }
    }

    /// Returns the points of recordings that follow one another, with the first at zero.
    private static func points(in paths: [String]) -> [TrackPoint] {
        var ordered: [TrackPoint] = []
        var start: UTCInstant?
        for path in paths {
            let recording = RecordingReceiver(name: path, path: path, pace: .unlimited)
            guard let first = try? recording.firstTime() ?? UTCInstant(secondsSince1970: 0) else { continue }
            let offset = (start ?? first).duration(to: first).inSeconds
            start = start ?? first
            for point in points(of: recording) {
                let seconds = offset + point.seconds
                guard ordered.last.map({ seconds > $0.seconds }) ?? true else { continue }
                ordered.append(TrackPoint(seconds: seconds, fix: point.fix))
            }
        }
        return ordered
    }

    /// Plays a recording as the service would.
    private static func points(of recording: RecordingReceiver) -> [TrackPoint] {
        let now = Moment(instant: MonotonicInstant.systemEpoch, utc: UTCInstant(secondsSince1970: 0))
        var points: [TrackPoint] = []
        recording.start(at: now)
        while recording.nextDeadline != nil {
            for case .epoch(.fix(let fix), let observedAt) in recording.advance(at: now) {
                points.append(TrackPoint(seconds: now.instant.duration(to: observedAt).inSeconds, fix: fix))
            }
        }
        return points
    }
}

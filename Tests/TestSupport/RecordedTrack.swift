import Glibc
import Lab
import LocationModel
import Receivers

/// The fixes of one recording, or of the recordings of one machine, in order of time.
package struct RecordedTrack: Sendable {
    /// The time between two fixes beyond which the logger was off, in seconds.
    package static let gapSeconds = 60.0

    package let name: String
    package let points: [TrackPoint]

    package static func seconds(of points: [TrackPoint]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { sum, pair in
            let seconds = pair.1.seconds - pair.0.seconds
            return sum + (seconds > gapSeconds ? 0 : seconds)
        }
    }

    package static let areAvailable = (try? Checkout.bytes(of: Checkout.recordings + "/README.md")) != nil

    /// Whether tables are printed whole, for `make quality`.
    ///
    /// Otherwise tests make the rows that they check: the others take minutes without optimization.
    package static let areTablesWhole = unsafe getenv("WHOLE_TABLES") != nil

    /// What a test says that is skipped because they are not.
    package static let absence = "there are no recordings of real receivers beside the checkout"

    package static let longAtRest = named("philipsargent-2024-04-28-0300.nmea")
    package static let phoneAtRest = named("philipsargent-2026-02-07-1041.nmea")
    package static let boat = named("avnav-nmea-20130630.log")

    /// Every long recording, each read once.
    package static let all: [RecordedTrack] =
        [longAtRest, phoneAtRest, boat]
        + [
            "aerorust-nmea1.log",
            "gnss-lib-py-pixel6.nmea",
            "google-gmt-MTV.Local1.ublox-F9K.20200206-181434.nmea",
            "gpx-animator-bikeride.gpx",
            "openrvdas-SKQ201822S-ins-seapath-position-2018-12-06",
            "qtpositioning-nmealog.txt",
            "signalk-plaka.nmea",
            "splosch-20150917.nmea",
            "srtm-py-grmada.gpx",
        ].map(named)

    /// Whole days of people and boats: the recordings of each are one track, with gaps where the logger was off.
    package static let days: [RecordedTrack] = {
        let folder = Checkout.recordings + "/days/"
        guard let catalogue = try? Checkout.bytes(of: folder + "catalogue.tsv") else { return [] }
        var files: [(track: String, files: [String])] = []
        for line in catalogue.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let columns = line.split(separator: UInt8(ascii: "\t")).prefix(2).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let track = columns.first, let file = columns.last else { continue }
            if files.last?.track != track { files.append((track, [])) }
            files[files.count - 1].files.append(folder + file)
        }
        return files.map { RecordedTrack(name: $0.track, points: points(in: $0.files)) }
    }()

    private static func named(_ name: String) -> RecordedTrack {
        RecordedTrack(name: name, points: points(in: [Checkout.recordings + "/" + name]))
    }

    /// Returns the points of recordings that follow one another, with the first at zero, without those that do not come
    /// later than the one before.
    private static func points(in paths: [String]) -> [TrackPoint] {
        var ordered: [TrackPoint] = []
        var start: UTCInstant?
        for path in paths {
            let recording = RecordingReceiver(
                name: path,
                path: path,
                pace: .unlimited,
                foreign: foreignFormats
            )
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

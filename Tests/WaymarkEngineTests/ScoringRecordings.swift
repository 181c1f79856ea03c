import LocationModel
import NMEA
import TestSupport

/// One fix with its place on the recording's time line.
struct TrackPoint: Sendable {
    /// Seconds since the first fix.
    var seconds: Double

    /// The fix.
    var fix: Fix
}

/// The fixes of one recording, in order of time.
struct RecordedTrack: Sendable {
    let name: String
    let points: [TrackPoint]

    var hours: Double { ((points.last?.seconds ?? 0) - (points.first?.seconds ?? 0)) / 3600 }

    /// Whether the recordings are there to be read.
    static let areAvailable = (try? Checkout.bytes(of: Checkout.recordings + "/README.md")) != nil

    /// What a test says that is skipped because they are not.
    static let absence = "there are no recordings of real receivers beside the checkout"

    static let longAtRest = named("philipsargent-2024-04-28-0300.nmea")
    static let phoneAtRest = named("philipsargent-2026-02-07-1041.nmea")
    static let boat = named("avnav-nmea-20130630.log")

    /// Every long recording, each read once.
    static let all: [RecordedTrack] =
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

    private static func named(_ name: String) -> RecordedTrack {
        guard let bytes = try? Checkout.bytes(of: Checkout.recordings + "/" + name) else {
            return RecordedTrack(name: name, points: [])
        }
        let points = name.hasSuffix(".gpx") ? gpxPoints(in: bytes) : nmeaPoints(in: bytes)
        return RecordedTrack(name: name, points: inOrder(points))
    }

    private static func nmeaPoints(in bytes: [UInt8]) -> [TrackPoint] {
        var fixes: [Fix] = []
        let take = { (epoch: Epoch) in
            if case .fix(let fix) = epoch { fixes.append(fix) }
        }
        var decoder = NMEADecoder()
        decoder.decode(bytes.span, take)
        decoder.finish(take)
        // One receiver never tells the date; the time of day that every fix of it has is in its GLL sentences.
        let hasDates = fixes.contains { $0.time != nil }
        let times = hasDates ? [] : timesOfDay(in: bytes)
        var points: [TrackPoint] = []
        for (index, fix) in fixes.enumerated() {
            let fallback = times.indices.contains(index) ? times[index] : nil
            if let seconds = fix.time?.secondsSince1970 ?? fallback {
                points.append(TrackPoint(seconds: seconds, fix: fix))
            }
        }
        return points
    }

    private static func timesOfDay(in bytes: [UInt8]) -> [Double] {
        bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "$GPGLL".utf8) }.compactMap {
            let fields = $0.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            guard fields.count > 5, let clock = Int(String(decoding: fields[5].prefix(6), as: UTF8.self))
            else { return nil }
            return Double(clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100)
        }
    }

    private static func gpxPoints(in bytes: [UInt8]) -> [TrackPoint] {
        var points: [TrackPoint] = []
        var open: Coordinate?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if text.starts(with: "<trkpt".utf8) {
                let parts = text.split(separator: UInt8(ascii: "\"")).map {
                    String(decoding: $0, as: UTF8.self)
                }
                guard parts.count > 3, let latitude = Double(parts[1]), let longitude = Double(parts[3])
                else {
                    continue
                }
                open = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            } else if text.starts(with: "<time>".utf8), let coordinate = open {
                let value = text.dropFirst(6).prefix { $0 != UInt8(ascii: "<") }
                guard let time = UTCInstant(String(decoding: value, as: UTF8.self)) else { continue }
                points.append(
                    TrackPoint(
                        seconds: time.secondsSince1970,
                        fix: Fix(time: time, coordinate: coordinate)
                    )
                )
                open = nil
            }
        }
        return points
    }

    /// Returns the points with the first at zero, without those that do not come later than the one before.
    private static func inOrder(_ points: [TrackPoint]) -> [TrackPoint] {
        guard let start = points.first?.seconds else { return [] }
        var ordered: [TrackPoint] = []
        for point in points where ordered.last.map({ point.seconds - start > $0.seconds }) ?? true {
            ordered.append(TrackPoint(seconds: point.seconds - start, fix: point.fix))
        }
        return ordered
    }
}

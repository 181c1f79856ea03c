import LocationModel
import NMEA
import Receivers

/// A point of an exported text, as far as it can be read.
struct TextPoint {
    var latitude: Double?
    var longitude: Double?
    var time: UTCInstant?

    /// The height above the sea in metres.
    var altitudeMeters: Double?
    var speedMetersPerSecond: Double?
    var courseDegrees: Double?

    /// The radius in metres that contains the position with 68 % probability, as phones state it.
    var accuracyMeters: Double?

    /// The point as a fix, `nil` without a position; values out of range are left out.
    var fix: Fix? {
        guard let latitude, let longitude,
            let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else { return nil }
        var fix = Fix(time: time, coordinate: coordinate)
        if let altitudeMeters, abs(altitudeMeters) < 1e6 {
            fix.altitudeMeters = altitudeMeters
            fix.mode = .threeDimensional
        }
        if let speedMetersPerSecond, (0..<1e6).contains(speedMetersPerSecond) {
            fix.speedMetersPerSecond = speedMetersPerSecond
        }
        if let courseDegrees, (0...360).contains(courseDegrees) {
            fix.courseDegrees = courseDegrees == 360 ? 0 : courseDegrees
        }
        if let radius = accuracyMeters, (0.001..<1e7).contains(radius) {
            fix.accuracy = FixAccuracy(radiusMeters: radius)
        } else {
            fix.accuracy = FixAccuracy(quality: .unknown, hasAltitude: fix.altitudeMeters != nil)
        }
        return fix
    }
}

/// The counters of a recording of points, and the place of the first one that cannot be read.
struct PointCounts {
    private(set) var points = 0
    private(set) var malformed = 0
    private var firstMalformedLine = 0

    mutating func record(_ point: TextPoint, inLine line: Int, _ emit: (RecordedItem) -> Void) {
        guard let fix = point.fix, fix.time != nil else {
            if malformed == 0 { firstMalformedLine = line }
            malformed += 1
            return
        }
        points += 1
        emit(.epoch(RecordedEpoch(.fix(fix))))
    }

    var all: [RecordingCount] {
        [RecordingCount(points, "fixes"), RecordingCount(malformed, malformedPoints)]
    }

    var remark: String? { malformed > 0 ? "\(malformed) \(malformedPoints)" : nil }

    private var malformedPoints: String {
        "points that cannot be read" + (malformed > 0 ? ", first in line \(firstMalformedLine)" : "")
    }
}

extension Span<UInt8> {
    /// The fields of a line, between commas.
    var fields: [Substring] {
        let text = unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        return text.split(omittingEmptySubsequences: false) { $0 == "," || $0.isNewline }
    }
}

import LocationModel
import Receivers

/// The text that Google's GnssLogger writes on an Android phone; only the fixes are read.
///
///     Fix,GPS,47.9985,7.8290,310.2,1.5,3.8,84.4,1778567400000,0.3,12.0,…
///
/// Provider, latitude, longitude, altitude, speed, accuracy, course, and milliseconds since 1970; version 1 had no course.
/// The altitude is above the ellipsoid, so it is not used. A phone reports the same moment through several providers;
/// others are left out while the satellite receiver reports.
final class GnssLoggerText: TrackFormat {
    static let kind = RecordingForm.Kind.gnssLogger

    /// The silence of the satellite receiver after which others are used.
    private static let longestSilenceSeconds = 10.0

    private var lines = LineAssembler()
    private var line = 0
    private var points = PointCounts()
    private var ofOtherProviders = 0
    private var otherLines = 0
    private var lastOfSatellites: UTCInstant?

    init(isUTF8: Bool) {}

    /// A log may have sentences too; the first of them or of the fixes decides.
    static func isCertain(from line: ArraySlice<UInt8>) -> Bool? {
        // The list of the columns of a fix.
        if line.starts(with: "# Fix,Provider".utf8) { return false }
        return line.starts(with: "Fix,".utf8) ? true : nil
    }

    var counts: [RecordingCount] {
        points.all + [
            RecordingCount(ofOtherProviders, "fixes of other providers"),
            RecordingCount(otherLines, "other lines"), RecordingCount(lines.tooLong, "lines without end"),
        ]
    }
    var remark: String? { points.remark }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.append(bytes) { decode(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) { lines.finish { decode(line: $0, emit) } }

    private func decode(line text: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        line += 1
        guard text.count > 4, text[0] == UInt8(ascii: "F"), text[1] == UInt8(ascii: "i"),
            text[2] == UInt8(ascii: "x"), text[3] == UInt8(ascii: ",")
        else {
            otherLines += 1
            return
        }
        let fields = text.fields
        var point = TextPoint()
        // The end of the line makes an empty field.
        let hasCourse = fields.count > 9
        if fields.count >= 8 {
            point.latitude = Double(fields[2])
            point.longitude = Double(fields[3])
            point.speedMetersPerSecond = Double(fields[5])
            point.accuracyMeters = Double(fields[6])
            point.courseDegrees = hasCourse ? Double(fields[7]) : nil
            point.time = UTCInstant(millisecondsSince1970: fields[hasCourse ? 8 : 7])
        }
        if let time = point.time, fields.count >= 8 {
            if fields[1].lowercased() == "gps" {
                lastOfSatellites = time
            } else if let last = lastOfSatellites,
                abs(last.secondsSince1970 - time.secondsSince1970) <= Self.longestSilenceSeconds
            {
                ofOtherProviders += 1
                return
            }
        }
        points.record(point, inLine: line, emit)
    }
}

extension UTCInstant {
    init?(millisecondsSince1970 text: some StringProtocol) {
        guard let milliseconds = Int64(text) else { return nil }
        let (nanoseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return nil }
        self.init(nanosecondsSince1970: nanoseconds)
    }
}

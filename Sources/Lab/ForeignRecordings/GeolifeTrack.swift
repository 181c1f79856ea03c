import LocationModel
import Receivers

/// A track of the GeoLife collection: six lines of introduction, then one point on each line.
///
///     39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04
///
/// Latitude, longitude, zero, altitude in feet (-777 for none), days since 1899-12-30, date and time in UTC.
final class GeolifeTrack: TrackFormat {
    static let kind = RecordingForm.Kind.geolife

    private static let introduction = 6
    private static let metersPerFoot = 0.3048

    private var lines = LineAssembler()
    private var line = 0
    private var points = PointCounts()

    init(isUTF8: Bool) {}

    static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: "Geolife trajectory".utf8)
    }

    var counts: [RecordingCount] { points.all + [RecordingCount(lines.tooLong, "lines without end")] }
    var remark: String? { points.remark }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.append(bytes) { decode(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) { lines.finish { decode(line: $0, emit) } }

    private func decode(line text: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        line += 1
        guard line > Self.introduction, text.count > 2 else { return }
        var point = TextPoint()
        let fields = text.fields
        if fields.count >= 7 {
            point.latitude = Double(fields[0])
            point.longitude = Double(fields[1])
            point.altitudeMeters = Double(fields[3]).flatMap { $0 == -777 ? nil : $0 * Self.metersPerFoot }
            point.time = UTCInstant("\(fields[5])T\(fields[6])Z")
        }
        points.record(point, inLine: line, emit)
    }
}

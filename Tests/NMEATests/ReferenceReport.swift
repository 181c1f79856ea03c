import FoundationEssentials
import LocationModel

/// One position report of gpsd, as its regression files record it.
struct ReferenceReport: Decodable {
    var time: String?
    var mode: Int?
    var lat: Double?
    var lon: Double?
    var speed: Double?
    var track: Double?
    var altMSL: Double?

    private var `class`: String

    /// Returns gpsd's last report of every epoch that has a time and a fix, in order.
    static func fixes(in file: [UInt8]) -> [ReferenceReport] {
        let decoder = JSONDecoder()
        var reports: [ReferenceReport] = []
        for line in file.split(separator: UInt8(ascii: "\n")) where line.starts(with: #"{"class":"TPV""#.utf8)
        {
            guard let report = try? decoder.decode(ReferenceReport.self, from: Data(line)) else { continue }
            if report.time != nil, reports.last?.time == report.time { reports.removeLast() }
            reports.append(report)
        }
        return reports.filter { $0.time != nil && $0.mode ?? 0 >= 2 && $0.lat != nil && $0.lon != nil }
    }

    /// Returns the values in which a fix of the same time differs.
    func differences(from fix: Fix) -> Set<ReferenceDifference> {
        var found: Set<ReferenceDifference> = []
        // gpsd prints nine decimals; its regression tests allow 1e-8 degrees.
        if !agrees(lat, fix.coordinate.latitudeDegrees, 1e-8)
            || !agrees(lon, fix.coordinate.longitudeDegrees, 1e-8)
        {
            found.insert(.position)
        }
        if mode != fix.mode.rawValue { found.insert(.mode) }
        if !agrees(speed, fix.speedMetersPerSecond, 0.001) { found.insert(.speed) }
        if !agrees(track, fix.courseDegrees, 0.001) { found.insert(.course) }
        if !agrees(altMSL, fix.altitudeMeters, 0.001) { found.insert(.altitude) }
        return found
    }

    private func agrees(_ reference: Double?, _ value: Double?, _ tolerance: Double) -> Bool {
        guard let reference, let value else { return reference == nil && value == nil }
        return abs(reference - value) <= tolerance * 1.000_001
    }
}

/// A value in which a fix can differ from gpsd.
enum ReferenceDifference: String, Hashable, CaseIterable {
    case missing
    case position
    case mode
    case speed
    case course
    case altitude
}

import LocationModel
import Varlink
import WaymarkInterfaces

/// The visits that a person has had kept, oldest first: a bounded number of them, for a bounded time.
struct KeptVisits: Hashable {
    typealias Visit = MonitorInterface.Visit

    static let limit = 1000
    static let daysKept = 90

    private(set) var visits: [Visit] = []

    init() {}

    /// Reads the text of a file, and leaves out what is no visit.
    init(_ bytes: [UInt8]) {
        visits = bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.limit)
            .compactMap { try? Visit(json: Array($0)) }
    }

    /// The text of the file: each visit as JSON on a line.
    var bytes: [UInt8] { visits.flatMap { $0.json + [UInt8(ascii: "\n")] } }

    /// Adds a visit that has begun, or completes the one that has ended.
    mutating func record(_ visit: Visit, at now: UTCInstant) {
        if let last = visits.last, last == visit || last.isBeginning(of: visit) { visits.removeLast() }
        visits.append(visit)
        let oldest = now.advanced(by: .seconds(-86_400 * Self.daysKept))
        visits = visits.suffix(Self.limit).filter { visit in
            guard let end = visit.departureInstant ?? visit.arrivalInstant else { return true }
            return end >= oldest || visit == visits.last
        }
    }

    /// Returns the visits of which a part lies in this time.
    func visits(from start: UTCInstant, until end: UTCInstant) -> [Visit] {
        visits.enumerated().filter { index, visit in
            let isLast = index == visits.count - 1
            // One whose end nobody told has ended before the next began.
            let left = visit.departureInstant ?? (isLast ? nil : visits[index + 1].arrivalInstant)
            let came = visit.arrivalInstant ?? visit.departureInstant
            return left.map { $0 >= start } ?? true && came.map { $0 < end } ?? true
        }.map(\.element)
    }
}

extension MonitorInterface.Visit {
    fileprivate func isBeginning(of other: MonitorInterface.Visit) -> Bool {
        guard departureInstant == nil else { return false }
        if let arrivalInstant, arrivalInstant == other.arrivalInstant { return true }
        // The clock by which times are told may have been set right meanwhile.
        return other.departureInstant != nil && coordinate.distanceMeters(to: other.coordinate) < 200
    }
}

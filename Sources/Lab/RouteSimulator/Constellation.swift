/// A satellite system that NMEA 0183 names.
package enum Constellation: Int, CaseIterable, Comparable, Sendable {
    case gps = 1
    case glonass = 2
    case galileo = 3
    case beidou = 4
    case qzss = 5

    /// The name, the talker of sentences about this system alone, the number of satellites above the horizon, and the
    /// number that NMEA 0183 4.11 gives a satellite, counted in the order of use.
    private var facts: (name: String, talker: String, inView: Int, satelliteNumber: (Int) -> Int) {
        switch self {
        case .gps: ("GPS", "GP", 12, { 2 + $0 * 5 % 32 })
        case .glonass: ("GLONASS", "GL", 9, { 65 + $0 * 7 % 24 })
        case .galileo: ("Galileo", "GA", 10, { 1 + $0 * 7 % 36 })
        case .beidou: ("BeiDou", "GB", 11, { 6 + $0 * 5 % 45 })
        case .qzss: ("QZSS", "GQ", 3, { 193 + $0 })
        }
    }

    package var name: String { facts.name }
    var talker: String { facts.talker }
    var inView: Int { facts.inView }
    func satelliteNumber(_ index: Int) -> Int { facts.satelliteNumber(index) }

    /// The largest number of satellites in a solution: the capacity of GSA, or the size of the constellation.
    var maximumUsed: Int { self == .qzss ? 3 : 12 }

    /// Creates the system with a name, in letters of either case.
    package init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = found
    }

    /// Orders as sentences list the systems.
    package static func < (left: Constellation, right: Constellation) -> Bool {
        left.rawValue < right.rawValue
    }
}

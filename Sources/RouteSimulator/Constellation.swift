/// A satellite system that NMEA 0183 names.
package enum Constellation: Int, CaseIterable, Comparable, Sendable {
    case gps = 1
    case glonass = 2
    case galileo = 3
    case beidou = 4
    case qzss = 5

    package var name: String {
        switch self {
        case .gps: "GPS"
        case .glonass: "GLONASS"
        case .galileo: "Galileo"
        case .beidou: "BeiDou"
        case .qzss: "QZSS"
        }
    }

    /// Creates the system with a name, in letters of either case.
    package init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = found
    }

    /// The talker of sentences about this system alone.
    var talker: String {
        switch self {
        case .gps: "GP"
        case .glonass: "GL"
        case .galileo: "GA"
        case .beidou: "GB"
        case .qzss: "GQ"
        }
    }

    /// The largest number of satellites in a solution: the capacity of GSA, or the size of the constellation.
    var maximumUsed: Int { self == .qzss ? 3 : 12 }

    /// The number of satellites above the horizon.
    var inView: Int {
        switch self {
        case .gps: 12
        case .glonass: 9
        case .galileo: 10
        case .beidou: 11
        case .qzss: 3
        }
    }

    /// Returns the number that NMEA 0183 4.11 gives a satellite, counted in the order of use.
    func satelliteNumber(_ index: Int) -> Int {
        switch self {
        case .gps: 2 + index * 5 % 32
        case .glonass: 65 + index * 7 % 24
        case .galileo: 1 + index * 7 % 36
        case .beidou: 6 + index * 5 % 45
        case .qzss: 193 + index
        }
    }

    /// Orders as sentences list the systems.
    package static func < (left: Constellation, right: Constellation) -> Bool {
        left.rawValue < right.rawValue
    }
}

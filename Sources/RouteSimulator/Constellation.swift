/// A satellite system, as NMEA 0183 names it.
package enum Constellation: Int, CaseIterable, Comparable, Sendable {
    /// Of the United States.
    case gps = 1

    /// Of Russia.
    case glonass = 2

    /// Of the European Union.
    case galileo = 3

    /// Of China.
    case beidou = 4

    /// Of Japan, seen in its part of the world only.
    case qzss = 5

    /// What people call it.
    package var name: String {
        switch self {
        case .gps: "GPS"
        case .glonass: "GLONASS"
        case .galileo: "Galileo"
        case .beidou: "BeiDou"
        case .qzss: "QZSS"
        }
    }

    /// The one that people call so, in letters of either case.
    package init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = found
    }

    /// The talker of receivers for this system alone, and of what is said about this system.
    var talker: String {
        switch self {
        case .gps: "GP"
        case .glonass: "GL"
        case .galileo: "GA"
        case .beidou: "GB"
        case .qzss: "GQ"
        }
    }

    /// The most satellites that go into a solution: as many as GSA has room for, or as there are.
    var mostUsed: Int { self == .qzss ? 3 : 12 }

    /// How many satellites are above the horizon.
    var inView: Int {
        switch self {
        case .gps: 12
        case .glonass: 9
        case .galileo: 10
        case .beidou: 11
        case .qzss: 3
        }
    }

    /// The number that NMEA 0183 4.11 gives the satellite at a place in the order of use.
    func satelliteNumber(_ index: Int) -> Int {
        switch self {
        case .gps: 2 + index * 5 % 32
        case .glonass: 65 + index * 7 % 24
        case .galileo: 1 + index * 7 % 36
        case .beidou: 6 + index * 5 % 45
        case .qzss: 193 + index
        }
    }

    /// Systems in the order in which sentences list them.
    package static func < (left: Constellation, right: Constellation) -> Bool {
        left.rawValue < right.rawValue
    }
}

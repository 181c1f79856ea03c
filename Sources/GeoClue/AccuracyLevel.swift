import LocationModel

enum AccuracyLevel: UInt32, CaseIterable, Codable {
    /// No level: redshift and gammastep leave it so, and any area suffices for them.
    case none = 0
    case country = 1
    case city = 4
    case neighborhood = 5
    case street = 6
    case exact = 8

    /// Returns the level that reveals less.
    func coarser(_ other: Self) -> Self {
        func rank(_ level: Self) -> UInt32 { level == .none ? Self.neighborhood.rawValue : level.rawValue }
        return rank(other) < rank(self) ? other : self
    }

    /// Creates the level of a number, between two levels the coarser one; `nil` above the last.
    init?(requested number: UInt32) {
        guard number <= Self.exact.rawValue, let level = Self.allCases.last(where: { $0.rawValue <= number })
        else { return nil }
        self = level
    }

    /// The accuracy to request: reduced where an area suffices, so that the person sees that no more was
    /// sent.
    var authorization: AccuracyAuthorization { self == .street || self == .exact ? .full : .reduced }

    /// The rows per degree of latitude of the grid of this level; `nil` for no grid of its own.
    ///
    /// Their heights are about GeoClue's radii: 1 km, 15 km and 300 km. Waymark's own areas are 5 km wide.
    var gridRowsPerDegree: Double? {
        switch self {
        case .exact, .neighborhood, .none: nil
        case .street: 111
        case .city: 7.4
        case .country: 0.37
        }
    }

    /// The 68 % radius in metres that suffices; `nil` for the best.
    var desiredAccuracyMeters: Double? { self == .street ? 500 : nil }
}

package enum Sky: String, CaseIterable, Sendable {
    /// Open sky: a field, a square, a car park.
    case open
    case street

    /// An urban canyon: a street between tall buildings.
    case canyon
    case tunnel

    /// The horizontal dilution at which a receiver settles, or `nil` if it has no solution.
    ///
    /// Typical of multi-constellation receivers: 0.8 under an open sky, 2 with half of it hidden.
    var dilution: Double? {
        switch self {
        case .open: 0.8
        case .street: 1.1
        case .canyon: 2.2
        case .tunnel: nil
        }
    }
}

/// The delays of a cold start, counted from switching on; a receiver without any was just used and has its position.
package struct ColdStart: Hashable, Sendable {
    /// The time until the receiver knows the time of day, from the first satellite received.
    package var untilTime: Duration?

    /// The time to first fix, for which it needs the orbits of four satellites; by default with the time.
    package var untilPosition: Duration?

    /// The time until it knows the date, which on some receivers comes after the time, and on a few after the position;
    /// by default with the time.
    package var untilDate: Duration?
}

package import LocationModel

/// What a sentence says of the position: GGA, GLL, GNS, PUBX,00 or RMC.
///
/// The initializers are inlined, because a call would copy the solution, which takes as long as reading a field.
package struct Solution: Hashable, Sendable {
    /// The sentences, that with the most telling quality last.
    package enum Kind: Int, Hashable, Sendable {
        // GGA, GNS and RMC report carrier-phase solutions; PUBX,00 does not.
        case pubx, gll, rmc, gns, gga
    }

    package let kind: Kind

    /// The time of the position; `nil` until the receiver knows it.
    package var time: TimeOfDay?

    /// Midnight at the start of the UTC day.
    package var midnight: UTCInstant?

    /// The position, even if the sentence says that it is invalid.
    package var position: Position?

    /// The kind of solution; `nil` if the receiver reports none.
    package var quality: FixQuality?

    /// Whether the sentence says if there is a solution.
    package var statesQuality = true
    package var satellitesUsed: Int?
    package var horizontalDilution: Double?
    package var verticalDilution: Double?

    /// The number of dimensions, 2 or 3.
    package var dimensions: Int?

    /// The height of the antenna above mean sea level.
    package var altitudeMeters: Double?
    package var geoidSeparationMeters: Double?
    package var speedMetersPerSecond: Double?

    /// The course over ground from true north.
    package var courseDegrees: Double?

    /// The magnetic variation, positive to the east.
    package var variationDegrees: Double?
    package var accuracy: FixAccuracy?

    init(_ kind: Kind) { self.kind = kind }
}

/// What a sentence says about the solution of its epoch, which is compared with what other speakers say.
struct SolutionClaim: Hashable, Sendable {
    let time: TimeOfDay?
    let position: Position?

    /// Whether the sentence says that there is no solution.
    let isVoid: Bool

    init(_ solution: Solution) {
        (time, position, isVoid) = (solution.time, solution.position, solution.quality == nil)
    }

    /// The distance in metres beyond the rounding of both at which two positions are those of two receivers.
    private static let toleranceMeters = 5.0

    func isAtSameTime(as other: Self) -> Bool {
        guard let time, let otherTime = other.time else { return false }
        return time.isSameEpoch(as: otherTime)
    }

    /// Whether both cannot be of one receiver: one has a position and the other has none, or another one.
    func contradicts(_ other: Self) -> Bool {
        guard isVoid == other.isVoid else { return position != nil || other.position != nil }
        guard let position, let otherPosition = other.position else { return false }
        return !position.isSamePlace(as: otherPosition, toleranceMeters: Self.toleranceMeters)
    }

    /// Whether both have the same position.
    func confirms(_ other: Self) -> Bool {
        position != nil && other.position != nil && !isVoid && !other.isVoid && !contradicts(other)
    }
}

extension Position {
    /// Whether two positions differ by no more than their rounding and a tolerance.
    fileprivate func isSamePlace(as other: Self, toleranceMeters: Double) -> Bool {
        guard coordinate != other.coordinate else { return true }
        // Two units of the last digit of a minute, which is 1852 m; both angles have about half of the digits.
        var unit = 1852.0
        for _ in 0..<(min(digits, other.digits) / 2) { unit /= 10 }
        return coordinate.distanceMeters(to: other.coordinate) <= toleranceMeters + 2 * unit
    }
}

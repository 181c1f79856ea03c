import LocationModel

/// Who says a sentence: the talker, and the source that a TAG block names.
struct Speaker: Hashable, Sendable {
    /// The two letters of the talker; zero for a proprietary sentence.
    let talker: UInt16

    /// A hash of the source's name; zero without one.
    let source: UInt32

    /// Whether the talker is a satellite system or their combination, and not an instrument that repeats a position.
    var isOfSatellites: Bool { talker == 0 || Self.satelliteTalkers.contains(talker) }

    private static let satelliteTalkers = ["GN", "GP", "GL", "GA", "GB", "BD", "GQ", "QZ", "GI", "GY"]
        .map { name in name.utf8.reduce(0) { $0 << 8 | UInt16($1) } }
}

/// What a sentence says about the solution of its epoch.
struct SolutionClaim: Hashable, Sendable {
    var time: TimeOfDay?

    /// The position; `nil` if there is none.
    var position: Position?

    /// Whether the sentence says that there is no solution.
    var isVoid: Bool

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

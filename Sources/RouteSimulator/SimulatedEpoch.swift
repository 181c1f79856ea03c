package import LocationModel

/// What a simulated receiver reports for one instant, beside the truth that it does not know.
package struct SimulatedEpoch: Hashable, Sendable {
    /// A position solution, with its errors.
    package struct Solution: Hashable, Sendable {
        /// Where the receiver believes to be.
        package var coordinate: Coordinate

        /// Metres above mean sea level.
        package var altitudeMeters: Double

        /// Metres per second over ground.
        package var speedMetersPerSecond: Double

        /// Degrees clockwise from true north; `nil` while hardly moving.
        package var courseDegrees: Double?

        /// Horizontal dilution of precision.
        package var horizontalDilution: Double

        /// Satellites that went into the solution.
        package var satellitesUsed: Int

        /// Metres of one standard deviation of the ranges, as the receiver believes.
        package var rangeDeviationMeters: Double

        /// Metres of one standard deviation on each horizontal axis, as the receiver believes.
        package var horizontalDeviationMeters: Double

        /// Metres of one standard deviation of the height, as the receiver believes.
        package var verticalDeviationMeters: Double

        /// Vertical dilution of precision.
        package var verticalDilution: Double { horizontalDilution * 1.4 }
    }

    /// When this is.
    package var time: UTCInstant

    /// Whether it lies in a leap second, which shares its numbers with the second that follows.
    package var isInLeapSecond = false

    /// Whether the receiver knows the time of day yet.
    package var isTimeKnown: Bool

    /// Whether the receiver knows the date yet.
    package var isDateKnown: Bool

    /// Where the vehicle really is.
    package var trueCoordinate: Coordinate

    /// Metres above mean sea level where it really is.
    package var trueAltitudeMeters: Double

    /// Metres per second at which it really moves.
    package var trueSpeedMetersPerSecond: Double

    /// Degrees clockwise from true north to which it really points.
    package var trueHeadingDegrees: Double

    /// The solution; `nil` while there is none.
    package var solution: Solution?

    /// Degrees clockwise from true north, as a compass gives them; `nil` where nobody asks it.
    package var compassDegrees: Double?

    /// Metres of the geoid above the WGS-84 ellipsoid.
    package var geoidSeparationMeters: Double
}

extension SimulatedEpoch {
    /// Metres between the true and the reported position; `nil` while there is no solution.
    package var errorMeters: Double? { solution?.coordinate.distanceMeters(to: trueCoordinate) }
}

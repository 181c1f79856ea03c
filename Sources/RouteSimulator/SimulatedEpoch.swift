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

        /// Metres of one standard deviation on each horizontal axis, as the receiver believes.
        package var horizontalDeviationMeters: Double

        /// Metres of one standard deviation of the height, as the receiver believes.
        package var verticalDeviationMeters: Double

        /// Vertical dilution of precision.
        package var verticalDilution: Double { horizontalDilution * 1.4 }
    }

    /// When this is.
    package var time: UTCInstant

    /// Whether the receiver knows the time yet.
    package var isTimeKnown: Bool

    /// Where the vehicle really is.
    package var trueCoordinate: Coordinate

    /// Metres per second at which it really moves.
    package var trueSpeedMetersPerSecond: Double

    /// The solution; `nil` while there is none.
    package var solution: Solution?

    /// Metres of the geoid above the WGS-84 ellipsoid.
    package var geoidSeparationMeters: Double
}

package import LocationModel

/// The report of a simulated receiver for one instant, together with the ground truth.
package struct SimulatedEpoch: Hashable, Sendable {
    package struct Solution: Hashable, Sendable {
        package var coordinate: Coordinate

        /// The reported altitude above mean sea level in metres.
        package var altitudeMeters: Double

        /// The reported speed over ground in metres per second.
        package var speedMetersPerSecond: Double

        /// The reported course over ground in degrees clockwise from true north; `nil` while hardly moving.
        package var courseDegrees: Double?
        package var horizontalDilution: Double
        package var satellitesUsed: Int

        /// The reported standard deviation of the ranges in metres.
        package var rangeDeviationMeters: Double

        /// The reported standard deviation of the altitude in metres.
        package var verticalDeviationMeters: Double

        /// The reported standard deviation on each horizontal axis in metres.
        package var horizontalDeviationMeters: Double { horizontalDilution * rangeDeviationMeters }
        package var verticalDilution: Double { horizontalDilution * 1.4 }
    }

    package var time: UTCInstant

    /// Whether the time is within a leap second, which has the same number as the following second.
    package var isInLeapSecond = false
    package var isTimeKnown: Bool
    package var isDateKnown: Bool
    package var trueCoordinate: Coordinate

    /// The true altitude above mean sea level in metres.
    package var trueAltitudeMeters: Double
    package var trueSpeedMetersPerSecond: Double

    /// The true heading in degrees clockwise from true north.
    package var trueHeadingDegrees: Double

    /// The solution; `nil` while there is none.
    package var solution: Solution?

    /// The compass heading in degrees clockwise from true north; `nil` without a compass.
    package var compassDegrees: Double?

    /// The height of the geoid above the WGS-84 ellipsoid in metres.
    package var geoidSeparationMeters: Double
}

extension SimulatedEpoch {
    /// Creates the report of a receiver that is exactly where it says, with a good view of the sky.
    package init(
        time: UTCInstant,
        coordinate: Coordinate,
        speedMetersPerSecond speed: Double,
        courseDegrees course: Double
    ) {
        self.init(
            time: time,
            isTimeKnown: true,
            isDateKnown: true,
            trueCoordinate: coordinate,
            trueAltitudeMeters: 250,
            trueSpeedMetersPerSecond: speed,
            trueHeadingDegrees: course,
            solution: Solution(
                coordinate: coordinate,
                altitudeMeters: 250,
                speedMetersPerSecond: speed,
                courseDegrees: course,
                horizontalDilution: 1,
                satellitesUsed: 8,
                rangeDeviationMeters: 5,
                verticalDeviationMeters: 7
            ),
            geoidSeparationMeters: 47
        )
    }

    /// The distance between the true and the reported position in metres; `nil` without a solution.
    package var errorMeters: Double? { solution?.coordinate.distanceMeters(to: trueCoordinate) }
}

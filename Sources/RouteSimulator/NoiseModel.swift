import LocationModel

/// How far a receiver's positions and velocities are off, as numbers.
package struct NoiseModel: Hashable, Sendable {
    /// One first-order Gauss-Markov process.
    package struct Component: Hashable, Sendable {
        /// Metres of standard deviation on one horizontal axis at a dilution of 1.
        package var deviationMeters: Double

        /// After how long an error has fallen to 1/e; zero for errors that are new every time.
        package var correlation: Duration

        /// Creates a process.
        package init(deviationMeters: Double, correlation: Duration) {
            self.deviationMeters = deviationMeters
            self.correlation = correlation
        }
    }

    /// The processes whose sum the error of an axis is.
    package var components = [
        Component(deviationMeters: 2.2, correlation: .seconds(120)),
        Component(deviationMeters: 0.9, correlation: .seconds(1800)),
    ]

    /// How much worse the height is than one horizontal axis: all satellites are above.
    package var verticalFactor = 2.0

    /// Metres per second of standard deviation: velocity comes from Doppler shifts and is far better than position.
    package var speedDeviation = 0.05

    /// Degrees of standard deviation of a compass.
    package var headingDeviation = 0.5

    /// Creates the model that docs/simulator.md explains.
    package init() {}

    /// Metres of standard deviation on one horizontal axis at a dilution of 1.
    package var horizontalDeviation: Double {
        components.reduce(0) { $0 + $1.deviationMeters * $1.deviationMeters }.squareRoot()
    }

    /// Metres of standard deviation of the height at a dilution of 1.
    package var verticalDeviation: Double { horizontalDeviation * verticalFactor }
}

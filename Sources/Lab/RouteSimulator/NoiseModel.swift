import LocationModel

/// The error model of a receiver's positions, velocities and headings.
package struct NoiseModel: Hashable, Sendable {
    /// One first-order Gauss-Markov process.
    package struct Component: Hashable, Sendable {
        /// The standard deviation on one horizontal axis at a dilution of 1, in metres.
        package var deviationMeters: Double

        /// The time in which an error falls to 1/e; zero for errors that are independent in each epoch.
        package var correlation: Duration
    }

    /// The processes whose sum is the error on each axis.
    package var components = [
        Component(deviationMeters: 2.2, correlation: .seconds(120)),
        Component(deviationMeters: 0.9, correlation: .seconds(1800)),
    ]

    /// The ratio of the vertical error to that on one horizontal axis; larger than one because all satellites are
    /// above.
    package var verticalFactor = 2.0

    /// The standard deviation of the velocity in metres per second.
    ///
    /// Velocity comes from Doppler shifts and is far more accurate than position.
    package var speedDeviation = 0.05

    /// The standard deviation of the compass in degrees.
    package var headingDeviation = 0.5

    /// Creates the default model, which docs/simulator.md explains.
    package init() {}

    /// The standard deviation on one horizontal axis at a dilution of 1, in metres.
    package var horizontalDeviation: Double {
        components.reduce(0) { $0 + $1.deviationMeters * $1.deviationMeters }.squareRoot()
    }

    /// The standard deviation of the altitude at a dilution of 1, in metres.
    package var verticalDeviation: Double { horizontalDeviation * verticalFactor }
}

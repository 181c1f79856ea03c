/// A place on the plane that touches the Earth at a scenario's origin.
package struct GroundPoint: Hashable, Sendable {
    /// Metres east of the origin.
    package var eastMeters: Double

    /// Metres north of the origin.
    package var northMeters: Double

    /// Creates a place.
    package init(eastMeters: Double, northMeters: Double) {
        self.eastMeters = eastMeters
        self.northMeters = northMeters
    }

    /// Returns the metres to `other` in a straight line.
    package func distanceMeters(to other: GroundPoint) -> Double {
        let east = other.eastMeters - eastMeters
        let north = other.northMeters - northMeters
        return (east * east + north * north).squareRoot()
    }
}

/// What a vehicle is to do: straight legs, each with a speed limit, a view of the sky, and perhaps a halt.
package struct Route: Hashable, Sendable {
    /// One straight piece.
    package struct Leg: Hashable, Sendable {
        /// Where it ends.
        package var destination: GroundPoint

        /// Metres per second that are not exceeded on it.
        package var speedLimit: Double

        /// How much of the sky is seen from it.
        package var sky: Sky

        /// What happens at its end.
        package var halt: Halt

        /// The echoes that spoil the solution on it, including its halt.
        package var echoes: [Echo]
    }

    /// What happens at the end of a leg.
    package enum Halt: Hashable, Sendable {
        /// The vehicle goes on, slowed by the corner.
        case none

        /// The vehicle stands for so long.
        case stand(Duration)

        /// A traffic light: red for half of those who come, for up to a minute.
        case trafficLight
    }

    /// Where the vehicle stands at first.
    package var start: GroundPoint

    /// The pieces, in order.
    package private(set) var legs: [Leg] = []

    /// Creates a route that goes nowhere yet.
    package init(start: GroundPoint = GroundPoint(eastMeters: 0, northMeters: 0)) { self.start = start }

    /// Where the route ends so far.
    package var end: GroundPoint { legs.last?.destination ?? start }

    /// Adds a straight leg.
    ///
    /// - Parameters:
    ///   - east: Metres east of the scenario's origin where it ends.
    ///   - north: Metres north of the origin where it ends.
    ///   - kilometersPerHour: The speed limit.
    ///   - sky: How much of the sky is seen.
    ///   - halt: What happens at the end.
    ///   - echoes: What spoils the solution.
    package mutating func drive(
        east: Double,
        north: Double,
        kilometersPerHour: Double,
        sky: Sky = .street,
        halt: Halt = .none,
        echoes: [Echo] = []
    ) {
        legs.append(
            Leg(
                destination: GroundPoint(eastMeters: east, northMeters: north),
                speedLimit: kilometersPerHour / 3.6,
                sky: sky,
                halt: halt,
                echoes: echoes
            )
        )
    }

    /// Adds a halt where the route ends so far.
    package mutating func stand(for duration: Duration, sky: Sky = .open, echoes: [Echo] = []) {
        legs.append(
            Leg(destination: end, speedLimit: 1, sky: sky, halt: .stand(duration), echoes: echoes)
        )
    }
}

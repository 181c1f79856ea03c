package import LocationModel

/// What a vehicle is to do: straight legs, each with a speed limit, a view of the sky, and perhaps a halt.
package struct Route: Hashable, Sendable {
    /// One straight piece.
    package struct Leg: Hashable, Sendable {
        /// The plane it lies on.
        var plane: GroundPlane

        /// Where it begins.
        var origin: GroundPoint

        /// Where it ends.
        package var destination: GroundPoint

        /// Metres above mean sea level where it begins.
        var startAltitudeMeters: Double

        /// Metres above mean sea level where it ends; between them it climbs evenly.
        package var altitudeMeters: Double

        /// Metres per second that are not exceeded on it.
        package var speedLimit: Double

        /// How much of the sky is seen from it.
        package var sky: Sky

        /// What happens at its end.
        package var halt: Halt

        /// The echoes that spoil the solution on it, including its halt.
        package var echoes: [Echo]

        /// Whether it goes on with the leg before, which was too long for one plane.
        var isContinuation = false
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

    /// Where the route begins, from which metres east and north are counted.
    package let origin: Coordinate

    /// Metres above mean sea level where it begins.
    package let startAltitudeMeters: Double

    /// The pieces, in order.
    package private(set) var legs: [Leg] = []

    private var plane: GroundPlane
    private var end = GroundPoint(eastMeters: 0, northMeters: 0)
    private var endAltitudeMeters: Double

    /// Creates a route that goes nowhere yet.
    package init(from origin: Coordinate, altitudeMeters: Double = 0) {
        self.origin = origin
        startAltitudeMeters = altitudeMeters
        endAltitudeMeters = altitudeMeters
        plane = GroundPlane(origin: origin)
    }

    /// Where the route ends so far.
    package var endCoordinate: Coordinate { plane.coordinate(of: end) }

    /// Returns the place so many metres east and north of the origin.
    package func coordinate(eastMeters: Double, northMeters: Double) -> Coordinate {
        origin.offset(eastMeters: eastMeters, northMeters: northMeters)
    }

    /// Adds a straight leg on the plane that touches the Earth at the origin, for places in its neighbourhood.
    ///
    /// - Parameters:
    ///   - east: Metres east of the origin where it ends.
    ///   - north: Metres north of the origin where it ends.
    ///   - altitudeMeters: Metres above mean sea level there; as before when not given.
    ///   - kilometersPerHour: The speed limit.
    ///   - sky: How much of the sky is seen.
    ///   - halt: What happens at the end.
    ///   - echoes: What spoils the solution.
    package mutating func drive(
        east: Double,
        north: Double,
        altitudeMeters: Double? = nil,
        kilometersPerHour: Double,
        sky: Sky = .street,
        halt: Halt = .none,
        echoes: [Echo] = []
    ) {
        if plane.origin != origin { change(to: GroundPlane(origin: origin)) }
        append(
            to: GroundPoint(eastMeters: east, northMeters: north),
            altitudeMeters: altitudeMeters ?? endAltitudeMeters,
            speedLimit: kilometersPerHour / 3.6,
            sky: sky,
            halt: halt,
            echoes: echoes
        )
    }

    /// Adds a leg to a place anywhere, straight on the map.
    ///
    /// - Parameters:
    ///   - destination: Where it ends.
    ///   - altitudeMeters: Metres above mean sea level there; as before when not given.
    ///   - kilometersPerHour: The speed limit.
    ///   - sky: How much of the sky is seen.
    ///   - halt: What happens at the end.
    ///   - echoes: What spoils the solution.
    package mutating func drive(
        to destination: Coordinate,
        altitudeMeters: Double? = nil,
        kilometersPerHour: Double,
        sky: Sky = .street,
        halt: Halt = .none,
        echoes: [Echo] = []
    ) {
        let start = endCoordinate
        let startAltitude = endAltitudeMeters
        let endAltitude = altitudeMeters ?? startAltitude
        let pieces = max(
            1,
            (start.distanceMeters(to: destination) * 1.5 / GroundPlane.radiusMeters).rounded(.up)
        )
        for piece in 1...Int(pieces) {
            let isLast = piece == Int(pieces)
            let fraction = Double(piece) / pieces
            let place = isLast ? destination : start.interpolated(to: destination, fraction: fraction)
            if plane.origin.distanceMeters(to: place) > GroundPlane.radiusMeters {
                change(to: GroundPlane(origin: endCoordinate))
            }
            append(
                to: plane.point(of: place),
                altitudeMeters: startAltitude + fraction * (endAltitude - startAltitude),
                speedLimit: kilometersPerHour / 3.6,
                sky: sky,
                halt: isLast ? halt : .none,
                echoes: echoes
            )
            legs[legs.count - 1].isContinuation = piece > 1
        }
    }

    /// Adds a halt where the route ends so far.
    package mutating func stand(for duration: Duration, sky: Sky = .open, echoes: [Echo] = []) {
        append(
            to: end,
            altitudeMeters: endAltitudeMeters,
            speedLimit: 1,
            sky: sky,
            halt: .stand(duration),
            echoes: echoes
        )
    }

    /// Adds an echo to the leg that was added last; before any leg it does nothing.
    package mutating func add(_ echo: Echo) {
        for index in legs.indices.reversed() {
            legs[index].echoes.append(echo)
            if !legs[index].isContinuation { return }
        }
    }

    private mutating func change(to other: GroundPlane) {
        end = other.point(of: endCoordinate)
        plane = other
    }

    private mutating func append(
        to destination: GroundPoint,
        altitudeMeters: Double,
        speedLimit: Double,
        sky: Sky,
        halt: Halt,
        echoes: [Echo]
    ) {
        legs.append(
            Leg(
                plane: plane,
                origin: end,
                destination: destination,
                startAltitudeMeters: endAltitudeMeters,
                altitudeMeters: altitudeMeters,
                speedLimit: speedLimit,
                sky: sky,
                halt: halt,
                echoes: echoes
            )
        )
        end = destination
        endAltitudeMeters = altitudeMeters
    }
}

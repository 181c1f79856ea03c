package import LocationModel

/// The route of a vehicle: straight legs, each with a speed limit, a view of the sky, and possibly a halt.
package struct Route: Hashable, Sendable {
    package struct Leg: Hashable, Sendable {
        var plane: GroundPlane
        var origin: GroundPoint
        package var destination: GroundPoint

        /// The altitude of the start above mean sea level in metres.
        var startAltitudeMeters: Double

        /// The altitude of the end above mean sea level in metres; the leg has a constant slope.
        package var altitudeMeters: Double

        /// The speed limit in metres per second.
        package var speedLimit: Double
        package var sky: Sky
        package var halt: Halt

        /// The multipath errors on the leg and during its halt, whose times count from the start of the leg.
        package var echoes: [Jump] = []

        /// Whether the leg continues the previous one, which was too long for one plane.
        var isContinuation = false
    }

    package enum Halt: Hashable, Sendable {
        /// No halt; the vehicle only slows down for the corner.
        case none
        case stand(Duration)

        /// A traffic light, which is red in half of all cases, for up to a minute.
        case trafficLight
    }

    /// The start of the route, and the origin of distances east and north.
    package let origin: Coordinate

    /// The altitude of the start above mean sea level in metres.
    package let startAltitudeMeters: Double

    package private(set) var legs: [Leg] = []

    private var plane: GroundPlane
    private var end = GroundPoint(eastMeters: 0, northMeters: 0)
    private var endAltitudeMeters: Double

    package init(from origin: Coordinate, altitudeMeters: Double = 0) {
        self.origin = origin
        startAltitudeMeters = altitudeMeters
        endAltitudeMeters = altitudeMeters
        plane = GroundPlane(origin: origin)
    }

    package var endCoordinate: Coordinate { plane.coordinate(of: end) }

    package func coordinate(eastMeters: Double, northMeters: Double) -> Coordinate {
        origin.offset(eastMeters: eastMeters, northMeters: northMeters)
    }

    /// Appends a straight leg on the tangent plane of the origin, for places in its neighbourhood.
    package mutating func drive(
        east: Double,
        north: Double,
        altitudeMeters: Double? = nil,
        kilometersPerHour: Double,
        sky: Sky = .street,
        halt: Halt = .none
    ) {
        if plane.origin != origin { switchPlane(to: GroundPlane(origin: origin)) }
        append(
            to: GroundPoint(eastMeters: east, northMeters: north),
            altitudeMeters: altitudeMeters ?? endAltitudeMeters,
            speedLimit: kilometersPerHour / 3.6,
            sky: sky,
            halt: halt
        )
    }

    /// Appends a leg to any place, straight on the map.
    package mutating func drive(
        to destination: Coordinate,
        altitudeMeters: Double? = nil,
        kilometersPerHour: Double,
        sky: Sky = .street,
        halt: Halt = .none
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
                switchPlane(to: GroundPlane(origin: endCoordinate))
            }
            append(
                to: plane.point(of: place),
                altitudeMeters: startAltitude + fraction * (endAltitude - startAltitude),
                speedLimit: kilometersPerHour / 3.6,
                sky: sky,
                halt: isLast ? halt : .none
            )
            legs[legs.count - 1].isContinuation = piece > 1
        }
    }

    package mutating func stand(for duration: Duration, sky: Sky = .open) {
        append(
            to: end,
            altitudeMeters: endAltitudeMeters,
            speedLimit: 1,
            sky: sky,
            halt: .stand(duration)
        )
    }

    /// Appends a multipath error to the last leg; without a leg it does nothing.
    package mutating func add(_ echo: Jump) {
        for index in legs.indices.reversed() {
            legs[index].echoes.append(echo)
            if !legs[index].isContinuation { return }
        }
    }

    private mutating func switchPlane(to other: GroundPlane) {
        end = other.point(of: endCoordinate)
        plane = other
    }

    private mutating func append(
        to destination: GroundPoint,
        altitudeMeters: Double,
        speedLimit: Double,
        sky: Sky,
        halt: Halt
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
                halt: halt
            )
        )
        end = destination
        endAltitudeMeters = altitudeMeters
    }
}

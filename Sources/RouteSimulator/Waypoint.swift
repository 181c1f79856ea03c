import CMath
package import LocationModel

/// A place on the way, as people and recordings give it.
package struct Waypoint: Hashable, Sendable {
    /// Where it is.
    package var coordinate: Coordinate

    /// Metres above mean sea level; `nil` where nothing is said about it.
    package var altitudeMeters: Double?

    /// When somebody was there.
    package var time: UTCInstant?

    /// Creates a place.
    package init(_ coordinate: Coordinate, altitudeMeters: Double? = nil, time: UTCInstant? = nil) {
        self.coordinate = coordinate
        self.altitudeMeters = altitudeMeters
        self.time = time
    }
}

extension Route {
    /// Metres around a place in which a recorded vehicle counts as standing, because receivers wander.
    private static let standingMeters = 10.0

    /// The least recorded time in such a place that counts as a halt.
    private static let shortestHalt: Duration = .seconds(20)

    /// Metres per second between which a recorded speed is believed.
    private static let believableSpeeds = 0.5...1000.0

    /// Kilometres an hour where neither the person nor the recording says how fast.
    package static let ordinarySpeed = 50.0

    /// Creates a route from the first of some places by all others to the last; `nil` without any place.
    ///
    /// - Parameters:
    ///   - waypoints: The places.
    ///   - kilometersPerHour: The speed limit; without one, places with times are driven as fast as they were, with
    ///     the halts that were made, and others at ``ordinarySpeed``.
    ///   - sky: How much of the sky is seen.
    ///   - halt: How long the vehicle stands at each place, if at all.
    package init?(
        along waypoints: [Waypoint],
        kilometersPerHour: Double? = nil,
        sky: Sky = .street,
        halt: Duration = .zero
    ) {
        guard let first = waypoints.first else { return nil }
        self.init(from: first.coordinate, altitudeMeters: first.altitudeMeters ?? 0)
        follow(waypoints, kilometersPerHour: kilometersPerHour, sky: sky, halt: halt)
    }

    /// Goes on by these places, as the initializer does.
    package mutating func follow(
        _ waypoints: [Waypoint],
        kilometersPerHour: Double? = nil,
        sky: Sky = .street,
        halt: Duration = .zero
    ) {
        if halt > .zero, endsWhere(waypoints.first) { stand(for: halt, sky: sky) }
        guard kilometersPerHour == nil, waypoints.allSatisfy({ $0.time != nil }) else {
            for waypoint in waypoints where !endsWhere(waypoint) {
                drive(
                    to: waypoint.coordinate,
                    altitudeMeters: waypoint.altitudeMeters,
                    kilometersPerHour: kilometersPerHour ?? Self.ordinarySpeed,
                    sky: sky,
                    halt: halt > .zero ? .stand(halt) : .none
                )
            }
            return
        }
        retrace(waypoints, sky: sky, halt: halt)
    }

    /// Drives as it was recorded, as far as a vehicle can.
    private mutating func retrace(_ waypoints: [Waypoint], sky: Sky, halt: Duration) {
        guard let first = waypoints.first, var departure = first.time else { return }
        var arrival = departure
        for (index, waypoint) in waypoints.enumerated() {
            guard let time = waypoint.time else { continue }
            let meters = endCoordinate.distanceMeters(to: waypoint.coordinate)
            let isLast = index == waypoints.count - 1
            if meters < Self.standingMeters {
                departure = max(departure, time)
                if !isLast { continue }
            }
            if arrival.duration(to: departure) >= Self.shortestHalt {
                stand(for: arrival.duration(to: departure), sky: sky)
            } else {
                departure = arrival
            }
            guard meters >= Self.standingMeters else { return }
            let seconds = departure.duration(to: time).inSeconds
            let speed = seconds > 0 ? meters / seconds : Self.believableSpeeds.upperBound
            let believed = min(max(speed, Self.believableSpeeds.lowerBound), Self.believableSpeeds.upperBound)
            drive(
                to: waypoint.coordinate,
                altitudeMeters: waypoint.altitudeMeters,
                kilometersPerHour: believed * 3.6,
                sky: sky,
                halt: halt > .zero ? .stand(halt) : .none
            )
            arrival = max(arrival, time)
            departure = arrival
        }
    }

    private func endsWhere(_ waypoint: Waypoint?) -> Bool {
        waypoint.map { endCoordinate.distanceMeters(to: $0.coordinate) < 0.01 } ?? false
    }
}

extension GroundPoint {
    /// Creates the place so many metres from where the plane touches, in a direction clockwise from north.
    package init(meters: Double, towardsDegrees degrees: Double) {
        self.init(
            eastMeters: meters * cmath_sin(degrees.inRadians),
            northMeters: meters * cmath_cos(degrees.inRadians)
        )
    }
}

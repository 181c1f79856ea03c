import Glibc
package import LocationModel

package struct Waypoint: Hashable, Sendable {
    package var coordinate: Coordinate

    /// The altitude above mean sea level in metres, if known.
    package var altitudeMeters: Double?
    package var time: UTCInstant?

    package init(_ coordinate: Coordinate, altitudeMeters: Double? = nil, time: UTCInstant? = nil) {
        self.coordinate = coordinate
        self.altitudeMeters = altitudeMeters
        self.time = time
    }
}

extension Route {
    /// The radius in metres within which a recorded vehicle counts as stationary, because receivers wander.
    private static let standingMeters = 10.0

    /// The shortest recorded stay that counts as a halt.
    private static let shortestHalt: Duration = .seconds(20)

    /// The plausible recorded speeds in metres per second.
    private static let plausibleSpeeds = 0.5...1000.0

    /// The default speed in kilometres per hour.
    package static let defaultSpeed = 50.0

    /// Creates a route through the waypoints in order; `nil` without any waypoint.
    ///
    /// Without a speed limit, waypoints with times are driven at the recorded speeds with
    /// the recorded halts, and others at ``defaultSpeed``.
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

    /// Appends the legs through the waypoints in order, as the initializer does.
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
                    kilometersPerHour: kilometersPerHour ?? Self.defaultSpeed,
                    sky: sky,
                    halt: halt > .zero ? .stand(halt) : .none
                )
            }
            return
        }
        retrace(waypoints, sky: sky, halt: halt)
    }

    /// Appends legs at the recorded speeds, as far as a vehicle can drive them.
    private mutating func retrace(_ waypoints: [Waypoint], sky: Sky, halt: Duration) {
        guard let first = waypoints.first, var departure = first.time else { return }
        if endCoordinate.distanceMeters(to: first.coordinate) >= Self.standingMeters {
            drive(
                to: first.coordinate,
                altitudeMeters: first.altitudeMeters,
                kilometersPerHour: Self.defaultSpeed,
                sky: sky
            )
        }
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
            let speed = seconds > 0 ? meters / seconds : Self.plausibleSpeeds.upperBound
            let plausible = min(max(speed, Self.plausibleSpeeds.lowerBound), Self.plausibleSpeeds.upperBound)
            drive(
                to: waypoint.coordinate,
                altitudeMeters: waypoint.altitudeMeters,
                kilometersPerHour: plausible * 3.6,
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
    /// Creates the point at a distance in metres from the point of contact, in a direction clockwise from north.
    package init(meters: Double, towardsDegrees degrees: Double) {
        self.init(
            eastMeters: meters * sin(degrees.inRadians),
            northMeters: meters * cos(degrees.inRadians)
        )
    }
}

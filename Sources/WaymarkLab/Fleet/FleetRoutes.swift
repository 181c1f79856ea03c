import LocationModel
import RouteSimulator

/// What moves a machine of a simulated fleet.
enum FleetKind: String, CaseIterable {
    /// It stands at home, is driven to work and in the evening home again.
    case commuter

    /// It delivers something every few minutes all day.
    case van

    /// It sails from anchorage to anchorage.
    case boat
    case rest

    /// The kind of a machine in a mixed fleet: of ten, six are commuters', two are vans.
    init(ofMachine number: Int) {
        switch number % 10 {
        case 0, 2, 3, 5, 7, 8: self = .commuter
        case 1, 6: self = .van
        case 4: self = .boat
        default: self = .rest
        }
    }

    /// Returns the route of one of them, which lasts at least so long.
    func route(lasting span: Duration, using generator: inout SeededGenerator) -> Route {
        // Kiel and its bay.
        let middle = self == .boat ? (54.6, 10.45) : (54.2, 10.0)
        guard let middle = Coordinate(latitudeDegrees: middle.0, longitudeDegrees: middle.1) else {
            preconditionFailure("this is a place")
        }
        let home = middle.somewhere(within: 20_000, using: &generator)
        var route = Route(from: home)
        var left = span
        while left > .zero {
            switch self {
            case .commuter: left -= commute(&route, from: home, using: &generator)
            case .van: left -= deliver(&route, around: home, using: &generator)
            case .boat: left -= sail(&route, around: home, using: &generator)
            case .rest: left -= route.rest(for: left)
            }
        }
        return route
    }

    /// Adds a day.
    private func commute(
        _ route: inout Route,
        from home: Coordinate,
        using generator: inout SeededGenerator
    ) -> Duration {
        let work = home.somewhere(within: 20_000, using: &generator)
        let start = Duration.seconds(Int.random(in: 0...5400, using: &generator))
        let stay = Duration.seconds(Int.random(in: 28_000...34_000, using: &generator))
        _ = route.rest(for: start)
        var moving = route.drive(
            through: 5,
            to: work,
            kilometersPerHour: 60,
            halt: .trafficLight,
            using: &generator
        )
        _ = route.rest(for: stay)
        moving += route.drive(
            through: 5,
            to: home,
            kilometersPerHour: 60,
            halt: .trafficLight,
            using: &generator
        )
        return start + stay + moving + route.rest(for: .seconds(86_400) - start - stay - moving)
    }

    /// Adds a day with stops of some minutes for nine hours.
    private func deliver(
        _ route: inout Route,
        around depot: Coordinate,
        using generator: inout SeededGenerator
    ) -> Duration {
        var passed = route.rest(for: .seconds(Int.random(in: 0...1800, using: &generator)))
        while passed < .seconds(9 * 3600) {
            let customer = depot.somewhere(within: 6_000, using: &generator)
            passed += route.drive(
                through: 1,
                to: customer,
                kilometersPerHour: 45,
                halt: .trafficLight,
                using: &generator
            )
            passed += route.rest(for: .seconds(Int.random(in: 120...600, using: &generator)))
        }
        passed += route.drive(through: 1, to: depot, kilometersPerHour: 45, using: &generator)
        return passed + route.rest(for: .seconds(86_400) - passed)
    }

    /// Adds a day with eight hours under sail.
    private func sail(
        _ route: inout Route,
        around bay: Coordinate,
        using generator: inout SeededGenerator
    ) -> Duration {
        var passed = route.rest(for: .seconds(Int.random(in: 0...3600, using: &generator)))
        while passed < .seconds(8 * 3600) {
            let mark = bay.somewhere(within: 15_000, using: &generator)
            passed += route.drive(through: 0, to: mark, kilometersPerHour: 11, sky: .open, using: &generator)
        }
        return passed + route.rest(for: .seconds(86_400) - passed)
    }
}

extension Route {
    /// Adds a rest, and returns how long it takes.
    fileprivate mutating func rest(for duration: Duration) -> Duration {
        guard duration > .zero else { return .zero }
        stand(for: duration)
        return duration
    }

    /// Adds a drive with some corners on the way, and returns about how long it takes.
    fileprivate mutating func drive(
        through corners: Int,
        to destination: Coordinate,
        kilometersPerHour speed: Double,
        sky: Sky = .street,
        halt: Halt = .none,
        using generator: inout SeededGenerator
    ) -> Duration {
        var places = [destination]
        let start = endCoordinate
        for corner in 0..<corners {
            let share = Double(corner + 1) / Double(corners + 1)
            let place = start.interpolated(to: destination, fraction: share)
            places.insert(place.somewhere(within: 800, using: &generator), at: corner)
        }
        var meters = 0.0
        for place in places {
            meters += endCoordinate.distanceMeters(to: place)
            drive(to: place, kilometersPerHour: speed, sky: sky, halt: halt)
        }
        return .seconds(meters / speed * 3.6)
    }
}

extension Coordinate {
    /// Returns a place in a square around this one.
    fileprivate func somewhere(within meters: Double, using generator: inout SeededGenerator) -> Coordinate {
        offset(
            eastMeters: .random(in: -meters...meters, using: &generator),
            northMeters: .random(in: -meters...meters, using: &generator)
        )
    }
}

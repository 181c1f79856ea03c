import Lab
import LocationModel

/// The movement of a machine of a simulated fleet.
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
        let vans: Set = [1, 6]
        self = vans.contains(number % 10) ? .van : [4: .boat, 9: .rest][number % 10] ?? .commuter
    }

    /// Returns a route of this kind that lasts at least `span`.
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
            case .van, .boat: left -= travel(&route, around: home, using: &generator)
            case .rest: left -= route.rest(for: left)
            }
        }
        return route
    }

    private func commute(
        _ route: inout Route,
        from home: Coordinate,
        using generator: inout SeededGenerator
    ) -> Duration {
        let work = home.somewhere(within: 20_000, using: &generator)
        let start = Duration.seconds(Int.random(in: 0...5400, using: &generator))
        let stay = Duration.seconds(Int.random(in: 28_000...34_000, using: &generator))
        func drive(to end: Coordinate) -> Duration {
            route.drive(through: 5, to: end, kilometersPerHour: 60, using: &generator)
        }
        _ = route.rest(for: start)
        var moving = drive(to: work)
        _ = route.rest(for: stay)
        moving += drive(to: home)
        return start + stay + moving + route.rest(for: .seconds(86_400) - start - stay - moving)
    }

    /// Adds a day: nine hours of deliveries with stops of some minutes, or eight hours under sail from mark to mark.
    private func travel(
        _ route: inout Route,
        around home: Coordinate,
        using generator: inout SeededGenerator
    ) -> Duration {
        let isVan = self == .van
        let (hours, wait, radius) = isVan ? (9, 1800, 6_000.0) : (8, 3600, 15_000.0)
        func drive(to end: Coordinate) -> Duration {
            isVan
                ? route.drive(through: 1, to: end, kilometersPerHour: 45, using: &generator)
                : route.drive(to: end, kilometersPerHour: 11, sky: .open, halt: .none, using: &generator)
        }
        var passed = route.rest(for: .seconds(Int.random(in: 0...wait, using: &generator)))
        while passed < .seconds(hours * 3600) {
            passed += drive(to: home.somewhere(within: radius, using: &generator))
            if isVan { passed += route.rest(for: .seconds(Int.random(in: 120...600, using: &generator))) }
        }
        if isVan {
            passed += route.drive(through: 1, to: home, kilometersPerHour: 45, halt: .none, using: &generator)
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
        through corners: Int = 0,
        to destination: Coordinate,
        kilometersPerHour speed: Double,
        sky: Sky = .street,
        halt: Halt = .trafficLight,
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

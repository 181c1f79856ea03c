import LocationModel

extension Scenario {
    package static var builtIn: [Scenario] {
        [cityDrive, dayAtRest, shortTrip].compactMap(\.self)
    }

    package static func named(_ name: String) -> Scenario? { builtIn.first { $0.name == name } }

    /// Half an hour in a town, with everything that is hard for a receiver.
    private static var cityDrive: Scenario? {
        guard var route = makeRoute(from: 47.9985, 7.8290, altitudeMeters: 262) else { return nil }
        route.stand(for: .seconds(70))
        route.drive(east: 0, north: 180, kilometersPerHour: 30, halt: .trafficLight)
        route.drive(east: 420, north: 180, kilometersPerHour: 50)
        route.drive(east: 420, north: 600, kilometersPerHour: 50, halt: .trafficLight)
        route.drive(east: 900, north: 600, kilometersPerHour: 50, halt: .trafficLight)
        route.drive(east: 900, north: 1300, kilometersPerHour: 50)
        route.drive(east: 1500, north: 1300, kilometersPerHour: 50, halt: .trafficLight)
        route.drive(east: 1500, north: 1900, kilometersPerHour: 50, halt: .trafficLight)
        route.drive(east: 1620, north: 1900, kilometersPerHour: 30, sky: .open)
        // Shopping. Both echoes come when a significant change would be due again: one without a trace in the reports,
        // one with a larger dilution.
        route.stand(for: .seconds(480))
        route.add(echo(after: .seconds(330), for: .seconds(2), east: 620, north: -240))
        route.add(echo(after: .seconds(420), for: .seconds(4), east: -510, north: 560, dilution: 9.5))
        route.drive(east: 1620, north: 2500, kilometersPerHour: 50)
        route.drive(east: 2500, north: 2500, kilometersPerHour: 50, halt: .trafficLight)
        route.drive(east: 2500, north: 3000, kilometersPerHour: 50, sky: .canyon, halt: .trafficLight)
        route.drive(east: 3100, north: 3000, kilometersPerHour: 50, sky: .canyon, halt: .trafficLight)
        route.add(echo(after: .seconds(20), for: .seconds(1), east: -90, north: 790))
        route.drive(east: 4100, north: 3000, kilometersPerHour: 50, sky: .tunnel)
        route.drive(east: 4700, north: 3000, kilometersPerHour: 50, halt: .trafficLight)
        route.drive(east: 4700, north: 4000, kilometersPerHour: 50)
        route.drive(east: 5600, north: 4000, kilometersPerHour: 50, halt: .trafficLight)
        route.add(echo(after: .seconds(30), for: .seconds(3), east: 700, north: 300, dilution: 6.8))
        route.drive(east: 5600, north: 4800, kilometersPerHour: 50)
        route.drive(east: 6000, north: 4800, kilometersPerHour: 30)
        route.stand(for: .seconds(420))
        route.add(echo(after: .seconds(360), for: .seconds(2), east: -640, north: -80))
        return make(
            name: "city-drive",
            summary: "half an hour in town: cold start, lights, a stop, a tunnel, five echoes",
            geoidSeparation: 47.8,
            route: route,
            coldStart: ColdStart(untilTime: .seconds(8), untilPosition: .seconds(32))
        )
    }

    /// A whole day without motion.
    private static var dayAtRest: Scenario? {
        guard var route = makeRoute(from: 47.9985, 7.8290, altitudeMeters: 262) else { return nil }
        route.stand(for: .seconds(86_400))
        return make(
            name: "day-at-rest",
            summary: "24 hours in one place, with nothing but the receiver's own wandering",
            geoidSeparation: 47.8,
            route: route
        )
    }

    /// Two minutes with one disturbance of each kind, south of the equator and west of Greenwich.
    private static var shortTrip: Scenario? {
        guard var route = makeRoute(from: -34.9030, -56.1640, altitudeMeters: 25) else { return nil }
        route.stand(for: .seconds(20))
        route.drive(east: -250, north: 0, kilometersPerHour: 50)
        route.drive(east: -650, north: 0, kilometersPerHour: 50, sky: .tunnel)
        route.drive(east: -650, north: -300, kilometersPerHour: 50)
        route.stand(for: .seconds(20))
        route.add(echo(after: .seconds(10), for: .seconds(1), east: 0, north: 650))
        return make(
            name: "short-trip",
            summary: "two minutes: cold start, a tunnel, a corner, an echo",
            geoidSeparation: 15.6,
            route: route,
            coldStart: ColdStart(untilTime: .seconds(3), untilPosition: .seconds(10))
        )
    }

    private static func echo(
        after start: Duration,
        for duration: Duration,
        east: Double,
        north: Double,
        dilution: Double? = nil
    ) -> Jump {
        let displacement = GroundPoint(eastMeters: east, northMeters: north)
        return Jump(.time(after: start, for: duration), by: displacement, dilution: dilution)
    }

    private static func makeRoute(
        from latitude: Double,
        _ longitude: Double,
        altitudeMeters: Double
    ) -> Route? {
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude).map { origin in
            Route(from: origin, altitudeMeters: altitudeMeters)
        }
    }

    private static func make(
        name: String,
        summary: String,
        geoidSeparation: Double,
        route: Route,
        coldStart: ColdStart? = nil
    ) -> Scenario {
        var receiver = ReceiverTraits()
        receiver.coldStart = coldStart
        return Scenario(
            name: name,
            summary: summary,
            geoidSeparationMeters: geoidSeparation,
            route: route,
            receiver: receiver
        )
    }
}

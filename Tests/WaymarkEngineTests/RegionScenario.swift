import LocationModel
import Regions
import Testing
import WaymarkEngine

// What a test of regions does and looks at.
extension Scenario {
    /// A machine at home, with an app that may always know and does not run; it monitors a circle of 200 m so far east.
    static func withRegion(
        eastMeters: Double = 3000,
        status: AuthorizationChoice = .authorizedAlways,
        assumingInside: Bool? = false
    ) throws -> Scenario {
        var scenario = Scenario()
        try scenario.authorize(status)
        try scenario.addRegion("shop", eastMeters: eastMeters, assumingInside: assumingInside)
        scenario.dwell(eastMeters: 0)
        scenario.forget()
        return scenario
    }

    mutating func addRegion(
        _ identifier: String,
        eastMeters: Double,
        radiusMeters: Double = 200,
        assumingInside: Bool? = nil,
        app: AppKey = .weather,
        by caller: Caller = .owner
    ) throws {
        let center = Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)
        let circle = try #require(CircleShape(center: center, radiusMeters: radiusMeters))
        let name = try RegionName.named(identifier, of: app)
        try call(.addRegion(name, .area(.circle(circle)), assumingInside: assumingInside), by: caller)
    }

    /// Comes to a place two minutes later and has fixes there for 25 seconds, which is enough for a region.
    mutating func dwell(eastMeters: Double) {
        advance(by: .seconds(120))
        for _ in 0..<25 {
            fix(eastMeters: eastMeters)
            advance(by: .seconds(1))
        }
    }

    func region(_ identifier: String, of app: AppKey = .weather) throws -> SavedRegion {
        let name = try RegionName.named(identifier, of: app)
        return try #require(engine.savedState.regions.values.first { $0.name == name })
    }

    /// The changes of regions told to a stream: the region, and whether it was entered.
    func regionEvents(on session: SessionIdentifier) -> [String] {
        monitorEvents(to: session).compactMap {
            guard case .event(let event, let name?) = $0 else { return nil }
            return (event.isInside == true ? "in " : "out of ") + name.identifier.rawValue
        }
    }

    func regionEventIdentifiers(on session: SessionIdentifier) -> [MonitorEventIdentifier] {
        monitorEvents(to: session).compactMap {
            if case .event(let event, _?) = $0 { event.identifier } else { nil }
        }
    }

    /// The same machine after a restart of the service.
    func restarted() -> Scenario { Scenario(state: engine.savedState, at: now.advanced(by: .seconds(60))) }
}

extension CircleShape {
    /// A circle of 200 m around home.
    static let atHome: CircleShape = {
        guard let circle = CircleShape(center: .home, radiusMeters: 200) else {
            preconditionFailure("200 m are a radius")
        }
        return circle
    }()
}

extension RegionName {
    static let shop: RegionName = {
        guard let monitor = MonitorName("places"), let identifier = RegionIdentifier("shop") else {
            preconditionFailure("these are names")
        }
        return RegionName(app: .weather, monitor: monitor, identifier: identifier)
    }()

    static func named(_ identifier: String, of app: AppKey = .weather) throws -> RegionName {
        RegionName(
            app: app,
            monitor: try #require(MonitorName("places")),
            identifier: try #require(RegionIdentifier(identifier))
        )
    }
}

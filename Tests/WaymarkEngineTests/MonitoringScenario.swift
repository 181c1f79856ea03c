import LocationModel
import Testing
import WaymarkEngine

// What a test of monitoring does and looks at.
extension Scenario {
    mutating func monitor(_ service: MonitoredService, app: AppKey = .weather) throws {
        try call(.startMonitoring(app, service))
    }

    /// A machine at home, with an app that may always know, monitors a service, and does not run.
    static func monitoring(
        _ services: MonitoredService...,
        status: AuthorizationChoice = .authorizedAlways,
        settings: EngineSettings = EngineSettings()
    ) throws -> Scenario {
        var scenario = Scenario(settings: settings)
        try scenario.authorize(status)
        for service in services { try scenario.monitor(service) }
        scenario.arrive()
        scenario.advance(by: .seconds(300))
        try scenario.acknowledgeAll()
        scenario.forget()
        return scenario
    }

    /// Acknowledges what waits, such as the first place, which counts as a change.
    mutating func acknowledgeAll(of app: AppKey = .weather) throws {
        for event in waiting(for: app) { try call(.acknowledge(app, event.identifier)) }
    }

    mutating func stay(eastMeters: Double, minutes: Int) {
        for _ in 0..<minutes {
            fix(eastMeters: eastMeters)
            advance(by: .seconds(60))
        }
    }

    /// The events on a stream, without the states.
    func occurrences(on session: SessionIdentifier) -> [MonitorEvent] {
        monitorEvents(to: session).compactMap { if case .event(let event, nil) = $0 { event } else { nil } }
    }

    func states(on session: SessionIdentifier) -> [MonitorState] {
        monitorEvents(to: session).compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    func waiting(for app: AppKey = .weather) -> [MonitorEvent] {
        (engine.savedState.monitorEvents[app] ?? [:]).values.sorted { $0.identifier < $1.identifier }
    }
}

extension MonitorEvent {
    var place: MonitoredPlace? { content.place }
    var visit: Visit? { content.visit }

    var isInside: Bool? { if case .region(let isInside) = content { isInside } else { nil } }

    var eastMeters: Double? {
        content.coordinate.map { Coordinate.home.offsetMeters(to: $0).east.rounded() }
    }
}

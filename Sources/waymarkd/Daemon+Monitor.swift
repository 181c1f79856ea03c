import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The methods and events of io.waymark.Monitor.
extension Daemon {
    func startMonitoring(
        _ parameters: MonitorInterface.StartMonitoring,
        _ request: Request
    ) throws(CallFailure) {
        typealias Method = MonitorInterface.StartMonitoring
        let app = try monitoringApp(parameters.app, request)
        put(.startMonitoring(app, parameters.service), for: request, Method.self) { [unowned self] answer in
            if case .monitoring(let state) = answer { .init(state: wire(state)) } else { nil }
        }
    }

    func stopMonitoring(
        _ parameters: MonitorInterface.StopMonitoring,
        _ request: Request
    ) throws(CallFailure) {
        typealias Method = MonitorInterface.StopMonitoring
        let app = try monitoringApp(parameters.app, request)
        put(.stopMonitoring(app, parameters.service), for: request, Method.self) { [unowned self] answer in
            if case .monitoring(let state) = answer { .init(state: wire(state)) } else { nil }
        }
    }

    func listMonitoring(
        _ parameters: MonitorInterface.ListMonitoring,
        _ request: Request
    ) throws(CallFailure) -> MonitorInterface.ListMonitoring.Reply {
        let app = try monitoringApp(parameters.app, request)
        return .init(state: wire(ask { $0.monitorState(of: app) }))
    }

    func followEvents(_ parameters: MonitorInterface.FollowEvents, _ request: Request) throws(CallFailure) {
        let app = try monitoringApp(parameters.app, request)
        try open(MonitorInterface.FollowEvents.self, for: request) { session, call in
            .monitorConnected(session, app, by: request.caller, call: call)
        }
    }

    func acknowledge(_ parameters: MonitorInterface.Acknowledge, _ request: Request) throws(CallFailure) {
        let app = try monitoringApp(parameters.app, request)
        let event = try parsed(parameters.event, as: "event", MonitorEventIdentifier.init)
        put(.acknowledge(app, event), for: request)
    }

    func monitoringApp(_ name: String, _ request: Request) throws(CallFailure) -> AppKey {
        let app = try request.app(name, of: nil)
        _ = try verification(of: app.app, for: request)
        return app
    }

    func send(_ event: MonitorStreamEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = MonitorInterface.FollowEvents.Reply.keepAlive
        switch event {
        case .state(let state):
            subject = .session
            reply.event = .state
            reply.state = wire(state)
            stream.revise(MonitorInterface.FollowEvents.Reply.self) { $0.withholding(under: state) }
        case .event(let event):
            subject = .monitorEvent(event.kind)
            reply.event = .occurrence
            reply.occurrence = .init(event)
        case .region(let event, let name):
            subject = .regionEvent(event.identifier)
            reply.event = .occurrence
            reply.occurrence = .init(event, name)
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }
}

extension Daemon {
    private func wire(_ state: MonitorState) -> MonitorInterface.State {
        MonitorInterface.State(
            services: state.services,
            regions: state.regionCount,
            diagnostics: state.diagnostics,
            place: state.place.map { .init($0) },
            visit: state.visit.map { .init($0) },
            simulated: receivers.simulated == nil ? nil : true
        )
    }
}

extension MonitorInterface.FollowEvents.Reply {
    /// Returns a copy that tells nothing which the state no longer allows, for an app that is told late.
    ///
    /// Under reduced accuracy, an exact place in the queue may not be sent either. The app gets it with its next stream.
    func withholding(under state: MonitorState) -> Self {
        let forbidding: Set<MonitoringDiagnostic> = [
            .authorizationDenied, .authorizationRestricted, .authorizationNotDetermined,
            .authorizationRequestInProgress, .accuracyLimited,
        ]
        guard occurrence != nil, !forbidding.isDisjoint(with: state.diagnostics) else { return self }
        return .keepAlive
    }
}

extension MonitorInterface.Place {
    init(_ place: MonitoredPlace) {
        self.init(
            latitudeDegrees: place.coordinate.latitudeDegrees,
            longitudeDegrees: place.coordinate.longitudeDegrees,
            horizontalAccuracyMeters: place.horizontal68Meters,
            horizontalAccuracy95Meters: place.horizontal95Meters,
            time: place.date.description
        )
    }
}

extension MonitorInterface.Visit {
    init(_ visit: Visit) {
        self.init(
            latitudeDegrees: visit.center.latitudeDegrees,
            longitudeDegrees: visit.center.longitudeDegrees,
            horizontalAccuracyMeters: visit.horizontal68Meters,
            arrival: visit.arrival?.description,
            departure: visit.departure?.description
        )
    }
}

extension MonitorInterface.Occurrence {
    init(_ event: MonitorEvent) {
        self.init(identifier: event.identifier.description, kind: event.kind, time: event.date.description)
        switch event.content {
        case .significantChange(let place): self.place = .init(place)
        case .arrival(let visit), .departure(let visit): self.visit = .init(visit)
        }
    }
}

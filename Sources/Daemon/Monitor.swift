package import WaymarkEngine
import LocationModel
import Regions
import Varlink
package import WaymarkInterfaces

// The methods and streams of io.waymark.Monitor.
extension Daemon {
    func startMonitoring(_ request: Request<MonitorInterface.StartMonitoring>) throws(ServiceRefusal)
        -> Command
    {
        .startMonitoring(try ownApp(request.app, request), request.service)
    }

    func stopMonitoring(_ request: Request<MonitorInterface.StopMonitoring>) throws(ServiceRefusal) -> Command
    {
        .stopMonitoring(try ownApp(request.app, request), request.service)
    }

    func listMonitoring(_ request: Request<MonitorInterface.ListMonitoring>) throws(ServiceRefusal) {
        let app = try ownApp(request.app, request)
        inquire(.services, of: app, request) { daemon, isRecorded in
            var state = daemon.engine.monitorState(of: app)
            if !isRecorded { state.anchor?.distanceMeters = nil }
            return .success(MonitorInterface.ListMonitoring.Reply(state: daemon.description(of: state)))
        }
    }

    /// Answers a call at the end of the turn, after the access log says what the answer tells of the machine's place.
    ///
    /// It is not recorded if it became known in the rest of the turn.
    private func inquire(
        _ reading: MonitoringReading,
        of app: AppKey,
        _ request: Request<some Any>,
        _ answer: @escaping (_ daemon: Daemon, _ isRecorded: Bool) -> Reply
    ) {
        engine.look(at: now)
        // Most calls change nothing, and are no event of the engine.
        if engine.owesAccess(for: reading, by: app) { dispatch(.monitoringRead(reading, by: app)) }
        calls.inquiries.append(
            .init(call: .init(request)) { [self] () throws(ServiceRefusal) in
                answer(self, !engine.owesAccess(for: reading, by: app))
            }
        )
    }

    func followEvents(_ request: Request<MonitorInterface.FollowEvents>) throws(ServiceRefusal)
        -> ClientStream
    {
        .monitor(try ownApp(request.app, request))
    }

    func acknowledge(_ request: Request<MonitorInterface.Acknowledge>) throws(ServiceRefusal) -> Command {
        let app = try ownApp(request.app, request)
        let event = try parsed(request.event, as: "event", MonitorEventIdentifier.init)
        return .acknowledge(app, event)
    }

    func send(_ event: MonitorStreamEvent, to session: SessionIdentifier) {
        typealias Event = MonitorInterface.FollowEvents.Reply
        guard let stream = openedStream(of: session) else { return }
        switch event {
        case .state(let state):
            stream.revise(Event.self) { $0.withholding(under: state) }
            stream.send(Event(event: .state, state: description(of: state)), about: .session)
        case .event(let event):
            let occurrence = Event(event: .occurrence, occurrence: .init(event))
            stream.send(occurrence, about: .monitorEvent(event.kind))
        case .region(let event, let name):
            let occurrence = Event(event: .occurrence, occurrence: .init(event, name))
            stream.send(occurrence, about: .regionEvent(event.identifier))
        }
    }

    func description(of state: MonitorState) -> MonitorInterface.State {
        MonitorInterface.State(
            services: state.services,
            regions: state.regionCount,
            diagnostics: state.diagnostics,
            place: state.place.map { .init($0) },
            visit: state.visit.map { .init($0) },
            anchor: state.anchor.map { .init($0) },
            trust: state.trust,
            simulated: receivers.simulated == nil ? nil : true
        )
    }

    func addRegion(_ request: Request<MonitorInterface.AddRegion>) throws(ServiceRefusal) -> Command {
        let name = try regionName(request.app, request.monitor, request.identifier, request)
        let assumed: Bool?
        switch request.assuming {
        case nil: assumed = nil
        case .satisfied: assumed = true
        case .unsatisfied: assumed = false
        case .unknown, .unmonitored: throw .invalidParameter(parameter: "assuming")
        }
        let condition: RegionCondition
        switch (request.circle, request.geoJSON, request.beacons) {
        case (let circle?, nil, nil): condition = .area(.circle(try CircleShape(circle)))
        case (nil, let geoJSON?, nil): condition = .area(.polygons(try PolygonShape(geoJSON)))
        case (nil, nil, let beacons?): condition = .beacons(try BeaconCondition(beacons))
        case (nil, nil, nil): throw .invalidParameter(parameter: "circle")
        case (_, _?, _): throw .invalidParameter(parameter: "geoJSON")
        case (_, nil, _?): throw .invalidParameter(parameter: "beacons")
        }
        return .addRegion(name, condition, assumingInside: assumed)
    }

    func removeRegion(_ request: Request<MonitorInterface.RemoveRegion>) throws(ServiceRefusal) -> Command {
        let name = try regionName(request.app, request.monitor, request.identifier, request)
        return .removeRegion(name)
    }

    func listRegions(_ request: Request<MonitorInterface.ListRegions>) throws(ServiceRefusal) {
        let app = try ownApp(request.app, request)
        let last: RegionNumber? = try pagePlace(request.after)
        inquire(.regions(after: last), of: app, request) { daemon, isRecorded in
            .success(daemon.regions(of: app, after: last, withStates: isRecorded))
        }
    }

    private func regions(
        of app: AppKey,
        after last: RegionNumber?,
        withStates hasStates: Bool
    ) -> MonitorInterface.ListRegions.Reply {
        var reply = MonitorInterface.ListRegions.Reply(regions: [])
        var vertices = 0
        var latest: RegionNumber?
        // One more shows whether another page follows.
        let page = engine.regions(of: app, after: last, limit: MonitoringReading.regionsAtOnce + 1)
        for (number, region) in page {
            // The reply must fit into a message, and each call takes a bounded time.
            vertices += region.condition.vertexCount
            guard reply.regions.count < MonitoringReading.regionsAtOnce,
                vertices < 1024 || reply.regions.isEmpty
            else {
                reply.next = latest?.cursor
                break
            }
            reply.regions.append(.init(region, state: hasStates ? engine.state(of: region) : .unknown))
            latest = number
        }
        return reply
    }

    func dropAnchor(_ request: Request<MonitorInterface.DropAnchor>) throws(ServiceRefusal) -> Command {
        let app = try ownApp(request.app, request)
        return .anchor(app, .drop(try rode(request.rode)))
    }

    func setAnchor(_ request: Request<MonitorInterface.SetAnchor>) throws(ServiceRefusal) -> Command {
        let app = try ownApp(request.app, request)
        return .anchor(app, .set(try request.rode.map(rode)))
    }

    func raiseAnchor(_ request: Request<MonitorInterface.RaiseAnchor>) throws(ServiceRefusal) -> Command {
        .anchor(try ownApp(request.app, request), .raise)
    }

    func silenceAnchor(_ request: Request<MonitorInterface.SilenceAnchor>) throws(ServiceRefusal) -> Command {
        .anchor(try ownApp(request.app, request), .silence)
    }

    private func rode(_ rode: MonitorInterface.Rode) throws(ServiceRefusal) -> AnchorRode {
        let checked = AnchorRode(
            chainMeters: rode.chainMeters,
            depthMeters: rode.depthMeters ?? 0,
            bowMeters: rode.bowMeters ?? 0
        )
        guard let checked else { throw .invalidParameter(parameter: "rode") }
        return checked
    }

    private func regionName(
        _ app: String,
        _ monitor: String,
        _ identifier: String,
        _ request: Request<some Any>
    ) throws(ServiceRefusal) -> RegionName {
        RegionName(
            app: try ownApp(app, request),
            monitor: try parsed(monitor, as: "monitor", MonitorName.init),
            identifier: try parsed(identifier, as: "identifier", RegionIdentifier.init)
        )
    }
}

extension MonitorInterface.Region {
    init(_ region: SavedRegion, state: RegionState) {
        self.init(
            monitor: region.name.monitor.rawValue,
            identifier: region.name.identifier.rawValue,
            state: state,
            lastState: region.lastEvent.map { $0.isInside ? .satisfied : .unsatisfied },
            lastTime: region.lastEvent?.date.description
        )
        switch region.condition {
        case .area(.circle(let circle)):
            self.circle = .init(
                latitudeDegrees: circle.center.latitudeDegrees,
                longitudeDegrees: circle.center.longitudeDegrees,
                radiusMeters: circle.radiusMeters
            )
        case .area(.polygons(let shape)): geoJSON = RawJSON(checked: shape.geoJSON)
        case .beacons(let condition): beacons = .init(condition)
        }
    }
}

extension MonitorInterface.Anchor {
    init(_ anchor: AnchorStatus) {
        let saved = anchor.saved
        self.init(
            rode: .init(
                chainMeters: saved.rode.chainMeters,
                depthMeters: saved.rode.depthMeters,
                bowMeters: saved.rode.bowMeters
            ),
            condition: saved.condition,
            doubt: saved.doubt,
            since: saved.since.description,
            silenced: saved.isSilenced,
            dropped: saved.droppedAt.description,
            fitted: saved.isFitted,
            radiusMeters: anchor.radiusMeters,
            distanceMeters: anchor.distanceMeters,
            latitudeDegrees: anchor.place?.latitudeDegrees,
            longitudeDegrees: anchor.place?.longitudeDegrees
        )
    }
}

extension MonitorInterface.Occurrence {
    init(_ event: RegionEvent, _ name: RegionName) {
        self.init(
            identifier: event.identifier.description,
            kind: .region,
            time: event.date.description,
            region: .init(
                monitor: name.monitor.rawValue,
                identifier: name.identifier.rawValue,
                state: event.isInside ? .satisfied : .unsatisfied
            )
        )
    }
}

extension MonitorInterface.FollowEvents.Reply {
    /// Returns a copy that tells nothing which the state no longer allows, for an app that is told late.
    ///
    /// The engine sends what is withdrawn again once the app may know it.
    func withholding(under state: MonitorState) -> Self {
        guard occurrence != nil, state.withdrawsEvents else { return self }
        return Self(event: .keepAlive)
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
            coordinate: visit.center,
            horizontalAccuracyMeters: visit.horizontal68Meters,
            arrivalInstant: visit.arrival,
            departureInstant: visit.departure
        )
    }
}

extension MonitorInterface.Occurrence {
    package init(_ event: MonitorEvent) {
        self.init(identifier: event.identifier.description, kind: event.kind, time: event.date.description)
        switch event.content {
        case .significantChange(let place): self.place = .init(place)
        case .arrival(let visit), .departure(let visit): self.visit = .init(visit)
        }
    }
}

extension CircleShape {
    fileprivate init(_ circle: MonitorInterface.Circle) throws(ServiceRefusal) {
        guard let center = circle.coordinate else {
            throw .conditionUnsupported(
                parameter: "circle",
                reason: "the centre must have a latitude in -90...90 and a longitude in -180...180"
            )
        }
        guard let shape = CircleShape(center: center, radiusMeters: circle.radiusMeters) else {
            throw .conditionUnsupported(
                parameter: "circle.radiusMeters",
                reason: "the radius must be from 10 m to 1000 km; around a smaller place, take 100 m or more"
            )
        }
        self = shape
    }
}

extension PolygonShape {
    fileprivate init(_ geoJSON: RawJSON) throws(ServiceRefusal) {
        do throws(GeoJSONProblem) {
            try self.init(geoJSON: geoJSON.object)
        } catch {
            let path = error.path.isEmpty ? "" : ".\(error.path)"
            throw .conditionUnsupported(parameter: "geoJSON\(path)", reason: error.description)
        }
    }
}

extension BeaconCondition {
    fileprivate init(_ beacons: MonitorInterface.Beacons) throws(ServiceRefusal) {
        try self.init(beacons.uuid, beacons.major, beacons.minor) { part in
            .conditionUnsupported(
                parameter: "beacons.\(part)",
                reason: part == "uuid"
                    ? "a UUID looks like 74278BDA-B644-4520-8F0C-720EAF059935"
                    : "major and minor are from 0 to 65535, and minor needs major"
            )
        }
    }
}

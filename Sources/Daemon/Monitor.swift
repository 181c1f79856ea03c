import LocationModel
import Regions
import StateStore
import Varlink
package import WaymarkEngine
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

    func listMonitoring(_ request: Request<MonitorInterface.ListMonitoring>) throws(ServiceRefusal) -> Command
    {
        .listMonitoring(try ownApp(request.app, request))
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
        case .event(let event, let region):
            let occurrence = Event(event: .occurrence, occurrence: .init(event, region))
            let isOfRegion = event.kind == .region
            stream.send(
                occurrence,
                about: isOfRegion ? .regionEvent(event.identifier) : .monitorEvent(event.kind)
            )
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

    func listRegions(_ request: Request<MonitorInterface.ListRegions>) throws(ServiceRefusal) -> Command {
        .listRegions(try ownApp(request.app, request), after: try pagePlace(request.after))
    }

    /// Returns as many regions of a page as fit into a message.
    func reply(_ page: [RegionStatus]) -> MonitorInterface.ListRegions.Reply {
        var reply = MonitorInterface.ListRegions.Reply(regions: [])
        var vertices = 0
        for status in page {
            vertices += status.region.condition.vertexCount
            guard reply.regions.count < RegionStatus.listedAtOnce, vertices < 1024 || reply.regions.isEmpty
            else {
                reply.next = page[reply.regions.count - 1].number.plainText
                break
            }
            reply.regions.append(.init(status.region, state: status.state))
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
            lastState: region.lastEvent?.regionState,
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
            latitudeDegrees: saved.place?.latitudeDegrees,
            longitudeDegrees: saved.place?.longitudeDegrees
        )
    }
}

extension MonitorEvent {
    /// The state of the region that the event tells, if it is of one.
    fileprivate var regionState: RegionState? {
        if case .region(let isInside) = content { isInside ? .satisfied : .unsatisfied } else { nil }
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
    package init(_ event: MonitorEvent, _ region: RegionName? = nil) {
        self.init(
            identifier: event.identifier.description,
            kind: event.kind,
            time: event.date.description,
            place: event.content.place.map { .init($0) },
            visit: event.content.visit.map { .init($0) }
        )
        guard let region, let state = event.regionState else { return }
        self.region = .init(
            monitor: region.monitor.rawValue,
            identifier: region.identifier.rawValue,
            state: state
        )
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

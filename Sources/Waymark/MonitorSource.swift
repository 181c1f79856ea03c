import LocationModel
import WaymarkInterfaces

/// The stream of what an app monitors.
struct MonitorSource: EventSource {
    /// The stream from one connection to its loss.
    struct Session: Sendable {
        let state: MonitoringState

        // A connection with an open stream can carry no calls, so these have one of their own.
        let calls: BackgroundConnection
    }

    let service: WaymarkService
    let app: String

    var method: MonitorInterface.FollowEvents { .init(app: app) }

    func open() async throws(ClientError) -> OpenStream<Session> {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        let connection = try BackgroundConnection(to: service, threadName: "waymark-monitor")
        let reply = try await connection.nextReply(to: method)
        guard reply.event == .state, let state = reply.state else {
            throw .protocolViolation("the first event of monitoring lacks the state")
        }
        let session = Session(
            state: try MonitoringState(state),
            calls: try BackgroundConnection(to: service, threadName: "waymark-calls")
        )
        return OpenStream(connection: connection, session: session)
    }

    func event(
        in reply: MonitorInterface.FollowEvents.Reply,
        of session: Session
    ) throws(ClientError) -> MonitorUpdate? {
        switch reply.event {
        case .keepAlive: return nil
        case .state:
            guard let state = reply.state else { throw .protocolViolation("an event of a state without it") }
            return .state(try MonitoringState(state))
        case .occurrence:
            guard let event = reply.occurrence else {
                throw .protocolViolation("an event of what happened without it")
            }
            return try MonitorEvent(event).map { .event($0) }
        }
    }

    func close(_ session: Session) { session.calls.close() }
}

/// The updates of one iteration, each event acknowledged when the next update is asked for.
final class MonitorIteration {
    private let source: MonitorSource
    private let stream: ReconnectingStream<MonitorSource>
    private var session: MonitorSource.Session?

    /// The event that the caller has, and that the service does not know to be handled yet.
    private var unacknowledged: String?

    /// Which events the iteration is about; it leaves the others alone.
    private let concerns: @Sendable (MonitorEvent) -> Bool

    init(_ source: MonitorSource, concerns: @escaping @Sendable (MonitorEvent) -> Bool = { _ in true }) {
        self.source = source
        self.concerns = concerns
        stream = ReconnectingStream(source)
    }

    func next() async throws(ClientError) -> MonitorUpdate? {
        try await acknowledge()
        while let step = try await stream.next() {
            switch step {
            case .connected(let session):
                self.session = session
                return .state(session.state)
            case .disconnected: session = nil
            case .event(.event(let event)) where !concerns(event): continue
            case .event(.event(let event)) where event.id == unacknowledged:
                // The service has not heard of the acknowledgement before it went away.
                try await acknowledge()
            case .event(let update):
                if case .event(let event) = update { unacknowledged = event.id }
                return update
            }
        }
        return nil
    }

    private func acknowledge() async throws(ClientError) {
        guard let event = unacknowledged, let session else { return }
        do throws(ClientError) {
            _ = try await session.calls.call(MonitorInterface.Acknowledge(app: source.app, event: event))
            unacknowledged = nil
        } catch {
            // A service that goes away tells the event again when it is back.
            guard error.mayPass else { throw error }
        }
    }
}

extension MonitoringState {
    init(_ state: MonitorInterface.State) throws(ClientError) {
        services = Set(state.services)
        regionCount = state.regions
        diagnostics = Set(state.diagnostics)
        place = try state.place.map { (place) throws(ClientError) in try Location(place) }
        visit = try state.visit.map { (visit) throws(ClientError) in try Visit(visit) }
    }
}

extension MonitorEvent {
    /// Decodes an event; `nil` for a kind that this library does not know.
    init?(_ event: MonitorInterface.Occurrence) throws(ClientError) {
        guard let time = UTCInstant(event.time) else { throw .protocolViolation("an event without a time") }
        switch (event.kind, event.place, event.visit) {
        case (.significantChange, let place?, _): content = .significantChange(try Location(place))
        case (.arrival, _, let visit?): content = .arrival(try Visit(visit))
        case (.departure, _, let visit?): content = .departure(try Visit(visit))
        case (.region, _, _):
            guard let region = event.region else { throw .protocolViolation("an event without its region") }
            content = .region(
                RegionChange(monitor: region.monitor, identifier: region.identifier, state: region.state)
            )
        default: throw .protocolViolation("an event without its place")
        }
        id = event.identifier
        self.time = time
    }
}

extension Location {
    init(_ place: MonitorInterface.Place) throws(ClientError) {
        guard
            let coordinate = Coordinate(
                latitudeDegrees: place.latitudeDegrees,
                longitudeDegrees: place.longitudeDegrees
            )
        else { throw .protocolViolation("a place that is not on the globe") }
        let time = UTCInstant(place.time)
        self.init(
            coordinate: coordinate,
            age: time.map { max($0.duration(to: .now), .zero) } ?? .zero,
            time: time,
            horizontalAccuracyMeters: place.horizontalAccuracyMeters,
            horizontalAccuracy95Meters: place.horizontalAccuracy95Meters
        )
    }
}

extension Visit {
    init(_ visit: MonitorInterface.Visit) throws(ClientError) {
        guard
            let coordinate = Coordinate(
                latitudeDegrees: visit.latitudeDegrees,
                longitudeDegrees: visit.longitudeDegrees
            )
        else { throw .protocolViolation("a visit that is not on the globe") }
        self.init(
            coordinate: coordinate,
            horizontalAccuracyMeters: visit.horizontalAccuracyMeters,
            arrival: visit.arrival.flatMap { UTCInstant($0) },
            departure: visit.departure.flatMap { UTCInstant($0) }
        )
    }
}

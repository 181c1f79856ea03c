import FoundationEssentials
import LocationModel
import WaymarkInterfaces

struct MonitorSource: EventSource {
    typealias Session = MonitoringState

    let service: WaymarkService
    let app: String

    var method: MonitorInterface.FollowEvents { .init(app: app) }

    var threadName: String { "waymark-monitor" }

    func prepare() async throws(ClientError) {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
    }

    func session(begunBy reply: MonitorInterface.FollowEvents.Reply) throws(ClientError) -> Session {
        guard reply.event == .state, let state = reply.state else {
            throw .protocolViolation("the first event of monitoring lacks the state")
        }
        return try MonitoringState(state)
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
            return try MonitorEvent(event, isSimulated: session.isSimulated).map { .event($0) }
        }
    }
}

/// The updates of one iteration, each event acknowledged when the next update is asked for.
final class MonitorIteration {
    private let source: MonitorSource
    private let stream: ReconnectingStream<MonitorSource>

    /// The latest event that the caller was given.
    private var latest: String?

    /// Those that the caller was given and of which the service was not told that they are handled, oldest first.
    private var unacknowledged: [String] = []

    /// Those of them that were so when the stream was opened: it tells them again.
    private var toldAgain: Set<String> = []

    /// Which events the iteration is about; it leaves the others alone.
    private let concerns: @Sendable (MonitorEvent) -> Bool

    init(_ source: MonitorSource, concerns: @escaping @Sendable (MonitorEvent) -> Bool) {
        self.source = source
        self.concerns = concerns
        stream = ReconnectingStream(source)
    }

    func next() async throws(ClientError) -> MonitorUpdate? {
        try await acknowledge()
        while let step = try await stream.next() {
            switch step {
            case .connected(let state):
                toldAgain = Set(unacknowledged)
                return .state(state)
            case .disconnected: continue
            case .event(.event(let event)) where !concerns(event): continue
            case .event(.event(let event)) where event.id == latest || toldAgain.contains(event.id):
                try await acknowledge()
            case .event(let update):
                if case .event(let event) = update {
                    latest = event.id
                    unacknowledged.append(event.id)
                }
                return update
            }
        }
        return nil
    }

    private func acknowledge() async throws(ClientError) {
        while let event = unacknowledged.first {
            do throws(ClientError) {
                _ = try await source.service.call(MonitorInterface.Acknowledge(app: source.app, event: event))
            } catch {
                // A service that goes away tells the event again when it is back.
                if error.mayPass { return }
                // One whose disk is full knows that it is handled, and goes on trying to save it.
                guard error.isOfFullDisk else { throw error }
            }
            unacknowledged.removeFirst()
        }
    }
}

extension MonitoringState {
    init(_ state: MonitorInterface.State) throws(ClientError) {
        services = Set(state.services)
        regionCount = state.regions
        diagnostics = Set(state.diagnostics)
        let isSimulated = state.simulated ?? false
        self.isSimulated = isSimulated
        place = try state.place.map { (place) throws(ClientError) in
            try Location(place, isSimulated: isSimulated)
        }
        visit = state.visit
    }
}

extension MonitorEvent {
    /// Decodes an event; `nil` for a kind that this library does not know.
    init?(_ event: MonitorInterface.Occurrence, isSimulated: Bool) throws(ClientError) {
        guard let time = Date(event.time) else { throw .protocolViolation("an event without a time") }
        switch (event.kind, event.place, event.visit) {
        case (.significantChange, let place?, _):
            content = .significantChange(try Location(place, isSimulated: isSimulated))
        case (.arrival, _, let visit?): content = .arrival(visit)
        case (.departure, _, let visit?): content = .departure(visit)
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
    init(_ place: MonitorInterface.Place, isSimulated: Bool) throws(ClientError) {
        guard let coordinate = place.coordinate else {
            throw .protocolViolation("a place that is not on the globe")
        }
        let time = Date(place.time)
        self.init(
            coordinate: coordinate,
            age: .seconds(max(-(time?.timeIntervalSinceNow ?? 0), 0)),
            time: time,
            horizontalAccuracyMeters: place.horizontalAccuracyMeters,
            horizontalAccuracy95Meters: place.horizontalAccuracy95Meters,
            source: isSimulated ? .simulated : .receiver
        )
    }
}

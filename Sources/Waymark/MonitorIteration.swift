import FoundationEssentials
import LocationModel
import WaymarkInterfaces

/// The updates of one iteration, each event acknowledged when the next update is asked for.
final class MonitorIteration {
    private let app: String
    private let service: WaymarkService
    private let stream: ReconnectingStream<MonitorInterface.FollowEvents, MonitorUpdate>

    /// The latest event that the caller was given.
    private var latest: String?

    /// Those that the caller was given and of which the service was not told that they are handled, oldest first.
    private var unacknowledged: [String] = []

    /// Those of them that were so when the stream ended: the next one tells them again.
    private var toldAgain: Set<String> = []

    /// Which events the iteration is about; it leaves the others alone.
    private let concerns: @Sendable (MonitorEvent) -> Bool

    init(_ app: String, at service: WaymarkService, concerns: @escaping @Sendable (MonitorEvent) -> Bool) {
        self.app = app
        self.service = service
        self.concerns = concerns
        var isSimulated = false
        stream = ReconnectingStream(
            MonitorInterface.FollowEvents(app: app),
            of: service,
            prepare: { () throws(ClientError) in
                guard AppIdentifier(app) != nil else { throw .invalidName(app) }
            },
            decode: { (reply) throws(ClientError) -> MonitorUpdate? in
                switch (reply.event, reply.state, reply.occurrence) {
                case (.keepAlive, _, _): return nil
                case (.state, let told?, _):
                    let state = try MonitoringState(told)
                    isSimulated = state.isSimulated
                    return .state(state)
                case (.occurrence, _, let event?):
                    return .event(try MonitorEvent(event, isSimulated: isSimulated))
                default: throw .protocolViolation("an event of monitoring lacks its state or what happened")
                }
            }
        )
    }

    func next() async throws(ClientError) -> MonitorUpdate? {
        try await acknowledge()
        while let step = try await stream.next() {
            switch step {
            case .disconnected: toldAgain = Set(unacknowledged)
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
                _ = try await service.call(MonitorInterface.Acknowledge(app: app, event: event))
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
    init(_ event: MonitorInterface.Occurrence, isSimulated: Bool) throws(ClientError) {
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

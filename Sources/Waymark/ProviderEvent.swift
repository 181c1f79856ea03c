import LocationModel
import WaymarkInterfaces

/// An event of a provider.
@nonexhaustive public enum ProviderEvent: Sendable {
    /// The service knows the provider: the first event, and again after each ``disconnected(_:retryIn:)`` and each restart of
    /// the service, also one that the stream outlives.
    ///
    /// Requests of sessions before are over.
    case connected(ProviderSession)

    /// The service asks for a timeline.
    case reload(TimelineRequest)

    /// A host asks what a kind looks like in a gallery.
    ///
    /// It waits for two seconds, and then shows the placeholder.
    case snapshot(SnapshotRequest)

    /// The person changed the app's authorization.
    ///
    /// The service reloads the widgets that this concerns.
    case authorizationChanged(Authorization)

    /// Nothing needs the provider any more, which the service has had started: end the program.
    ///
    /// The service has it started again when it is needed.
    case stop

    /// The service went away; the provider tries to connect again after a delay.
    ///
    /// The service forgets its requests and asks again in the next session.
    case disconnected(ClientError, retryIn: Duration)
}

struct ProviderSource: EventSource {
    let service: WaymarkService
    let app: String
    let kinds: [KindDeclaration]

    var method: WidgetsInterface.Serve {
        .init(
            app: app,
            kinds: kinds.map {
                .init(
                    kind: $0.kind,
                    wantsLocation: $0.wantsLocation,
                    placeholder: $0.placeholder,
                    name: $0.name,
                    description: $0.summary,
                    families: $0.families.isEmpty ? nil : $0.families
                )
            }
        )
    }

    var threadName: String { "waymark-events" }

    func session(begunBy reply: WidgetsInterface.Serve.Reply) throws(ClientError) -> ProviderSession {
        try ProviderSession(reply, at: service)
    }

    func event(
        in reply: WidgetsInterface.Serve.Reply,
        of session: ProviderSession
    ) throws(ClientError) -> ProviderEvent? {
        switch reply.event {
        case .keepAlive, .session: return nil
        case .authorization:
            guard let authorization = reply.authorization else {
                throw .protocolViolation("an event of an authorization without it")
            }
            return .authorizationChanged(Authorization(authorization))
        case .stop: return .stop
        case .reload:
            guard let reload = reply.reload else {
                throw .protocolViolation("an event of a reload without the request")
            }
            return .reload(try TimelineRequest(reload, in: session))
        case .snapshot:
            guard let snapshot = reply.snapshot else {
                throw .protocolViolation("an event of a snapshot without the request")
            }
            return .snapshot(try SnapshotRequest(snapshot, in: session))
        }
    }

    func close(_ session: ProviderSession) { session.close() }

    /// Checks what the service would refuse less clearly.
    func prepare() async throws(ClientError) {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        for kind in kinds where WidgetKind(kind.kind) == nil { throw .invalidName(kind.kind) }
        guard !kinds.isEmpty else { throw .invalidKinds("a provider without a kind: name at least one") }
        let names = kinds.map(\.kind)
        guard Set(names).count == names.count else {
            throw .invalidKinds("a provider with one kind twice: \(names.joined(separator: ", "))")
        }
    }
}

import LocationModel
import WaymarkInterfaces

/// An event of a provider.
@nonexhaustive public enum ProviderEvent: Sendable {
    /// The service knows the provider: the first event, and again after each ``disconnected(_:retryIn:)`` and
    /// each restart of the service, even if the stream survives it.
    ///
    /// Requests of earlier sessions are over.
    case connected(ProviderSession)

    /// The service asks for a timeline.
    case reload(TimelineRequest)

    /// A host asks for the look of a kind in a gallery.
    ///
    /// The host waits for two seconds, and then shows the placeholder.
    case snapshot(SnapshotRequest)

    /// The person changed the app's authorization.
    ///
    /// The service reloads the widgets that this concerns.
    case authorizationChanged(Authorization)

    /// Nothing needs the provider any more, and the service had it started: end the program.
    ///
    /// The service starts it again when it is needed.
    case stop

    /// The service went away; the provider tries to connect again after a delay.
    ///
    /// The service forgets its requests and asks again in the next session.
    case disconnected(ClientError, retryIn: Duration)
}

extension ProviderEvent {
    /// Decodes an event of a session, which may begin with it; `nil` for a sign of life.
    init?(
        _ reply: WidgetsInterface.Serve.Reply,
        in session: inout ProviderSession?,
        of service: WaymarkService
    ) throws(ClientError) {
        switch reply.event {
        case .keepAlive: return nil
        case .session:
            let begun = try ProviderSession(reply, at: service)
            session = begun
            self = .connected(begun)
        case .authorization:
            let authorization = try reply.authorization.orViolation("an event of an authorization without it")
            self = .authorizationChanged(Authorization(authorization))
        case .stop: self = .stop
        case .reload, .snapshot:
            let session = try session.orViolation("a request before a session")
            if let reload = reply.reload {
                self = .reload(try TimelineRequest(reload, in: session))
            } else {
                let snapshot = try reply.snapshot.orViolation("an event of a request without it")
                self = .snapshot(try SnapshotRequest(snapshot, in: session))
            }
        }
    }
}

extension [KindDeclaration] {
    /// Throws for mistakes that the service would refuse less clearly.
    func check() throws(ClientError) {
        for kind in self where WidgetKind(kind.kind) == nil { throw .invalidName(kind.kind) }
        guard !isEmpty else { throw .invalidKinds("a provider without a kind: name at least one") }
        let names = map(\.kind)
        guard Set(names).count == names.count else {
            throw .invalidKinds("a provider with one kind twice: \(names.joined(separator: ", "))")
        }
    }
}

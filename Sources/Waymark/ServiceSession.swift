import WaymarkInterfaces

/// What an app needs while it holds a service session; see ``WaymarkService/serviceSession(for:_:fullAccuracyPurpose:background:)``.
public struct ServiceSessionStatus: Hashable, Sendable {
    /// What the app needs and does not have; empty if all is well.
    public let diagnostics: Set<LiveDiagnostic>

    /// The diagnostics in English; `nil` without any.
    public let text: String?

    init(_ reply: LocationInterface.HoldSession.Reply) {
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
    }
}

/// The authorization that an app needs during a service session.
@nonexhaustive public enum ServiceSessionLevel: String, Hashable, Sendable {
    /// Any; the person is not asked.
    case none

    /// While the app is in use.
    case whenInUse

    /// At any time.
    case always
}

extension WaymarkService {
    /// Holds a service session for as long as the sequence is iterated.
    ///
    /// The app declares what it needs for one of its features, and the service asks the person when the rules allow it. An
    /// app whose manifest has `RequireServiceSession=yes` gets locations only during a session. Hold one session for each
    /// feature; they add up.
    ///
    /// ```swift
    /// let session = Task {
    ///     for try await status in WaymarkService().serviceSession(for: "org.example.Weather", .whenInUse) {
    ///         print(status.text ?? "all is well")
    ///     }
    /// }
    /// defer { session.cancel() }
    /// ```
    ///
    /// - Parameters:
    ///   - app: The identifier of the app.
    ///   - level: The authorization that the app needs.
    ///   - fullAccuracyPurpose: The name of a section `[TemporaryAccuracy KEY]` of the app's manifest, if the app needs full
    ///     accuracy.
    ///   - background: Whether the app stays in use although its windows are hidden. The person is shown that it does. It
    ///     begins when the app is in use.
    /// - Returns: What is missing: at first, and again after each change. An iteration throws ``ClientError`` if the service
    ///   is not there at the start, refuses the app, or breaks the protocol.
    public func serviceSession(
        for app: String,
        _ level: ServiceSessionLevel,
        fullAccuracyPurpose: String? = nil,
        background: Bool = false
    ) -> ServiceEvents<ServiceSessionStatus> {
        updates(
            ServiceSessionSource(
                service: self,
                app: app,
                level: level,
                fullAccuracyPurpose: fullAccuracyPurpose,
                background: background
            )
        )
    }
}

/// The stream of a service session.
struct ServiceSessionSource: EventSource {
    let service: WaymarkService
    let app: String
    let level: ServiceSessionLevel
    let fullAccuracyPurpose: String?
    let background: Bool

    var method: LocationInterface.HoldSession {
        let level: LocationInterface.HoldSession.Level =
            switch self.level {
            case .none: .none
            case .whenInUse: .whenInUse
            case .always: .always
            }
        return .init(
            app: app,
            level: level,
            fullAccuracyPurpose: fullAccuracyPurpose,
            background: background ? true : nil
        )
    }

    func open() async throws(ClientError) -> OpenStream<ServiceSessionStatus> {
        try await service.openStream(of: app, method, named: "waymark-session") {
            (reply) throws(ClientError) in ServiceSessionStatus(reply)
        }
    }

    func event(
        in reply: LocationInterface.HoldSession.Reply,
        of session: ServiceSessionStatus
    ) throws(ClientError) -> ServiceSessionStatus? {
        reply.event == .keepAlive ? nil : ServiceSessionStatus(reply)
    }
}

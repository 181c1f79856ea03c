import WaymarkInterfaces

/// An app that runs, as the service knows it.
///
/// The app is in use for as long as it has a session - unless the desktop says that its windows are hidden - and only then
/// can it ask the person anything.
///
/// ```swift
/// let session = try await AppSession(app: "org.example.Weather")
/// try await session.requestWhenInUseAuthorization()
/// for try await authorization in session.authorizations {
///     show(authorization.status)
/// }
/// ```
///
/// When the service restarts, the session connects again by itself. It ends with ``close()``, or when nothing refers to it
/// any more.
public final class AppSession: Sendable {
    /// The app.
    public let app: String

    /// What became of the app's manifest when the session began.
    public let manifest: ManifestRegistration

    private let link: AppLink
    private let following: Task<Void, Never>

    /// Says that the app runs.
    ///
    /// First the service is told the app's manifest, where the person has one at
    /// `$XDG_DATA_HOME/waymark/apps/APP.app`; what is installed on the machine it knows already.
    ///
    /// - Parameters:
    ///   - app: The app, by whose name the person authorizes it.
    ///   - service: The service.
    /// - Throws: ``ClientError``: ``ClientError/cannotConnect(path:reason:)`` where the service does not run,
    ///   ``ClientError/invalidName(_:)`` where the app's name is none, ``ClientError/anotherApp(_:)`` where the system
    ///   says that this program is another app.
    public init(app: String, on service: WaymarkService = WaymarkService()) async throws(ClientError) {
        let connection = try await AppConnection.open(app, at: service)
        let link = AppLink(connection)
        self.app = app
        self.link = link
        manifest = connection.manifest
        following = Task { await link.follow(connection, app, at: service) }
    }

    deinit { close() }

    /// Ends the session: the app is not in use any more.
    public func close() { following.cancel() }

    /// What the app may know, as the service told last.
    public var authorization: Authorization { link.authorization }

    /// What the app may know: at first the present authorization, then each change of it, once.
    public var authorizations: AuthorizationChanges { AuthorizationChanges(session: self, link: link) }

    /// Asks the person whether the app may know the location while it is in use.
    ///
    /// Returns at once, before the person has answered: a change of ``authorization`` tells that.
    ///
    /// - Returns: What became of the request. The person is asked only once, ever.
    /// - Throws: ``ClientError``: ``ClientError/missingPurpose(app:key:)`` where the app's manifest does not say what for,
    ///   ``ClientError/disconnected(path:)`` while the service is away.
    @discardableResult
    public func requestWhenInUseAuthorization() async throws(ClientError) -> AuthorizationRequestOutcome {
        try await request(.whenInUse)
    }

    /// Asks the person whether the app may always know the location, also while it is not in use.
    ///
    /// Returns at once, before the person has answered: a change of ``authorization`` tells that. The person may be asked
    /// again, to confirm it, when it first matters.
    ///
    /// - Returns: What became of the request. An app has one chance to ask this.
    /// - Throws: ``ClientError``: ``ClientError/missingPurpose(app:key:)`` where the app's manifest does not say what for,
    ///   ``ClientError/disconnected(path:)`` while the service is away.
    @discardableResult
    public func requestAlwaysAuthorization() async throws(ClientError) -> AuthorizationRequestOutcome {
        try await request(.always)
    }

    /// Asks the person whether the app may know exactly, until it is not in use any more.
    ///
    /// - Parameter purposeKey: The reason: the name of a section `[TemporaryAccuracy KEY]` of the app's manifest.
    /// - Returns: What became of the request.
    /// - Throws: ``ClientError``: ``ClientError/missingPurpose(app:key:)`` where the manifest has no such section,
    ///   ``ClientError/disconnected(path:)`` while the service is away.
    @discardableResult
    public func requestTemporaryFullAccuracyAuthorization(
        purposeKey: String
    ) async throws(ClientError) -> AuthorizationRequestOutcome {
        let connection = try link.connection
        let reply = try await connection.calls.call(
            LocationInterface.RequestTemporaryFullAccuracy(
                session: connection.session,
                purpose: purposeKey
            )
        )
        return AuthorizationRequestOutcome(reply.outcome)
    }

    private func request(
        _ level: LocationInterface.RequestAuthorization.Level
    ) async throws(ClientError) -> AuthorizationRequestOutcome {
        let connection = try link.connection
        let reply = try await connection.calls.call(
            LocationInterface.RequestAuthorization(session: connection.session, level: level)
        )
        return AuthorizationRequestOutcome(reply.outcome)
    }
}

import LinuxSystem
import WaymarkInterfaces

/// A running app, as the service knows it.
///
/// The app is in use for as long as it has a manager, unless the desktop says that its windows are hidden. Only an app in
/// use can ask the person for an authorization.
///
/// ```swift
/// let manager = try await LocationManager(app: "org.example.Weather")
/// try await manager.requestWhenInUseAuthorization()
/// for try await authorization in manager.authorizations where authorization.status.isAuthorized {
///     let place = try await manager.location(desiredAccuracyMeters: 100)
///     print(place.coordinate.latitudeDegrees, place.coordinate.longitudeDegrees)
///     break
/// }
/// ```
///
/// Code that is not `async` has a ``delegate`` instead.
///
/// When the service restarts, the manager connects again by itself. The app's use ends with ``close()``, or when nothing
/// refers to the manager any more.
public final class LocationManager: Sendable {
    /// The app's identifier.
    public let app: String

    /// The registration of the manifest in the person's folder, when the manager connected.
    public let manifest: ManifestRegistration

    let service: WaymarkService
    let link: AppLink
    let delivery = Guarded(Delivery())
    private let following: Task<Void, Never>

    /// Connects to the service; from now on the app is in use.
    ///
    /// If the person has a manifest of the app at `$XDG_DATA_HOME/waymark/apps/APP.app`, the manager registers it first.
    /// The service knows installed manifests already.
    ///
    /// - Throws: `ClientError`: `ClientError.invalidName` if `app` is not a valid identifier,
    ///   `ServiceRefusal.appMismatch` if the system knows this program as another app.
    public init(
        app: String = WaymarkService.defaultApp,
        on service: WaymarkService = WaymarkService()
    ) async throws(ClientError) {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        var registration = ManifestRegistration.none
        let stream = AppLink.Stream(
            LocationInterface.Open(app: app),
            of: service,
            prepare: { () throws(ClientError) in registration = try await service.registerManifest(of: app) },
            lost: { _, _ in .disconnected },
            decode: { (reply) throws(ClientError) in try AppLink.event(in: reply, of: service) }
        )
        guard let first = try await stream.next() else { throw .cancelled }
        guard case .session(let session) = first else {
            throw .protocolViolation("the first event of an app lacks the session")
        }
        let link = AppLink(session, at: service)
        self.app = app
        self.service = service
        self.link = link
        manifest = registration
        following = Task { await link.follow(stream) }
    }

    deinit { close() }

    /// Ends everything that was begun; the app is no longer in use.
    public func close() {
        following.cancel()
        delivery.withLock { $0.end() }
    }

    /// The app's authorization, as the service reported it last.
    public var authorization: Authorization { link.authorization }

    /// The app's authorization over time: first the present one, then each change once.
    ///
    /// An iteration keeps the manager and ends when that is closed. It throws `ClientError` if the service
    /// refuses the app after a restart.
    public var authorizations: ServiceEvents<Authorization> {
        ServiceEvents {
            var changes = self.link.changes().makeAsyncIterator()
            return { () async throws(ClientError) in
                defer { withExtendedLifetime(self) {} }
                return try await changes.next(isolation: #isolation)?.get()
            }
        }
    }

    /// Returns the app's location once, as ``WaymarkService/location(for:desiredAccuracyMeters:maximumAge:deadline:)`` does.
    public func location(
        desiredAccuracyMeters: Double? = nil,
        maximumAge: Duration = .seconds(5),
        deadline: Duration = .seconds(10)
    ) async throws(ClientError) -> Location {
        try await service.location(
            for: app,
            desiredAccuracyMeters: desiredAccuracyMeters,
            maximumAge: maximumAge,
            deadline: deadline
        )
    }

    /// Asks the person to authorize the app for the location while it is in use.
    ///
    /// The method returns before the person answers; the answer arrives as a change of ``authorization``.
    ///
    /// - Returns: The outcome of the request. The service asks the person only once.
    /// - Throws: `ClientError`: `ServiceRefusal.missingPurpose` if the app's manifest does not say why it wants
    ///   the location, `ClientError.disconnected` while the service is away.
    @discardableResult
    public func requestWhenInUseAuthorization() async throws(ClientError) -> AuthorizationRequestOutcome {
        try await request { LocationInterface.RequestAuthorization(session: $0, level: .whenInUse) }
    }

    /// Asks the person to authorize the app for the location at any time, also while it is not in use.
    ///
    /// It answers as ``requestWhenInUseAuthorization()``. An app can ask for this only once. The service may ask the person to
    /// confirm it when the app first gets a location out of use.
    @discardableResult
    public func requestAlwaysAuthorization() async throws(ClientError) -> AuthorizationRequestOutcome {
        try await request { LocationInterface.RequestAuthorization(session: $0, level: .always) }
    }

    /// Asks the person for full accuracy until the app is no longer in use.
    ///
    /// It answers as ``requestWhenInUseAuthorization()``. The key is the name of a section `[TemporaryAccuracy KEY]` of the app's
    /// manifest, which has the reason.
    @discardableResult
    public func requestTemporaryFullAccuracyAuthorization(
        purposeKey: String
    ) async throws(ClientError) -> AuthorizationRequestOutcome {
        try await request { LocationInterface.RequestTemporaryFullAccuracy(session: $0, purpose: purposeKey) }
    }

    /// Makes the request that `method` creates for the identifier of the session.
    private func request<Method: MethodParameters>(
        _ method: @escaping @Sendable (String) -> Method
    ) async throws(ClientError) -> AuthorizationRequestOutcome
    where Method.Reply == LocationInterface.RequestAuthorization.Reply {
        do throws(ClientError) {
            return try await link.ask { (session) throws(ClientError) in
                try await session.calls.call(method(session.identifier)).outcome
            }
        } catch {
            // The stream has ended, and the next one is being opened.
            if case .unknownSession? = error.refusal { throw .disconnected(path: service.socketPath) }
            throw error
        }
    }
}

import LinuxSystem
import LocationModel
import Waymark

/// An app's access to the location services.
///
/// The app is the one that `WAYMARK_APP` or the program's name says, and in use from its first manager on. In a program
/// that makes widgets, see the module `WidgetKit`, a manager knows what the widget may know: ``requestLocation()`` gives the
/// location that came with the request for the timeline that is being made. Whatever else an app may do fails there with
/// ``CLError/denied``: an app that wants both runs two programs.
///
/// What Apple's class has beyond this does not compile here, because it would do nothing.
open class CLLocationManager: @unchecked Sendable {
    struct State {
        weak var delegate: (any CLLocationManagerDelegate)?
        var desiredAccuracy = kCLLocationAccuracyBest
        var distanceFilter = kCLDistanceFilterNone
        var headingFilter: CLLocationDegrees = 1
        var activityType = CLActivityType.other
        var location: CLLocation?
        var heading: CLHeading?
        var updates: Task<Void, Never>?
        var request: Task<Void, Never>?
        var headings: Task<Void, Never>?
        var monitoring: Task<Void, Never>?
        var monitored: Set<MonitoredService> = []
        var ranged: [CLBeaconIdentityConstraint: Task<Void, Never>] = [:]
        var toldAuthorization: Authorization?
        var commands: Task<Void, Never>?
        var toldPlace: CLLocation?
        var askedForLocation: ContinuousClock.Instant?
    }

    let state = Guarded(State())
    let queue = DelegateQueue()
    let app = RunningApp.shared

    /// The request for a timeline during which the manager was made.
    let request = AnsweredRequest.current

    /// Creates a manager.
    ///
    /// Its delegate is told the authorization once, and each change.
    public init() {
        app.begin()
        state.withLock { [authorization = app.authorization] in $0.toldAuthorization = authorization }
        app.add(ObjectIdentifier(self)) { [weak self] in self?.authorizationChanged() }
        queue.call { [weak self] in
            guard let self else { return }
            delegate?.locationManagerDidChangeAuthorization(self)
        }
    }

    deinit {
        app.remove(ObjectIdentifier(self))
        state.withLock { state in
            for task in [state.updates, state.request, state.headings, state.monitoring] { task?.cancel() }
            for task in state.ranged.values { task.cancel() }
        }
    }

    /// Who is told; the manager does not keep it alive.
    public weak var delegate: (any CLLocationManagerDelegate)? {
        get { state.withLock { Untracked($0.delegate) }.value }
        set { state.withLock { [new = Untracked(newValue)] in $0.delegate = new.value } }
    }

    // MARK: Authorization

    /// Whether and when the app may know the location.
    public var authorizationStatus: CLAuthorizationStatus {
        app.authorization.map { CLAuthorizationStatus($0.status) } ?? .notDetermined
    }

    /// How exactly the app may know the location, if it may.
    public var accuracyAuthorization: CLAccuracyAuthorization {
        app.authorization?.accuracy == .reduced ? .reducedAccuracy : .fullAccuracy
    }

    /// Whether the app's widgets may know the location.
    public var isAuthorizedForWidgetUpdates: Bool { app.authorization?.isAuthorizedForWidgetUpdates ?? false }

    /// Asks the person for the location while the app is in use; the delegate is told when that changes.
    public func requestWhenInUseAuthorization() {
        ask { session throws(ClientError) in try await session.requestWhenInUseAuthorization() }
    }

    /// Asks the person for the location at any time; the delegate is told when that changes.
    public func requestAlwaysAuthorization() {
        ask { session throws(ClientError) in try await session.requestAlwaysAuthorization() }
    }

    /// Asks the person for full accuracy until the app is no longer in use.
    ///
    /// - Parameters:
    ///   - purposeKey: The name of a section `[TemporaryAccuracy KEY]` of the app's manifest.
    ///   - completion: Is called with `nil` when the person is asked, or with ``CLError/promptDeclined``.
    public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String,
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Task { [app, queue] in
            let error = await Self.askForFullAccuracy(purposeKey, app)
            queue.call { completion?(error) }
        }
    }

    /// Asks the person for full accuracy until the app is no longer in use.
    ///
    /// - Parameter purposeKey: The name of a section `[TemporaryAccuracy KEY]` of the app's manifest.
    /// - Throws: ``CLError/promptDeclined`` if the person is not asked.
    public func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {
        if let error = await Self.askForFullAccuracy(purposeKey, app) { throw error }
    }

    private static func askForFullAccuracy(_ purposeKey: String, _ app: RunningApp) async -> CLError? {
        if let refusal = app.refusalAsWidgets(of: "requestTemporaryFullAccuracyAuthorization") {
            return CLError(.promptDeclined, refusal.localizedDescription)
        }
        guard let session = await app.session() else {
            return CLError(.promptDeclined, "the service refuses this program")
        }
        do throws(ClientError) {
            let outcome = try await session.requestTemporaryFullAccuracyAuthorization(purposeKey: purposeKey)
            return outcome.isAsked
                ? nil : CLError(.promptDeclined, "the person is not asked: \(outcome.rawValue)")
        } catch { return CLError(.promptDeclined, error.description) }
    }

    private func ask(
        _ request:
            @escaping @Sendable (LocationManager) async throws(ClientError) -> AuthorizationRequestOutcome
    ) {
        if app.refusalAsWidgets(of: "requestAuthorization") != nil { return }
        Task { [app] in
            guard let session = await app.session() else { return }
            // As on Apple's platforms, an app that may not ask hears nothing; its author reads why.
            await app.service.retrying { (error) in
                complain("\(error)")
            } _: { () throws(ClientError) in
                _ = try await request(session)
            }
        }
    }

    private func authorizationChanged() {
        queue.call { [weak self] in
            guard let self else { return }
            let isNew = state.withLock { [now = app.authorization] state in
                defer { state.toldAuthorization = now }
                return state.toldAuthorization != now
            }
            if isNew { delegate?.locationManagerDidChangeAuthorization(self) }
        }
    }

    // MARK: What the app wants

    /// The accuracy that suffices, in metres; negative for the best.
    ///
    /// From 50 m on, receivers may pause.
    public var desiredAccuracy: CLLocationAccuracy {
        get { state.withLock { $0.desiredAccuracy } }
        set {
            state.withLock { $0.desiredAccuracy = newValue }
            restartUpdates()
        }
    }

    /// The distance in metres from the last location at which the next is told; negative for any.
    public var distanceFilter: CLLocationDistance {
        get { state.withLock { $0.distanceFilter } }
        set {
            state.withLock { $0.distanceFilter = newValue }
            restartUpdates()
        }
    }

    /// The turn in degrees after which the next heading is told, 1 by default; negative for any.
    public var headingFilter: CLLocationDegrees {
        get { state.withLock { $0.headingFilter } }
        set { state.withLock { $0.headingFilter = newValue } }
    }

    /// What the app follows the location for.
    public var activityType: CLActivityType {
        get { state.withLock { $0.activityType } }
        set {
            state.withLock { $0.activityType = newValue }
            restartUpdates()
        }
    }

    /// The latest location that this manager told, and before that the latest that the service knows.
    ///
    /// In a program that makes widgets, the location of the request that is being answered.
    public var location: CLLocation? {
        if let knowledge = app.widgetKnowledge(since: request) { return try? knowledge.result.get() }
        let now = ContinuousClock.now
        let (told, mayAsk) = state.withLock { state in
            // A screen that is drawn again and again does not ask each time.
            let mayAsk = state.askedForLocation.map { $0.duration(to: now) > .seconds(1) } ?? true
            if state.location == nil, mayAsk { state.askedForLocation = now }
            return (state.location, mayAsk)
        }
        guard told == nil, mayAsk, app.authorization?.status.isAuthorized ?? false,
            let known = app.service.latestLocation(for: app.identifier, within: .seconds(2))
        else { return told }
        return state.withLock { state in
            state.location = state.location ?? CLLocation(known)
            return state.location
        }
    }

    /// The latest heading that this manager told.
    public var heading: CLHeading? { state.withLock { $0.heading } }
}

/// A reference to an object of the app, passed through a lock.
struct Untracked: @unchecked Sendable {
    let value: (any CLLocationManagerDelegate)?

    init(_ value: (any CLLocationManagerDelegate)?) { self.value = value }
}

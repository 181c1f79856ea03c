// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem
import LocationModel
import Waymark

/// An app's access to the location services.
///
/// `WAYMARK_APP` or the program's name names the app, which is in use from its first manager on. In a program
/// that makes widgets, see the module `WidgetKit`, a manager has the authorization of the widget:
/// ``requestLocation()`` gives the location that came with the request for the timeline that is being made.
/// Everything else fails there with ``CLError/denied``: an app that wants both runs two programs.
///
/// Further members of Apple's class do not compile here, because they would do nothing. Subclasses can
/// override the members that apps call, as tests do.
open class CLLocationManager: NSObject, @unchecked Sendable {
    struct State {
        weak var delegate: (any CLLocationManagerDelegate)?
        var desiredAccuracy = kCLLocationAccuracyBest
        var distanceFilter = kCLDistanceFilterNone
        var headingFilter: CLLocationDegrees = 1
        var activityType = CLActivityType.other
        var location: CLLocation?
        var heading: CLHeading?
        var running: [Activity: Task<Void, Never>] = [:]
        var toldAuthorization: Authorization?
        var toldPlace: CLLocation?
        var toldEvent: String?
        var askedForLocation: ContinuousClock.Instant?
        var allowsBackground = false
        var regionStates: [String: RegionState] = [:]

        /// The regions whose refusal the delegate got.
        var refusedRegions: Set<String> = []
    }

    let state = Guarded(State())
    let queue = DelegateQueue()
    let app = RunningApp.shared

    /// The request for a timeline during which the manager was made.
    let request = AnsweredRequest.current

    /// Creates a manager, whose delegate gets the authorization once, and each change.
    public override init() {
        super.init()
        app.begin()
        state.withLock { [authorization = app.authorization] in $0.toldAuthorization = authorization }
        app.add(self)
        tell { $0.delegate?.locationManagerDidChangeAuthorization($0) }
    }

    deinit {
        app.remove(ObjectIdentifier(self))
        for task in state.withLock({ $0.running.values }) { task.cancel() }
        queue.end()
    }

    /// The object that is called; the manager does not keep it alive.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { $0.delegate = newValue }
            if newValue != nil { followRegions() }
        }
    }

    // MARK: Availability

    /// Returns whether location services are on; `false` also while the service does not run.
    open class func locationServicesEnabled() -> Bool {
        RunningApp.shared.presentDiagnostics.map { !$0.contains(.authorizationDeniedGlobally) } ?? false
    }

    /// Returns whether the machine has, or may have, a compass.
    ///
    /// Like the other services, `false` in a program that makes widgets, and while the service does not run.
    open class func headingAvailable() -> Bool { RunningApp.shared.canHave(.heading) }

    /// Returns whether the machine can, or may be able to, notice significant changes.
    open class func significantLocationChangeMonitoringAvailable() -> Bool {
        RunningApp.shared.canHave(.significantChanges)
    }

    /// Returns whether regions of a class can be monitored: of ``CLCircularRegion`` or ``CLBeaconRegion``.
    open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        if regionClass is CLCircularRegion.Type { return RunningApp.shared.canHave(.regions) }
        return regionClass is CLBeaconRegion.Type && RunningApp.shared.canHave(.beacons)
    }

    /// Returns whether a program can listen for beacons.
    open class func isRangingAvailable() -> Bool { RunningApp.shared.canHave(.beacons) }

    // MARK: Authorization

    /// Returns the authorization, for code of before iOS 14; this does not make the app in use.
    open class func authorizationStatus() -> CLAuthorizationStatus {
        RunningApp.shared.presentAuthorization.map { CLAuthorizationStatus($0.status) } ?? .notDetermined
    }

    open var authorizationStatus: CLAuthorizationStatus {
        app.authorization.map { CLAuthorizationStatus($0.status) } ?? .notDetermined
    }

    open var accuracyAuthorization: CLAccuracyAuthorization {
        app.authorization?.accuracy == .reduced ? .reducedAccuracy : .fullAccuracy
    }

    open var isAuthorizedForWidgetUpdates: Bool { app.authorization?.isAuthorizedForWidgetUpdates ?? false }

    /// Asks the person for the location while the app is in use; the delegate is called when that changes.
    open func requestWhenInUseAuthorization() {
        ask { session throws(ClientError) in try await session.requestWhenInUseAuthorization() }
    }

    /// Asks the person for the location at any time; the delegate is called when that changes.
    open func requestAlwaysAuthorization() {
        ask { session throws(ClientError) in try await session.requestAlwaysAuthorization() }
    }

    /// Asks the person for full accuracy, with the reason of a section `[TemporaryAccuracy KEY]` of the app's manifest.
    open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String,
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Task { [app, queue] in
            let error = await Self.askForFullAccuracy(purposeKey, app)
            queue.call { completion?(error) }
        }
    }

    open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {
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
            // As on Apple's platforms, an app that may not ask gets no error; its author reads why.
            await app.service.retrying { (error) in
                complain("\(error)")
            } _: { () throws(ClientError) in
                _ = try await request(session)
            }
        }
    }

    func authorizationChanged() {
        queue.call { [weak self] in
            guard let self else { return }
            let isNew = state.withLock { [now = app.authorization] state in
                defer { state.toldAuthorization = now }
                return state.toldAuthorization != now
            }
            guard isNew else { return }
            delegate?.locationManagerDidChangeAuthorization(self)
            if delegate != nil { followRegions() }
        }
    }

    // MARK: Settings

    /// The accuracy that suffices, in metres; negative for the best.
    ///
    /// From 50 m on, receivers may pause.
    open var desiredAccuracy: CLLocationAccuracy {
        get { state.withLock { $0.desiredAccuracy } }
        set { change(\.desiredAccuracy, to: newValue) }
    }

    /// The least distance in metres between two locations; negative for any.
    open var distanceFilter: CLLocationDistance {
        get { state.withLock { $0.distanceFilter } }
        set { change(\.distanceFilter, to: newValue) }
    }

    /// The least turn in degrees between two headings, 1 by default; negative for any.
    open var headingFilter: CLLocationDegrees {
        get { state.withLock { $0.headingFilter } }
        set { change(\.headingFilter, to: newValue, of: .headings) }
    }

    open var activityType: CLActivityType {
        get { state.withLock { $0.activityType } }
        set { change(\.activityType, to: newValue) }
    }

    /// The latest location that this manager delivered, and before that the latest one of the service.
    ///
    /// In a program that makes widgets, the location of the request that is being answered.
    open var location: CLLocation? {
        if let knowledge = app.widgetKnowledge(since: request) {
            return try? knowledge.flatMap { $0.result }.get()
        }
        let now = ContinuousClock.now
        let (told, mayAsk) = state.withLock { state in
            // A screen that is drawn again and again does not ask each time.
            let mayAsk = state.askedForLocation.map { $0.duration(to: now) > .seconds(1) } ?? true
            if state.location == nil, mayAsk { state.askedForLocation = now }
            return (state.location, mayAsk)
        }
        guard told == nil, mayAsk, app.authorization?.status.isAuthorized ?? false,
            let known = app.service.latestLocation(for: app.identifier)
        else { return told }
        return state.withLock { state in
            state.location = state.location ?? CLLocation(known)
            return state.location
        }
    }

    /// The latest heading that this manager delivered.
    open var heading: CLHeading? { state.withLock { $0.heading } }

    /// Whether updates go on while a host reports that the app's windows are hidden; the settings show that they do.
    open var allowsBackgroundLocationUpdates: Bool {
        get { state.withLock { $0.allowsBackground } }
        set {
            state.withLock { state in
                state.allowsBackground = newValue
                stayInUse(&state)
            }
        }
    }

    /// Has no effect: updates always pause while the machine rests, and always go on by themselves.
    open var pausesLocationUpdatesAutomatically = true

    /// Has no effect: the sign that shows the use of the location shows that of every app.
    open var showsBackgroundLocationIndicator = false

    /// Has no effect: headings are those of the vehicle, however a screen in it is turned.
    open var headingOrientation = CLDeviceOrientation.portrait

    /// Does nothing: no calibration is ever displayed.
    open func dismissHeadingCalibrationDisplay() {}

    // MARK: Location and heading

    /// Requests one location; the delegate gets it within 10 s, or the error that explains its absence.
    ///
    /// A call while another waits does nothing.
    open func requestLocation() {
        if let knowledge = app.widgetKnowledge(since: request) { return tell(widget: knowledge) }
        state.withLock { $0.running[.request] = $0.running[.request] ?? locate($0.desiredAccuracy) }
    }

    /// Gives the delegate the location, and each new one, until ``stopUpdatingLocation()``.
    ///
    /// While the app is not authorized, no receiver has given a location for 10 s, or the service does not
    /// run, the delegate gets the error once; the updates go on by themselves. A second start changes
    /// nothing. In a program that makes widgets it gets one location, as by ``requestLocation()``.
    open func startUpdatingLocation() {
        if let knowledge = app.widgetKnowledge(since: request) { return tell(widget: knowledge) }
        state.withLock { state in
            guard state.running[.updates] == nil else { return }
            state.running.removeValue(forKey: .request)?.cancel()
            state.running[.updates] = follow(state)
            stayInUse(&state)
        }
    }

    /// Ends the updates, and a request that waits.
    open func stopUpdatingLocation() { end(.updates, .request) }

    /// Gives the delegate the heading, and each new one, until ``stopUpdatingHeading()``.
    open func startUpdatingHeading() {
        if let refusal = app.refusalAsWidgets(of: "startUpdatingHeading") { return fail(refusal) }
        state.withLock { $0.running[.headings] = $0.running[.headings] ?? followHeadings($0) }
    }

    open func stopUpdatingHeading() { end(.headings) }

    // MARK: Monitoring, also while the app does not run

    /// Gives the delegate each significant change of the location, also those while the app did not run.
    ///
    /// The first location comes soon: the last one that counted as a change.
    open func startMonitoringSignificantLocationChanges() { start(.significantChanges) }
    open func stopMonitoringSignificantLocationChanges() { stop(.significantChanges) }

    /// Gives the delegate each arrival and departure, also those while the app did not run.
    open func startMonitoringVisits() { start(.visits) }
    open func stopMonitoringVisits() { stop(.visits) }

    /// Monitors a region, in place of one with the same identifier, until ``stopMonitoring(for:)``: the
    /// delegate gets entries and exits, also those while the app did not run.
    ///
    /// A manager with a delegate gets the events of regions of earlier runs too. The first known state is no
    /// crossing: the delegate gets only the state.
    open func startMonitoring(for region: CLRegion) {
        if let refusal = app.refusalAsWidgets(of: "startMonitoring(for:)") {
            return fail(region, CLError(.regionMonitoringDenied, refusal.localizedDescription))
        }
        let watched = region.value
        guard let condition = watched.condition else {
            return fail(region, CLError(.regionMonitoringFailure, "the region is not on the globe"))
        }
        let earlier = app.setRegion(watched.identifier, to: watched)
        if earlier != watched { state.withLock { $0.regionStates[watched.identifier] = nil } }
        followRegions()
        app.enqueue { [weak self, app] in
            await app.service.retrying { (error) in
                guard !error.mayPass else { return }
                let kept = earlier?.monitor == watched.monitor ? earlier : nil
                _ = app.setRegion(watched.identifier, to: kept)
                let code: CLError.Code =
                    error.isRefusal ? .regionMonitoringDenied : .regionMonitoringFailure
                self?.fail(region, CLError(code, error.description))
            } _: { () throws(ClientError) in
                // The same region goes on, with the event that may wait.
                if earlier != watched {
                    if let earlier, earlier.monitor != watched.monitor {
                        try await app.monitor(earlier.monitor).remove(earlier.identifier)
                    }
                    try await app.monitor(watched.monitor).add(condition, identifier: watched.identifier)
                }
                self?.tell { $0.delegate?.locationManager($0, didStartMonitoringFor: region) }
            }
        }
    }

    /// Ends what ``startMonitoring(for:)`` began for the region with this identifier.
    open func stopMonitoring(for region: CLRegion) {
        guard let watched = app.setRegion(region.identifier, to: nil) else { return }
        state.withLock { $0.regionStates[watched.identifier] = nil }
        app.enqueue { [app] in
            do throws(ClientError) {
                try await app.monitor(watched.monitor).remove(watched.identifier)
            } catch { complain("\(error)") }
        }
    }

    /// Gives the delegate the state of a region: unknown if it is not monitored, or no fix has shown it.
    open func requestState(for region: CLRegion) {
        // After a start of the region that is under way.
        app.enqueue { [weak self, app] in
            do throws(ClientError) {
                let name = app.regions[region.identifier]?.monitor ?? region.value.monitor
                let known = try await app.monitor(name).records()[region.identifier]?.state
                self?.tell { manager in
                    let state = CLRegionState(known ?? .unknown)
                    manager.delegate?.locationManager(manager, didDetermineState: state, for: region)
                }
            } catch { self?.fail(region, CLError(.regionMonitoringFailure, error.description)) }
        }
    }

    /// The regions that the app's managers monitor, also those of earlier runs.
    open var monitoredRegions: Set<CLRegion> { Set(app.regions.values.compactMap(\.region)) }

    /// The greatest radius of a region in metres.
    open var maximumRegionMonitoringDistance: CLLocationDistance { 1_000_000 }

    // MARK: Beacons

    /// Gives the delegate the beacons in range, now and whenever they change, until
    /// ``stopRangingBeacons(satisfying:)``.
    ///
    /// While the app is not authorized, or no program listens, the delegate gets the error once; ranging goes
    /// on by itself.
    open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        if let refusal = app.refusalAsWidgets(of: "startRangingBeacons") {
            return tell { $0.delegate?.locationManager($0, didFailRangingFor: constraint, error: refusal) }
        }
        let ranging = Activity.ranging(constraint)
        state.withLock { $0.running[ranging] = $0.running[ranging] ?? range(constraint) }
    }

    open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        end(.ranging(constraint))
    }

    open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> {
        let running = state.withLock { $0.running.keys }
        return Set(running.compactMap { if case .ranging(let constraint) = $0 { constraint } else { nil } })
    }
}

import LinuxSystem
import LocationModel
package import Waymark

/// The app that this program is, as the service knows it: in use while the program runs.
package final class RunningApp: Sendable {
    /// The app, which connects to the service when it is first needed.
    package static let shared = RunningApp()

    let identifier = WaymarkService.defaultApp

    let service = WaymarkService()

    struct State {
        var authorization: Authorization?
        var answered: [AnsweredRequest] = []
        var opening: Task<LocationManager?, Never>?

        /// Whether the program makes widgets, and so is not in use itself.
        var makesWidgets = false

        /// The regions of location managers by their identifiers.
        var regions: [String: WatchedRegion] = [:]

        /// The app's managers.
        var listeners: [ObjectIdentifier: Listener] = [:]
        var following: Task<Void, Never>?

        /// The latest of the managers' commands to the service, which run one after the other.
        var commands: Task<Void, Never>?

        /// The states of regions that an earlier run of the app got.
        var earlierStates: [String: RegionState] = [:]

        /// Whether `regions` has what the service kept from earlier runs.
        var hasReadRegions = false
    }

    let state = Guarded(State())

    private init() {}

    // MARK: Authorization

    /// The authorization that the service reported last; `nil` before the first.
    package var authorization: Authorization? { state.withLock { $0.authorization } }

    func add(_ manager: CLLocationManager) {
        let listener = Listener(manager: manager, queue: manager.queue)
        state.withLock { $0.listeners[ObjectIdentifier(manager)] = listener }
    }

    func remove(_ manager: ObjectIdentifier) {
        state.withLock { state in
            state.listeners[manager] = nil
            state.endUnheardEvents()
        }
    }

    private func publish(_ authorization: Authorization) {
        let listeners = state.withLock { state in
            guard state.authorization != authorization else { return [Listener]() }
            state.authorization = authorization
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.manager?.authorizationChanged() }
    }

    // MARK: The session

    /// Begins the session, unless it has begun, and waits a moment for the first authorization.
    ///
    /// Apps read the authorization as soon as they have a manager, so it is asked for on this thread.
    func begin() {
        let isFirst = state.withLock { state in
            guard state.opening == nil, !state.makesWidgets else { return false }
            state.opening = Task { await self.openSession() }
            return true
        }
        guard isFirst, let authorization = service.presentAuthorization(of: identifier)
        else { return }
        state.withLock { $0.authorization = $0.authorization ?? authorization }
    }

    /// Returns the session, as soon as the service is there.
    func session() async -> LocationManager? { await state.withLock { $0.opening }?.value }

    /// Opens the session; `nil` if the service refuses this program.
    private func openSession() async -> LocationManager? {
        var opened: LocationManager?
        await service.retrying { (error) in
            if !error.mayPass { complain("\(error)") }
        } _: { () throws(ClientError) in
            let session = try await LocationManager(app: identifier, on: service)
            publish(session.authorization)
            Task { await self.follow(session) }
            opened = session
        }
        return opened
    }

    private func follow(_ session: LocationManager) async {
        do throws(ClientError) {
            for try await authorization in session.authorizations { publish(authorization) }
        } catch { complain("\(error)") }
    }

    /// Keeps the app in use, although its windows may be hidden, until the task is cancelled.
    func stayInUse() -> Task<Void, Never> {
        Task {
            await service.retrying { (error) in
                complain("\(error)")
            } _: { () throws(ClientError) in
                let session = ServiceSession(authorization: .none, background: true)
                defer { session.invalidate() }
                for try await _ in session.diagnostics {}
            }
        }
    }

    // MARK: Questions of code that cannot wait

    /// The authorization now, without making this program an app in use; `nil` if the service reports none.
    var presentAuthorization: Authorization? {
        authorization
            ?? (makesWidgets ? nil : service.presentAuthorization(of: identifier))
    }

    /// The conditions that limit the app's events; `nil` if the service does not answer.
    var presentDiagnostics: Set<MonitoringDiagnostic>? { service.presentDiagnostics(of: identifier) }

    /// Returns whether the app can have a feature, or may be able to: not in a program that makes widgets, nor without the
    /// service.
    func canHave(_ feature: LocationFeature) -> Bool {
        guard !makesWidgets, let known = service.presentAvailability(of: feature) else { return false }
        return known != .unavailable
    }

    // MARK: Regions

    /// The regions of the app's location managers by their identifiers, also those of earlier runs.
    var regions: [String: WatchedRegion] {
        let (known, isComplete) = state.withLock { ($0.regions, $0.hasReadRegions || $0.makesWidgets) }
        guard !isComplete, let kept = service.presentRegions(of: identifier) else {
            return known
        }
        return state.withLock { state in
            state.hasReadRegions = true
            for named in kept {
                guard let region = WatchedRegion(named), state.regions[region.identifier] == nil else {
                    continue
                }
                state.regions[region.identifier] = region
                state.earlierStates[region.identifier] = named.record.lastEvent?.state
            }
            return state.regions
        }
    }

    func earlierState(of region: String) -> RegionState? { state.withLock { $0.earlierStates[region] } }

    /// Adds, changes or removes a region.
    ///
    /// - Returns: The earlier region.
    func setRegion(_ identifier: String, to region: WatchedRegion?) -> WatchedRegion? {
        let earlier = regions[identifier]
        state.withLock { state in
            state.regions[identifier] = region
            if earlier != region { state.earlierStates[identifier] = nil }
        }
        return earlier
    }

    // MARK: Widgets

    /// Whether this program makes widgets, and so is not in use itself.
    var makesWidgets: Bool { state.withLock { $0.makesWidgets } }

    /// Makes this program one that makes widgets: it is not in use itself, and has the authorization of its
    /// widgets.
    package func makeWidgets() { state.withLock { $0.makesWidgets = true } }

    /// Records the authorization of the widgets.
    package func record(_ authorization: Authorization) {
        if !authorization.isAuthorizedForWidgetUpdates,
            self.authorization?.isAuthorizedForWidgetUpdates ?? false || !authorization.status.isAuthorized
        {
            for request in answeredRequests { request.withdraw() }
        }
        publish(authorization)
    }

    var answeredRequests: [AnsweredRequest] { state.withLock { $0.answered } }

    /// Records that a request for a timeline is being answered.
    package func begin(_ request: AnsweredRequest) { state.withLock { $0.answered.append(request) } }

    /// Records that a request has been answered, or is replaced by a newer one.
    package func end(_ request: AnsweredRequest) {
        request.end()
        state.withLock { $0.answered.removeAll { $0 === request } }
    }

    /// Returns the failure of a call that only an app can make, in a program that makes widgets; `nil` in an
    /// app.
    ///
    /// The service would refuse it. The program's author reads why, even if no delegate gets the failure.
    func refusalAsWidgets(of call: String) -> CLError? {
        guard makesWidgets else { return nil }
        let error = CLError(
            .denied,
            """
            \(call): this program serves widgets, so it is not the app itself: a widget calls requestLocation() or \
            liveUpdates() while it makes a timeline; an app that wants more runs a second program
            """
        )
        complain(error.localizedDescription)
        return error
    }
}

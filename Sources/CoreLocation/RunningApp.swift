import LinuxSystem
import LocationModel
package import Waymark

/// The app that this program is, as the service knows it: in use while the program runs.
package final class RunningApp: Sendable {
    /// The app, which connects to the service when it is first needed.
    package static let shared = RunningApp()

    let identifier = WaymarkService.defaultApp

    let service = WaymarkService()

    private struct State {
        var authorization: Authorization?
        var answered: [AnsweredRequest] = []
        var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var opening: Task<LocationManager?, Never>?

        /// Whether the program makes widgets, and so is not in use itself.
        var makesWidgets = false
    }

    private let state = Guarded(State())

    private init() {}

    // MARK: Authorization

    /// The authorization that the service told last; `nil` while it has told none.
    package var authorization: Authorization? { state.withLock { $0.authorization } }

    /// Calls `listener` whenever the authorization has changed, until it is removed.
    func add(_ listener: ObjectIdentifier, _ notify: @escaping @Sendable () -> Void) {
        state.withLock { $0.listeners[listener] = notify }
    }

    func remove(_ listener: ObjectIdentifier) { state.withLock { $0.listeners[listener] = nil } }

    private func publish(_ authorization: Authorization) {
        let listeners = state.withLock { state in
            guard state.authorization != authorization else { return [@Sendable () -> Void]() }
            state.authorization = authorization
            return Array(state.listeners.values)
        }
        for notify in listeners { notify() }
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
        guard isFirst, let authorization = service.presentAuthorization(of: identifier, within: .seconds(2))
        else { return }
        state.withLock { $0.authorization = $0.authorization ?? authorization }
    }

    /// The session, as soon as the service is there.
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

    // MARK: Widgets

    /// Whether this program makes widgets, and so is not in use itself.
    var makesWidgets: Bool { state.withLock { $0.makesWidgets } }

    /// Makes this program one that makes widgets: it is not in use itself, and knows what its widgets may know.
    package func makeWidgets() { state.withLock { $0.makesWidgets = true } }

    /// Takes over what the service says to the widgets.
    package func record(_ authorization: Authorization) {
        if !authorization.isAuthorizedForWidgetUpdates,
            self.authorization?.isAuthorizedForWidgetUpdates ?? false || !authorization.status.isAuthorized
        {
            for request in answeredRequests { request.withdraw() }
        }
        publish(authorization)
    }

    var answeredRequests: [AnsweredRequest] { state.withLock { $0.answered } }

    /// Takes note that a request for a timeline is being answered.
    package func begin(_ request: AnsweredRequest) { state.withLock { $0.answered.append(request) } }

    /// Takes note that a request has been answered, or is replaced by a newer one.
    package func end(_ request: AnsweredRequest) {
        request.end()
        state.withLock { $0.answered.removeAll { $0 === request } }
    }

    /// Returns the failure of what only an app can have, in a program that makes widgets; `nil` in an app.
    ///
    /// The service would refuse it. Its author reads why, also where no delegate tells it.
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

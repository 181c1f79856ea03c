import CommandLineTool
import Waymark

/// The events of one app, through restarts of the service.
final class OwnMonitor {
    typealias Event = MonitorInterface.Occurrence
    typealias Condition = (MonitorInterface.State) throws -> Bool

    /// Whether somebody has had the service monitor no more what this was begun for.
    private(set) var isStopped = false

    private let app: String
    private let own: OwnApp?
    private let service: Service
    private let isMonitored: Condition
    private let events: ServiceLink<MonitorInterface.FollowEvents>

    /// Open where the person has to be asked: a permission for once lasts as long as this.
    private let session: ServiceLink<LocationInterface.Open>
    private var diagnostics: [MonitoringDiagnostic] = []

    /// Creates a monitor of what the app monitors already, as `isMonitored` says of a state.
    ///
    /// The person is asked for an app that is this tool's `own`.
    init(
        _ app: String,
        _ own: OwnApp?,
        _ service: Service,
        _ patience: Patience,
        isMonitored: @escaping Condition
    ) {
        (self.app, self.own, self.service, self.isMonitored) = (app, own, service, isMonitored)
        events = ServiceLink(.init(app: app), to: service.path, patience.poller)
        session = ServiceLink(.init(app: app), to: service.path, patience.poller)
    }

    /// Opens the stream of events: a service that is not there at the start is a failure.
    func start() throws {
        if let own { _ = try service.call(own.registration) }
        try events.connect()
    }

    /// When to call ``next()`` though nothing has arrived.
    var deadline: ContinuousClock.Instant? { [events.deadline, session.deadline].compactMap(\.self).min() }

    /// Returns the next event that has arrived; `nil` if there is none, or ``isStopped``.
    func next() throws -> Event? {
        while let reply = try session.nextReply(complains: false) {
            if let name = reply.value.session { ask(in: name) }
        }
        while !isStopped, let reply = try events.nextReply() {
            if let state = reply.value.state { try hear(state) }
            if let event = reply.value.occurrence { return event }
        }
        return nil
    }

    /// Has the service keep an event no more; if it cannot be told now, it tells the event again.
    func acknowledge(_ event: Event) {
        _ = try? service.call(MonitorInterface.Acknowledge(app: app, event: event.identifier))
    }

    private func hear(_ state: MonitorInterface.State) throws {
        // The stream finds out what has become of the service, and then the state comes again.
        do {
            isStopped = !(try isMonitored(state))
        } catch let error as ClientError where error.isUnreachable {}
        guard !isStopped, state.diagnostics != diagnostics else { return }
        let isAsked = diagnostics.contains(.authorizationNotDetermined)
        diagnostics = state.diagnostics
        for diagnostic in diagnostics { Output.complain("waymarkctl: \(app): \(diagnostic.words(for: app))") }
        if own != nil, !isAsked, diagnostics.contains(.authorizationNotDetermined) { session.open() }
    }

    private func ask(in session: String) {
        guard diagnostics.contains(.authorizationNotDetermined) else { return }
        let call = LocationInterface.RequestAuthorization(session: session, level: .whenInUse)
        do throws(ClientError) {
            _ = try service.call(call)
        } catch { Output.complain("waymarkctl: the person cannot be asked: \(error.message)") }
    }
}

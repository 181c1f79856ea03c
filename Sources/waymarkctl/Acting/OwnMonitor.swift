import CommandLineTool
import LocationModel
import ServiceClient
import WaymarkInterfaces

/// The events of one app, through restarts of the service.
final class OwnMonitor {
    typealias Event = MonitorInterface.Occurrence
    typealias Condition = (MonitorInterface.State) throws -> Bool

    private let app: String
    private let own: OwnApp?
    private let stopped: String
    private let isMonitored: Condition
    private let waiter: EventWaiter
    private let events: ServiceLink<MonitorInterface.FollowEvents>

    /// Open where the person has to be asked: a permission for once lasts as long as this.
    private let session: ServiceLink<LocationInterface.Open>
    private var diagnostics: [MonitoringDiagnostic] = []

    /// The acknowledged events, newest last: the service repeats one if it did not hear of that.
    private var done: [String] = []

    /// Opens the stream of what the app monitors already, as `isMonitored` says of a state; `stopped` says that it
    /// does so no more.
    ///
    /// The person is asked for an app that is this tool's `own`. A service that is not there is a failure.
    init(
        _ app: String,
        _ own: OwnApp?,
        _ service: Service,
        stopped: String,
        isMonitored: @escaping Condition
    ) throws {
        (self.app, self.own, self.stopped, self.isMonitored) = (app, own, stopped, isMonitored)
        waiter = try EventWaiter()
        events = ServiceLink(.init(app: app), to: service.path, waiter.poller)
        session = ServiceLink(.init(app: app), to: service.path, waiter.poller)
        if let own { _ = try service.call(own.registration) }
        try events.connect()
    }

    /// Waits for the next event; `nil` if the process must end, or the app no longer monitors this.
    func next() throws -> Event? {
        var deadline: ContinuousClock.Instant? = .now
        while try waiter.wait(until: deadline) {
            while let reply = try session.nextReply(complains: false) {
                guard let name = reply.value.session, diagnostics.contains(.authorizationNotDetermined)
                else { continue }
                let question = LocationInterface.RequestAuthorization(session: name, level: .whenInUse)
                do throws(ClientError) { _ = try session.call(question) } catch {
                    Output.complain("waymarkctl: the person cannot be asked: \(error.message)")
                }
            }
            while let reply = try events.nextReply() {
                if let state = reply.value.state, try !take(state) {
                    Output.complain("waymarkctl: \(stopped)")
                    return nil
                }
                guard let event = reply.value.occurrence else { continue }
                guard done.contains(event.identifier) else { return event }
                acknowledge(event)
            }
            deadline = [events.deadline, session.deadline].compactMap(\.self).min()
        }
        return nil
    }

    /// Acknowledges an event; if the service cannot be told now, it repeats the event.
    func acknowledge(_ event: Event) {
        done = (done + [event.identifier]).suffix(100)
        _ = try? events.call(MonitorInterface.Acknowledge(app: app, event: event.identifier))
    }

    /// Tells the person what keeps events from the app; returns whether it still monitors this.
    private func take(_ state: MonitorInterface.State) throws -> Bool {
        do {
            guard try isMonitored(state) else { return false }
        } catch let error as ClientError where error.isUnreachable {
            // The stream finds out what has become of the service, and then the state comes again.
        }
        guard state.diagnostics != diagnostics else { return true }
        diagnostics = state.diagnostics
        for diagnostic in diagnostics { Output.complain("waymarkctl: \(app): \(diagnostic.words(for: app))") }
        if own != nil, diagnostics.contains(.authorizationNotDetermined) { session.open() }
        return true
    }
}

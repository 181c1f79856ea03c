import LinuxSystem
import Waymark

// What the service also watches while the app does not run, until it is told to stop.
extension CLLocationManager {
    func start(_ service: MonitoredService) {
        if let refusal = app.refusalAsWidgets(of: "startMonitoring") { return fail(refusal) }
        state.withLock { state in
            state.monitored.insert(service)
            if state.unclaimed.remove(service) != nil {
                // A new stream tells the event that waits.
                state.monitoring?.cancel()
                state.monitoring = nil
            }
            state.monitoring = state.monitoring ?? follow()
        }
        enqueue { [weak self, app] in
            await app.service.retrying { (error) in
                // That the service is away, or refuses this program, is told by the stream.
                if !error.mayPass, !error.isRefusal { self?.fail(CLError(error)) }
            } _: { () throws(ClientError) in
                // Until the service is there, the app may have thought better of it.
                guard self?.state.withLock({ $0.monitored.contains(service) }) ?? true else { return }
                try await app.service.startMonitoring(service, for: app.identifier)
            }
        }
    }

    func stop(_ service: MonitoredService) {
        guard !app.makesWidgets else { return }
        state.withLock { state in
            state.monitored.remove(service)
            if service == .significantChanges { state.toldPlace = nil }
            if state.monitored.isEmpty {
                state.monitoring?.cancel()
                state.monitoring = nil
            }
        }
        enqueue { [app] in
            do throws(ClientError) {
                try await app.service.stopMonitoring(service, for: app.identifier)
            } catch { complain("\(error)") }
        }
    }

    /// Does some work after what the app's managers enqueued before; none is cancelled by the next.
    ///
    /// To the service they are one app, so a start that follows the stop of another manager must not overtake it.
    func enqueue(_ command: @escaping @Sendable () async -> Void) {
        app.state.withLock { state in
            let before = state.commands
            state.commands = Task {
                await before?.value
                await command()
            }
        }
    }

    /// Tells what happens to all services until it is cancelled.
    private func follow() -> Task<Void, Never> {
        Task { [weak self, app, queue] in
            await app.service.retrying { (error) in
                self?.fail(CLError(error))
            } _: { () throws(ClientError) in
                let updates = app.service.monitorUpdates(for: app.identifier) { [weak self] event in
                    self?.isAbout(event) ?? false
                }
                for try await update in updates {
                    // The service counts an event as handled when the next is asked for. One that nobody was told waits.
                    guard await queue.callAndWait({ self?.tell(update) }) else { return }
                }
            }
            // It has ended by itself, so that a later start begins again.
            if !Task.isCancelled { self?.state.withLock { $0.monitoring = nil } }
        }
    }

    /// Returns whether the app asked this manager for such events.
    ///
    /// The others are left to whoever follows these, because an event is gone once it is acknowledged.
    private func isAbout(_ event: MonitorEvent) -> Bool {
        let service: MonitoredService
        switch event.content {
        case .significantChange: service = .significantChanges
        case .arrival, .departure: service = .visits
        case .region: return false
        @unknown default: return false
        }
        return state.withLock { state in
            let isMonitored = state.monitored.contains(service)
            if !isMonitored { state.unclaimed.insert(service) }
            return isMonitored
        }
    }

    private func tell(_ update: MonitorUpdate) {
        let monitored = state.withLock { $0.monitored }
        switch update {
        case .state(let monitoring):
            // The last known place comes first.
            guard monitored.contains(.significantChanges),
                let place = monitoring.place.map({ CLLocation($0) })
            else { return }
            // The state is told again when something else of it changes.
            let isNew = state.withLock { state in
                defer { state.toldPlace = place }
                return state.toldPlace?.timestamp != place.timestamp
            }
            if isNew { tell(.success(place)) }
        case .event(let event):
            switch event.content {
            case .significantChange(let place) where monitored.contains(.significantChanges):
                tell(.success(CLLocation(place)))
            case .arrival(let visit) where monitored.contains(.visits),
                .departure(let visit) where monitored.contains(.visits):
                delegate?.locationManager(self, didVisit: CLVisit(visit))
            case .significantChange, .arrival, .departure, .region: break
            @unknown default: break
            }
        @unknown default: break
        }
    }
}

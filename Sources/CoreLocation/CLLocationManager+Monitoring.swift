import LinuxSystem
import Waymark

// Monitoring, which goes on while the app does not run, until it is stopped.
extension CLLocationManager {
    func start(_ service: MonitoredService) {
        if let refusal = app.refusalAsWidgets(of: "startMonitoring") { return fail(refusal) }
        app.listen(for: .service(service), ObjectIdentifier(self))
        app.enqueue { [weak self, app] in
            await app.service.retrying { (error) in
                // The stream reports that the service is away, or refuses this program.
                if !error.mayPass, !error.isRefusal { self?.fail(CLError(error)) }
            } _: { () throws(ClientError) in
                // The app may have stopped it before the service was there.
                guard self?.listens(for: .service(service)) ?? true else { return }
                try await app.service.startMonitoring(service, for: app.identifier)
            }
        }
    }

    func stop(_ service: MonitoredService) {
        guard !app.makesWidgets else { return }
        app.ignore(.service(service), ObjectIdentifier(self))
        if service == .significantChanges { state.withLock { $0.toldPlace = nil } }
        app.enqueue { [app] in
            do throws(ClientError) {
                try await app.service.stopMonitoring(service, for: app.identifier)
            } catch { complain("\(error)") }
        }
    }

    private func listens(for kind: RunningApp.EventKind) -> Bool {
        app.kinds(of: ObjectIdentifier(self)).contains(kind)
    }

    func tell(_ told: Result<MonitorUpdate, ClientError>) {
        switch told {
        case .failure(let error):
            // A failure for regions goes only to the log: they go on by themselves.
            if app.kinds(of: ObjectIdentifier(self)).isSubset(of: [.regions]) {
                complain("\(error)")
            } else {
                tell(.failure(CLError(error)))
            }
        case .success(.state(let monitoring)):
            if listens(for: .regions) { tellRefusals(monitoring.diagnostics) }
            // The last known place comes first.
            guard listens(for: .service(.significantChanges)),
                let place = monitoring.place.map({ CLLocation($0) })
            else { return }
            // The state is reported again when another part of it changes.
            let isNew = state.withLock { state in
                defer { state.toldPlace = place }
                return state.toldPlace?.timestamp != place.timestamp
            }
            if isNew { tell(.success(place)) }
        case .success(.event(let event)):
            // Nothing follows after the app has said stop. A new stream repeats the last event of the
            // previous one.
            let isNew = state.withLock { state in
                defer { state.toldEvent = event.id }
                return state.toldEvent != event.id
            }
            guard isNew, let kind = event.kind, listens(for: kind) else { return }
            switch event.content {
            case .significantChange(let place): tell(.success(CLLocation(place)))
            case .arrival(let visit), .departure(let visit):
                delegate?.locationManager(self, didVisit: CLVisit(visit))
            case .region(let change): tell(change)
            @unknown default: break
            }
        @unknown default: break
        }
    }
}

extension RunningApp {
    /// A kind of event that an app also gets after it did not run.
    enum EventKind: Hashable {
        case service(MonitoredService)
        case regions
    }

    /// A manager, and the kinds of events that it gets.
    struct Listener {
        var kinds: Set<EventKind> = []
        weak var manager: CLLocationManager?
        let queue: DelegateQueue

        /// Delivers an update to the manager, and returns whether it could; nobody gets one whose manager is
        /// gone.
        func tell(_ told: Result<MonitorUpdate, ClientError>) async -> Bool {
            await queue.callAndWait { [weak manager] in manager?.tell(told) != nil }
        }
    }

    /// Delivers a kind of event to a manager, until it ignores that kind.
    ///
    /// There is one stream for all managers, because an event is gone once it is acknowledged.
    func listen(for kind: EventKind, _ manager: ObjectIdentifier) {
        state.withLock { state in
            let isNew = state.listeners[manager]?.kinds.insert(kind).inserted ?? false
            guard isNew || state.following == nil else { return }
            // A new stream reports the present state, and the events that wait.
            state.following?.cancel()
            state.following = Task { await followEvents() }
        }
    }

    func ignore(_ kind: EventKind, _ manager: ObjectIdentifier) {
        state.withLock { state in
            state.listeners[manager]?.kinds.remove(kind)
            state.endUnheardEvents()
        }
    }

    func kinds(of manager: ObjectIdentifier) -> Set<EventKind> {
        state.withLock { $0.listeners[manager]?.kinds ?? [] }
    }

    private func followEvents() async {
        await service.retrying { (error) in
            for listener in state.withLock({ $0.listeners.values }) where !listener.kinds.isEmpty {
                _ = await listener.tell(.failure(error))
            }
        } _: { () throws(ClientError) in
            while !state.withLock(\.isUnheard) {
                let updates = service.monitorUpdates(for: identifier) { [state] event in
                    // Other events are left to their followers, because an event is gone once it is
                    // acknowledged.
                    guard let kind = event.kind else { return false }
                    return state.withLock { $0.listeners.values.contains { $0.kinds.contains(kind) } }
                }
                for try await update in updates {
                    // Asking for the next one would acknowledge it; a new stream delivers it to a manager
                    // that is there.
                    guard await tell(update) else { break }
                }
                guard !Task.isCancelled else { return }
            }
        }
        // It has ended by itself: a later start begins again.
        state.withLock { if !Task.isCancelled { $0.following = nil } }
    }

    /// Delivers an update to the managers that it concerns, and returns whether any got it; the others get no
    /// more.
    private func tell(_ update: MonitorUpdate) async -> Bool {
        let kind: EventKind? = if case .event(let event) = update { event.kind } else { nil }
        let listeners = state.withLock { state in
            state.listeners.filter { kind.map($0.value.kinds.contains) ?? !$0.value.kinds.isEmpty }
        }
        var isTold = false
        for (manager, listener) in listeners {
            if await listener.tell(.success(update)) {
                isTold = true
            } else {
                // A new manager at the same address, which listens, has cancelled the task.
                state.withLock { if !Task.isCancelled { $0.listeners[manager]?.kinds = [] } }
            }
        }
        return isTold
    }

    /// Runs a command after those that the app's managers enqueued before; none cancels another.
    ///
    /// To the service they are one app, so a start that follows the stop of another manager must not overtake it.
    func enqueue(_ command: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let before = state.commands
            state.commands = Task {
                await before?.value
                await command()
            }
        }
    }
}

extension RunningApp.State {
    /// Whether no manager gets events.
    fileprivate var isUnheard: Bool { listeners.values.allSatisfy(\.kinds.isEmpty) }

    mutating func endUnheardEvents() {
        guard isUnheard else { return }
        following?.cancel()
        following = nil
    }
}

extension MonitorEvent {
    /// The kind of event for a manager; `nil` for one that no manager gets, such as that of a ``CLMonitor``.
    fileprivate var kind: RunningApp.EventKind? {
        switch content {
        case .significantChange: .service(.significantChanges)
        case .arrival, .departure: .service(.visits)
        case .region(let change): WatchedRegion.monitors.contains(change.monitor) ? .regions : nil
        @unknown default: nil
        }
    }
}

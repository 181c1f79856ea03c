import LinuxSystem
import Waymark

// What the service also watches while the app does not run, until it is told to stop.
extension CLLocationManager {
    func start(_ service: MonitoredService) {
        if let refusal = app.refusalAsWidgets(of: "startMonitoring") { return fail(refusal) }
        app.listen(for: .service(service), ObjectIdentifier(self))
        app.enqueue { [weak self, app] in
            await app.service.retrying { (error) in
                // That the service is away, or refuses this program, is told by the stream.
                if !error.mayPass, !error.isRefusal { self?.fail(CLError(error)) }
            } _: { () throws(ClientError) in
                // Until the service is there, the app may have thought better of it.
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
            // For regions, it is in the log alone: they go on by themselves.
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
            // The state is told again when something else of it changes.
            let isNew = state.withLock { state in
                defer { state.toldPlace = place }
                return state.toldPlace?.timestamp != place.timestamp
            }
            if isNew { tell(.success(place)) }
        case .success(.event(let event)):
            // Nothing follows after the app has said stop. A new stream tells again what the one before told last.
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
    /// What an app can be told of after it did not run.
    enum EventKind: Hashable {
        case service(MonitoredService)
        case regions
    }

    /// A manager, and of which events it is told.
    struct Listener {
        var kinds: Set<EventKind> = []
        weak var manager: CLLocationManager?
        let queue: DelegateQueue

        /// Tells the manager, and returns whether it could: what arrives when it is gone was told to nobody.
        func tell(_ told: Result<MonitorUpdate, ClientError>) async -> Bool {
            await queue.callAndWait { [weak manager] in manager?.tell(told) != nil }
        }
    }

    /// Tells a manager of a kind of events, until it ignores them.
    ///
    /// There is one stream for all managers, because an event is gone once it is acknowledged.
    func listen(for kind: EventKind, _ manager: ObjectIdentifier) {
        state.withLock { state in
            let isNew = state.listeners[manager]?.kinds.insert(kind).inserted ?? false
            guard isNew || state.following == nil else { return }
            // A new stream tells the present state, and the events that wait.
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

    /// Returns of what events a manager is told.
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
                    // The others are left to whoever follows these, because an event is gone once it is acknowledged.
                    guard let kind = event.kind else { return false }
                    return state.withLock { $0.listeners.values.contains { $0.kinds.contains(kind) } }
                }
                for try await update in updates {
                    // To ask for the next would acknowledge it; a new stream tells it to who can be told.
                    guard await tell(update) else { break }
                }
                guard !Task.isCancelled else { return }
            }
        }
        // It has ended by itself, so that a later start begins again.
        state.withLock { if !Task.isCancelled { $0.following = nil } }
    }

    /// Tells all whom an update concerns, and returns whether anybody could be told; who could not is listened to no more.
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
                // A new manager at this place in memory, which listens, has cancelled the task.
                state.withLock { if !Task.isCancelled { $0.listeners[manager]?.kinds = [] } }
            }
        }
        return isTold
    }

    /// Does some work after what the app's managers enqueued before; none is cancelled by the next.
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
    /// Whether no manager is told of events.
    fileprivate var isUnheard: Bool { listeners.values.allSatisfy(\.kinds.isEmpty) }

    mutating func endUnheardEvents() {
        guard isUnheard else { return }
        following?.cancel()
        following = nil
    }
}

extension MonitorEvent {
    /// What kind of event it is for a manager; `nil` for one that no manager is told of, such as that of a ``CLMonitor``.
    fileprivate var kind: RunningApp.EventKind? {
        switch content {
        case .significantChange: .service(.significantChanges)
        case .arrival, .departure: .service(.visits)
        case .region(let change): WatchedRegion.monitors.contains(change.monitor) ? .regions : nil
        @unknown default: nil
        }
    }
}

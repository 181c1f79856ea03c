import LinuxSystem
import LocationModel
import Waymark

// Regions, which the service keeps and watches for the app like the conditions of a CLMonitor.
extension CLLocationManager {
    func watch(_ region: CLRegion) {
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
        enqueue { [weak self, app] in
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

    func unwatch(_ region: CLRegion) {
        guard let watched = app.setRegion(region.identifier, to: nil) else { return }
        state.withLock { $0.regionStates[watched.identifier] = nil }
        enqueue { [app] in
            do throws(ClientError) {
                try await app.monitor(watched.monitor).remove(watched.identifier)
            } catch { complain("\(error)") }
        }
    }

    func tellState(of region: CLRegion) {
        // After a start of the region that is under way.
        enqueue { [weak self, app] in
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

    /// Follows what happens to regions, if there are any: also those that an earlier run of the app started.
    func followRegions() {
        guard !app.regions.isEmpty else { return }
        app.followRegions(ObjectIdentifier(self)) { [weak self, queue] update in
            await queue.callAndWait {
                switch update {
                case .state(let monitoring): self?.tellFailure(monitoring.diagnostics)
                case .event(let event): if case .region(let change) = event.content { self?.tell(change) }
                @unknown default: break
                }
            }
        }
    }

    /// Tells a change of a region; called where delegates are.
    private func tell(_ change: RegionChange) {
        guard let region = app.regions[change.identifier]?.region else { return }
        let earlier = state.withLock { state in
            defer { state.regionStates[change.identifier] = change.state }
            return state.regionStates[change.identifier]
        }
        let before = earlier ?? app.earlierState(of: change.identifier)
        guard before != change.state else { return }
        delegate?.locationManager(self, didDetermineState: CLRegionState(change.state), for: region)
        // The first state that is known is no crossing.
        switch (before, change.state) {
        case (_?, .satisfied) where region.notifyOnEntry:
            delegate?.locationManager(self, didEnterRegion: region)
        case (_?, .unsatisfied) where region.notifyOnExit:
            delegate?.locationManager(self, didExitRegion: region)
        default: break
        }
    }

    /// Tells once of each region that the app may not know of it; called where delegates are.
    private func tellFailure(_ diagnostics: Set<MonitoringDiagnostic>) {
        let refusals: Set<MonitoringDiagnostic> = [
            .authorizationDenied, .authorizationRestricted, .accuracyLimited,
        ]
        let regions = diagnostics.isDisjoint(with: refusals) ? [:] : app.regions
        let new = state.withLock { state in
            defer { state.refusedRegions = Set(regions.keys) }
            return regions.filter { !state.refusedRegions.contains($0.key) }
        }
        for region in new.values.compactMap(\.region) {
            let error = CLError(.regionMonitoringDenied, "the app may not know the exact location")
            delegate?.locationManager(self, monitoringDidFailFor: region, withError: error)
        }
    }

    private func fail(_ region: CLRegion, _ error: CLError) {
        tell { $0.delegate?.locationManager($0, monitoringDidFailFor: region, withError: error) }
    }
}

extension RunningApp {
    /// Calls `tell` with what happens to regions, until the listener is removed; it returns whether it could tell.
    ///
    /// There is one stream for all managers, because an event is gone once it is acknowledged.
    fileprivate func followRegions(
        _ listener: ObjectIdentifier,
        _ tell: @escaping @Sendable (MonitorUpdate) async -> Bool
    ) {
        state.withLock { state in
            state.regionListeners[listener] = tell
            if state.hasLeftRegions {
                // A new stream tells the event that waits.
                state.hasLeftRegions = false
                state.followingRegions?.cancel()
                state.followingRegions = nil
            }
            state.followingRegions = state.followingRegions ?? Task { await followRegions() }
        }
    }

    private func followRegions() async {
        await service.retrying { (error) in
            complain("\(error)")
        } _: { () throws(ClientError) in
            let updates = service.monitorUpdates(for: identifier) { [state] event in
                guard case .region(let change) = event.content,
                    WatchedRegion.monitors.contains(change.monitor)
                else { return false }
                // An event is gone once it is acknowledged, so it waits for a manager.
                return state.withLock { state in
                    if state.regionListeners.isEmpty { state.hasLeftRegions = true }
                    return !state.regionListeners.isEmpty
                }
            }
            for try await update in updates {
                let isEvent = if case .event = update { true } else { false }
                var asked: Set<ObjectIdentifier> = []
                var isHeard = false
                // Also a manager that was made while the first one waited for its thread.
                while let next = state.withLock({ state in
                    let next = state.regionListeners.first { !asked.contains($0.key) }
                    if next == nil, isEvent, !isHeard, !Task.isCancelled { state.hasLeftRegions = true }
                    return next
                }) {
                    asked.insert(next.key)
                    if await next.value(update) { isHeard = true }
                }
                // Whoever it was for is gone, or its thread is. To ask for the next would acknowledge it.
                if isEvent, !isHeard { return }
            }
        }
        // It has ended by itself, so that a later start begins again.
        state.withLock { if !Task.isCancelled { $0.followingRegions = nil } }
    }

    fileprivate func monitor(_ name: String) throws(ClientError) -> Monitor {
        try Monitor(name, of: identifier, on: service)
    }
}

package import LocationModel

// What apps monitor, and the streams on which they follow it.
extension Engine {
    /// Returns the services that an app monitors, in the order of their declaration.
    package func services(monitoredBy app: AppKey) -> [MonitoredService] {
        MonitoredService.allCases.filter { saved.monitoring[app]?.contains($0) ?? false }
    }

    /// Returns what an app monitors, and what keeps events from it.
    package func monitorState(of app: AppKey) -> MonitorState {
        MonitorState(
            services: services(monitoredBy: app),
            regionCount: regions.count(of: app),
            diagnostics: diagnostics(of: app)
        )
    }

    /// The visit that lasts, if an app may know of visits.
    package var presentVisit: Visit? { visits.present }

    /// The apps that monitor something.
    var monitoringApps: Set<AppKey> { Set(saved.monitoring.keys).union(regions.apps) }

    /// Returns whether an app monitors something.
    func isMonitoring(_ app: AppKey) -> Bool { saved.monitoring[app] != nil || regions.contains(app) }

    /// Returns the ground on which receivers run for what an app monitors.
    func monitorEntitlement(of app: AppKey) -> EntitledConsumer? {
        // Regions are off under reduced accuracy, and no receiver of positions helps to hear beacons.
        guard
            saved.monitoring[app] != nil
                || regions.hasAreas(app) && authorization(of: app).accuracy == .full
        else { return nil }
        return entitlementToTell(app)
    }

    /// Returns the ground on which events are made for an app, for which the person may be asked first.
    func entitlementToTell(_ app: AppKey) -> EntitledConsumer? {
        let authorization = authorization(of: app)
        let ground = ground(for: app, under: authorization)
        guard ground != nil || authorization.isUnconfirmed else { return nil }
        var entitlement = EntitledConsumer(
            .monitor(app),
            of: app,
            want: .significantChanges,
            ground: ground ?? .always
        )
        entitlement.isConfirmed = ground != nil
        return entitlement
    }

    /// Returns the ground on which an app may be told now what it monitors; `nil` while that must wait.
    ///
    /// An app that needs a service session and holds none may not be told, but what happens is kept for it as for one
    /// that does not run.
    func groundToTell(_ app: AppKey, under authorization: Authorization) -> Ground? {
        lacksServiceSession(app) ? nil : ground(for: app, under: authorization)
    }

    // MARK: Calls

    mutating func startMonitoring(
        _ service: MonitoredService,
        for app: AppKey,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        try admit(caller, asApp: app)
        if saved.monitoring[app]?.contains(service) != true {
            try admit(to: .monitors, of: app.user)
            commit(.monitoring(app, service, isOn: true))
            record(.monitor(.started(service)), about: JournalSubject(app: app))
        }
        return .monitoring(monitorState(of: app))
    }

    mutating func stopMonitoring(
        _ service: MonitoredService,
        for app: AppKey,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayActFor(app) else { throw .notPermitted }
        stop(service, for: app, .asked)
        return .monitoring(monitorState(of: app))
    }

    /// Ends the monitoring of a service, and deletes what waits.
    mutating func stop(_ service: MonitoredService, for app: AppKey, _ end: MonitorEnd) {
        guard saved.monitoring[app]?.contains(service) == true else { return }
        for kind in service.kinds {
            if let event = saved.monitorEvents[app]?[kind] { drop(event, of: app, .stopped) }
        }
        if service == .significantChanges, saved.toldPlaces[app] != nil { commit(.toldPlace(app, nil)) }
        commit(.monitoring(app, service, isOn: false))
        record(.monitor(.stopped(service, end)), about: JournalSubject(app: app))
    }

    // MARK: Streams

    mutating func connectMonitor(
        _ session: SessionIdentifier,
        _ app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            try machine.presence.open(session, as: .monitor, of: app, by: caller, &turn)
        } catch {
            return emit(.refuse(call, error))
        }
        monitors.connect(session, app)
        record(.monitor(.streamOpened(session)), about: JournalSubject(app: app))
        useBegan(of: app)
        programConnected(session, of: app)
        refreshMonitor(app)
    }

    mutating func disconnectMonitor(_ session: SessionIdentifier) {
        guard let app = monitors.disconnect(session) else { return }
        regions.disconnect(session)
        record(.monitor(.streamEnded(session)), about: JournalSubject(app: app))
        programLeft(session, of: app, leavesRequests: false)
    }

    /// Computes again what an app may know of what it monitors, and tells its streams.
    mutating func refreshMonitor(_ app: AppKey) {
        machine.power.set(.monitor(app), to: monitorEntitlement(of: app))
        let monitorsVisits = saved.monitoring[app]?.contains(.visits) ?? false
        monitors.set(
            app,
            mayKnowOfVisits: monitorsVisits && machine.power.consumers.entitled[.monitor(app)] != nil,
            isAuthorized: monitorsVisits && authorization(of: app).status.isAuthorized
        )
        refreshRegions(of: app)
        // The state comes first: it says whose events follow.
        tellState(of: app)
        sendEvents(of: app)
    }

    /// Forgets the stay once no app is authorized to know of it.
    mutating func forgetUnwantedStay() {
        if monitors.authorizedVisitors.isEmpty { visits.forget() }
        saveStay()
    }

    /// Tells an app's streams of the services, the diagnostics and the right to know, where they have changed.
    private mutating func tellState(of app: AppKey) {
        let sessions = monitors.sessions(of: app)
        guard !sessions.isEmpty else { return }
        let authorization = authorization(of: app)
        let ground = groundToTell(app, under: authorization)
        var state = monitorState(of: app)
        let condition = Monitors.Condition(
            services: state.services,
            diagnostics: state.diagnostics,
            mayKnow: ground != nil,
            accuracy: authorization.accuracy
        )
        let untold = sessions.filter { monitors.tell(condition, to: $0) }
        guard !untold.isEmpty else { return }
        if let ground {
            state.place = lastKnownPlace(for: app, authorization)
            state.visit = presentVisit(for: app, authorization)
            let given = [
                state.place.map { MonitorEvent.Content.significantChange($0) },
                state.visit.map { MonitorEvent.Content.arrival($0) },
            ].compactMap(\.self)
            for content in given { recordAccess(of: app, to: content, on: ground, under: authorization) }
            if let place = state.place { setTold(place, of: app) }
        }
        for session in untold { emit(.tellMonitor(session, .state(state))) }
    }

    private func lastKnownPlace(for app: AppKey, _ authorization: Authorization) -> MonitoredPlace? {
        guard saved.monitoring[app]?.contains(.significantChanges) == true,
            let last = machine.positioning.lastNotified
        else { return nil }
        // All apps and widgets are told the same place, from which the next change is measured.
        let place = MonitoredPlace(
            coordinate: last.coordinate,
            horizontal68Meters: last.horizontal68Meters,
            horizontal95Meters: last.horizontal95Meters,
            date: last.notifiedAt
        )
        guard case .significantChange(let told) = blurred(.significantChange(place), under: authorization)
        else {
            return nil
        }
        return told
    }

    private func presentVisit(for app: AppKey, _ authorization: Authorization) -> Visit? {
        guard monitors.visitors.contains(app), let visit = visits.present,
            case .arrival(let told) = blurred(.arrival(visit), under: authorization)
        else { return nil }
        return told
    }

    // MARK: Diagnostics

    /// Computes again what all apps may know of what they monitor.
    mutating func touchMonitors() {
        for app in monitoringApps.union(monitors.connectedApps) { touchMonitor(app) }
    }

    func diagnostics(of app: AppKey) -> [MonitoringDiagnostic] {
        let authorization = authorization(of: app)
        var diagnostics: [MonitoringDiagnostic] = []
        switch authorization.status {
        case .notDetermined:
            diagnostics.append(machine.people.isAskedWhetherToKnow(app) ? .authorizationRequestInProgress : .authorizationNotDetermined)
        case .restricted: diagnostics.append(.authorizationRestricted)
        case .denied:
            diagnostics.append(.authorizationDenied)
            if authorization.limits.contains(.servicesOff) {
                diagnostics.append(.authorizationDeniedGlobally)
            }
        case .authorizedWhenInUse:
            if ground(for: app, under: authorization) == nil { diagnostics.append(.insufficientlyInUse) }
            diagnostics.append(.alwaysAuthorizationDenied)
        case .authorizedAlways: break
        }
        if authorization.status.isAuthorized, lacksServiceSession(app) {
            diagnostics.append(.serviceSessionRequired)
        }
        if authorization.status.isAuthorized, authorization.accuracy == .reduced {
            diagnostics.append(.accuracyLimited)
        }
        let needsPositions =
            saved.monitoring[app] != nil || !regions.appsWithBeacons.contains(app) || regions.hasAreas(app)
        if needsPositions, !someReceiverCanGive, statedPlace == nil {
            diagnostics.append(.locationUnavailable)
        }
        if regions.appsWithBeacons.contains(app), beacons.obstacle != nil {
            diagnostics.append(.beaconsUnavailable)
        }
        return diagnostics
    }
}

import LinuxSystem
import Waymark

extension CLLocationManager {
    // MARK: Activities

    /// Work of a manager that lasts until it is stopped.
    enum Activity: Hashable {
        case request
        case updates
        case background
        case headings
        case ranging(CLBeaconIdentityConstraint)
    }

    /// Starts an activity, which can be started again once it has ended by itself.
    func run(_ activity: Activity, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task { [weak self, queue] in
            await work()
            // An activity that the app has started again meanwhile, because it ended, goes on.
            guard let ended = self?.state.withLock({ Task.isCancelled ? nil : $0.running[activity] })
            else { return }
            queue.call {
                guard let self else { return }
                self.state.withLock { state in
                    guard state.running[activity] == ended else { return }
                    state.running[activity] = nil
                    self.stayInUse(&state)
                }
            }
        }
    }

    func isRunning(_ activity: Activity) -> Bool { state.withLock { $0.running[activity] != nil } }

    func end(_ activities: Activity...) {
        state.withLock { state in
            for activity in activities { state.running.removeValue(forKey: activity)?.cancel() }
            stayInUse(&state)
        }
    }

    /// Keeps the app in use while it gets updates in the background.
    func stayInUse(_ state: inout State) {
        if state.running[.updates] == nil || !state.allowsBackground {
            state.running.removeValue(forKey: .background)?.cancel()
        } else if state.running[.background] == nil {
            state.running[.background] = app.stayInUse()
        }
    }

    /// Changes a setting; the same value again, as delegates set it at each location, restarts nothing.
    func change<Value: Equatable & Sendable>(
        _ wish: WritableKeyPath<State, Value>,
        to value: Value,
        of activity: Activity = .updates
    ) {
        state.withLock { state in
            guard state[keyPath: wish] != value else { return }
            state[keyPath: wish] = value
            guard let running = state.running[activity] else { return }
            running.cancel()
            state.running[activity] = activity == .headings ? followHeadings(state) : follow(state)
        }
    }

    // MARK: Location

    func locate(_ accuracy: CLLocationAccuracy) -> Task<Void, Never> {
        run(.request) { [weak self, app] in
            let found: Result<CLLocation, CLError>
            do throws(ClientError) {
                let location = try await app.service.location(
                    for: app.identifier,
                    desiredAccuracyMeters: accuracy > 0 ? accuracy : nil
                )
                found = .success(CLLocation(location))
            } catch { found = .failure(CLError(error)) }
            guard !Task.isCancelled else { return }
            self?.tell { manager in
                // The delegate may ask again.
                manager.end(.request)
                manager.tell(found)
            }
        }
    }

    func tell(widget knowledge: RunningApp.WidgetKnowledge) {
        let found = knowledge.flatMap { $0.result }
        if case .failure(let error) = knowledge { complain(error.localizedDescription) }
        tell { $0.tell(found) }
    }

    func fail(_ error: CLError) { tell { $0.tell(.failure(error)) } }

    /// Calls `call` where delegates are called, unless the manager is gone by then.
    func tell(_ call: @escaping @Sendable (CLLocationManager) -> Void) {
        queue.call { [weak self] in if let self { call(self) } }
    }

    /// Gives the delegate a location or an error; called where delegates are called.
    func tell(_ found: Result<CLLocation, CLError>) {
        switch found {
        case .success(let location):
            state.withLock { $0.location = location }
            delegate?.locationManager(self, didUpdateLocations: [location])
        case .failure(let error): delegate?.locationManager(self, didFailWithError: error)
        }
    }

    func follow(_ state: State) -> Task<Void, Never> {
        let configuration = LiveConfiguration(
            desiredAccuracyMeters: state.desiredAccuracy > 0 ? state.desiredAccuracy : nil,
            distanceFilterMeters: state.distanceFilter > 0 ? state.distanceFilter : nil,
            activity: LocationActivity(state.activityType)
        )
        return run(.updates) { [weak self, app] in
            await LocationUpdate.follow(configuration, for: app.identifier, on: app.service) {
                [weak self] found in
                self?.tell { manager in
                    // Nothing follows after the app has said stop.
                    guard manager.isRunning(.updates) else { return }
                    manager.tell(found.map { CLLocation($0) }.mapError { CLError($0) })
                }
            }
        }
    }

    // MARK: Heading

    func followHeadings(_ state: State) -> Task<Void, Never> {
        let filter = state.headingFilter > 0 ? min(state.headingFilter, 180) : 0
        return run(.headings) { [weak self, app] in
            await app.service.retrying { (error) in
                self?.fail(error.isRefusal ? CLError(error) : CLError(.headingFailure, error.description))
            } _: { () throws(ClientError) in
                let updates = app.service.headingUpdates(for: app.identifier, filterDegrees: filter)
                for try await update in updates {
                    guard let told = update.heading else { continue }
                    let heading = CLHeading(told, at: Date())
                    self?.tell { manager in
                        guard manager.isRunning(.headings) else { return }
                        manager.state.withLock { $0.heading = heading }
                        manager.delegate?.locationManager(manager, didUpdateHeading: heading)
                    }
                }
            }
        }
    }

    // MARK: Beacons

    func range(_ constraint: CLBeaconIdentityConstraint) -> Task<Void, Never> {
        run(.ranging(constraint)) { [weak self, app] in
            var failure: CLError?
            await app.service.retrying { (error) in
                self?.tell(.failure(CLError(error)), of: constraint)
            } _: { () throws(ClientError) in
                let updates = app.service.beaconUpdates(
                    for: app.identifier,
                    matching: BeaconCondition(constraint)
                )
                for try await update in updates {
                    let error = CLError(update)
                    defer { failure = error }
                    if let error {
                        if error != failure { self?.tell(.failure(error), of: constraint) }
                    } else {
                        self?.tell(.success(update.beacons.map { CLBeacon($0, at: Date()) }), of: constraint)
                    }
                }
            }
        }
    }

    private func tell(_ found: Result<[CLBeacon], CLError>, of constraint: CLBeaconIdentityConstraint) {
        tell { manager in
            guard manager.isRunning(.ranging(constraint)) else { return }
            switch found {
            case .success(let beacons):
                manager.delegate?.locationManager(manager, didRange: beacons, satisfying: constraint)
            case .failure(let error):
                manager.delegate?.locationManager(manager, didFailRangingFor: constraint, error: error)
            }
        }
    }
}

extension CLError {
    /// Creates the error if beacons cannot be reported; `nil` if they can, or while the person has yet to
    /// decide.
    fileprivate init?(_ update: BeaconUpdate) {
        let open: Set<LiveDiagnostic> = [.authorizationNotDetermined, .authorizationRequestInProgress]
        let obstacles = update.diagnostics.subtracting(open)
        guard !obstacles.isEmpty else { return nil }
        self.init(obstacles.contains(.beaconsUnavailable) ? .rangingUnavailable : .denied, update.text)
    }
}

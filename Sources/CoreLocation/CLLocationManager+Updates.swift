import LinuxSystem
import Waymark

extension CLLocationManager {
    // MARK: One location

    func locate(_ accuracy: CLLocationAccuracy) -> Task<Void, Never> {
        Task { [weak self, app, queue] in
            let found: Result<CLLocation, CLError>
            do throws(ClientError) {
                let location = try await app.service.location(
                    for: app.identifier,
                    desiredAccuracyMeters: accuracy > 0 ? accuracy : nil
                )
                found = .success(CLLocation(location))
            } catch { found = .failure(CLError(error)) }
            guard !Task.isCancelled else { return }
            queue.call {
                guard let self else { return }
                self.state.withLock { $0.request = nil }
                self.tell(found)
            }
        }
    }

    func tell(widget knowledge: RunningApp.WidgetKnowledge) {
        let found = knowledge.flatMap { $0.result }
        if case .failure(let error) = knowledge { complain(error.localizedDescription) }
        tell { $0.tell(found) }
    }

    func fail(_ error: CLError) { tell { $0.tell(error) } }

    /// Calls `call` where delegates are, unless the manager is gone by then.
    func tell(_ call: @escaping @Sendable (CLLocationManager) -> Void) {
        queue.call { [weak self] in if let self { call(self) } }
    }

    /// Tells the delegate what failed; called where delegates are.
    func tell(_ error: CLError) { delegate?.locationManager(self, didFailWithError: error) }

    /// Tells the delegate; called where delegates are.
    func tell(_ found: Result<CLLocation, CLError>) {
        switch found {
        case .success(let location):
            state.withLock { $0.location = location }
            delegate?.locationManager(self, didUpdateLocations: [location])
        case .failure(let error): tell(error)
        }
    }

    // MARK: Updates

    /// Keeps the app in use while it gets updates in the background.
    func stayInUse(_ state: inout State) {
        if state.updates == nil || !state.allowsBackground {
            state.background?.cancel()
            state.background = nil
        } else if state.background == nil {
            state.background = app.stayInUse()
        }
    }

    /// Changes what the app wants of updates; to say the same again, as delegates do at each location, restarts nothing.
    func change<Value: Equatable & Sendable>(_ wish: WritableKeyPath<State, Value>, to value: Value) {
        state.withLock { state in
            guard state[keyPath: wish] != value else { return }
            state[keyPath: wish] = value
            guard let updates = state.updates else { return }
            updates.cancel()
            state.updates = follow(state)
        }
    }

    func follow(_ state: State) -> Task<Void, Never> {
        let configuration = LiveConfiguration(
            desiredAccuracyMeters: state.desiredAccuracy > 0 ? state.desiredAccuracy : nil,
            distanceFilterMeters: state.distanceFilter > 0 ? state.distanceFilter : nil,
            activity: LocationActivity(state.activityType)
        )
        return Task { [weak self, app, queue] in
            await LocationUpdate.follow(configuration, for: app.identifier, on: app.service) {
                [weak self] found in
                queue.call {
                    // Nothing follows after the app has said stop.
                    guard let self, self.state.withLock({ $0.updates != nil }) else { return }
                    self.tell(found.map { CLLocation($0) }.mapError { CLError($0) })
                }
            }
            // It has ended by itself, so that a later start begins again. Updates that the app has begun meanwhile, told of the
            // failure, go on.
            guard let ended = self?.state.withLock({ Task.isCancelled ? nil : $0.updates }) else { return }
            queue.call {
                guard let self else { return }
                self.state.withLock { state in
                    guard state.updates == ended else { return }
                    state.updates = nil
                    self.stayInUse(&state)
                }
            }
        }
    }

    // MARK: Heading

    func followHeadings(_ state: State) -> Task<Void, Never> {
        let filter = state.headingFilter > 0 ? min(state.headingFilter, 180) : 0
        return Task { [weak self, app, queue] in
            await app.service.retrying { (error) in
                let failure = error.isRefusal ? CLError(error) : CLError(.headingFailure, error.description)
                queue.call { self?.tell(failure) }
            } _: { () throws(ClientError) in
                let updates = app.service.headingUpdates(for: app.identifier, filterDegrees: filter)
                for try await update in updates {
                    guard let told = update.heading else { continue }
                    let heading = CLHeading(told, at: Date())
                    queue.call {
                        guard let self, self.state.withLock({ $0.headings != nil }) else { return }
                        self.state.withLock { $0.heading = heading }
                        self.delegate?.locationManager(self, didUpdateHeading: heading)
                    }
                }
            }
            // It has ended by itself, so that a later start begins again.
            self?.state.withLock { if !Task.isCancelled { $0.headings = nil } }
        }
    }
}

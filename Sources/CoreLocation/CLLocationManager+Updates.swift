import LinuxSystem
import Waymark

extension CLLocationManager {
    // MARK: One location

    func askForLocation() {
        if let knowledge = app.widgetKnowledge(since: request) { return tell(knowledge) }
        state.withLock { state in
            guard state.request == nil else { return }
            let accuracy = state.desiredAccuracy
            state.request = Task { [weak self, app, queue] in
                let found = await Self.locate(app, accuracy)
                guard !Task.isCancelled else { return }
                queue.call {
                    guard let self else { return }
                    self.state.withLock { $0.request = nil }
                    self.tell(found)
                }
            }
        }
    }

    private static func locate(_ app: RunningApp, _ accuracy: CLLocationAccuracy) async -> Result<
        CLLocation, CLError
    > {
        do throws(ClientError) {
            let location = try await app.service.location(
                for: app.identifier,
                desiredAccuracyMeters: accuracy > 0 ? accuracy : nil
            )
            return .success(CLLocation(location))
        } catch { return .failure(CLError(error)) }
    }

    private func tell(_ knowledge: RunningApp.WidgetKnowledge) {
        let found = knowledge.result
        if case .nothing(let error) = knowledge { complain(error.localizedDescription) }
        queue.call { [weak self] in self?.tell(found) }
    }

    /// Tells the delegate what failed.
    func fail(_ error: CLError) { queue.call { [weak self] in self?.tell(error) } }

    /// Tells the delegate what failed; called where delegates are.
    func tell(_ error: CLError) { delegate?.locationManager(self, didFailWithError: error) }

    /// Tells the delegate; called where delegates are.
    private func tell(_ found: Result<CLLocation, CLError>) {
        switch found {
        case .success(let location):
            state.withLock { $0.location = location }
            delegate?.locationManager(self, didUpdateLocations: [location])
        case .failure(let error): tell(error)
        }
    }

    // MARK: Updates

    func beginUpdates() {
        if let knowledge = app.widgetKnowledge(since: request) { return tell(knowledge) }
        state.withLock { state in
            guard state.updates == nil else { return }
            state.request?.cancel()
            state.request = nil
            state.updates = follow(state)
            stayInUse(&state)
        }
    }

    func endUpdates() {
        state.withLock { state in
            state.updates?.cancel()
            state.request?.cancel()
            (state.updates, state.request) = (nil, nil)
            stayInUse(&state)
        }
    }

    /// Keeps the app in use while it gets updates in the background.
    func stayInUse(_ state: inout State) {
        if state.updates == nil || !state.allowsBackground {
            state.background?.cancel()
            state.background = nil
        } else if state.background == nil {
            state.background = app.stayInUse()
        }
    }

    func restartUpdates() {
        state.withLock { state in
            guard let updates = state.updates else { return }
            updates.cancel()
            state.updates = follow(state)
        }
    }

    private func follow(_ state: State) -> Task<Void, Never> {
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
            guard !Task.isCancelled else { return }
            queue.call { self?.state.withLock { $0.updates = nil } }
        }
    }

    // MARK: Heading

    func beginHeadings() {
        if let refusal = app.refusalAsWidgets(of: "startUpdatingHeading") { return fail(refusal) }
        state.withLock { state in
            guard state.headings == nil else { return }
            let filter = min(max(state.headingFilter, 0), 180)
            state.headings = Task { [weak self, app, queue] in
                await app.service.retrying { (error) in
                    let failure =
                        error.isRefusal ? CLError(error) : CLError(.headingFailure, error.description)
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
            }
        }
    }

    func endHeadings() {
        state.withLock { state in
            state.headings?.cancel()
            state.headings = nil
        }
    }
}

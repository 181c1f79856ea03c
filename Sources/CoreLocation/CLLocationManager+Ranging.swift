import LinuxSystem
import Waymark

// Beacons in range.
extension CLLocationManager {
    func beginRanging(_ constraint: CLBeaconIdentityConstraint) {
        if let refusal = app.refusalAsWidgets(of: "startRangingBeacons") {
            return tell { $0.delegate?.locationManager($0, didFailRangingFor: constraint, error: refusal) }
        }
        state.withLock { state in
            guard state.ranged[constraint] == nil else { return }
            state.ranged[constraint] = Task { [weak self, app, queue] in
                var failure: CLError?
                await app.service.retrying { (error) in
                    let told = CLError(error)
                    queue.call { self?.tell(told, [], of: constraint) }
                } _: { () throws(ClientError) in
                    let condition = BeaconCondition(constraint)
                    for try await update in app.service.beaconUpdates(
                        for: app.identifier,
                        matching: condition
                    ) {
                        let error = CLError(update)
                        defer { failure = error }
                        let beacons = update.beacons.map { CLBeacon($0, at: Date()) }
                        if error == nil || error != failure {
                            queue.call { self?.tell(error, beacons, of: constraint) }
                        }
                    }
                }
                // It has ended by itself, so that a later start begins again, but for one that the app has begun meanwhile.
                guard let ended = self?.state.withLock({ Task.isCancelled ? nil : $0.ranged[constraint] })
                else { return }
                queue.call {
                    self?.state.withLock { state in
                        if state.ranged[constraint] == ended { state.ranged[constraint] = nil }
                    }
                }
            }
        }
    }

    /// Tells the delegate; called where delegates are.
    private func tell(_ error: CLError?, _ beacons: [CLBeacon], of constraint: CLBeaconIdentityConstraint) {
        // Nothing follows after the app has said stop.
        guard state.withLock({ $0.ranged[constraint] != nil }) else { return }
        if let error {
            delegate?.locationManager(self, didFailRangingFor: constraint, error: error)
        } else {
            delegate?.locationManager(self, didRange: beacons, satisfying: constraint)
        }
    }
}

extension CLError {
    /// The reason for which beacons cannot be told; `nil` if they can, or while the person has yet to decide.
    fileprivate init?(_ update: BeaconUpdate) {
        let open: Set<LiveDiagnostic> = [.authorizationNotDetermined, .authorizationRequestInProgress]
        let obstacles = update.diagnostics.subtracting(open)
        guard !obstacles.isEmpty else { return nil }
        self.init(obstacles.contains(.beaconsUnavailable) ? .rangingUnavailable : .denied, update.text)
    }
}

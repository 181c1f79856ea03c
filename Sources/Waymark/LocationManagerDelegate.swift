import LinuxSystem

/// The methods that a ``LocationManager`` calls on the main actor, one after the other.
///
/// All methods are optional.
@MainActor public protocol LocationManagerDelegate: AnyObject, Sendable {
    /// The authorization, the accuracy or that of the widgets has changed; also called once when the delegate is set.
    func locationManagerDidChangeAuthorization(_ manager: LocationManager)

    /// There are new locations: at least one, the newest last.
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])

    /// A request failed, or updates have no location now.
    ///
    /// After `ClientError.noLocation`, or while the service is away, updates go on by themselves; after another failure
    /// they have ended.
    func locationManager(_ manager: LocationManager, didFailWithError error: ClientError)
}

extension LocationManagerDelegate {
    /// Does nothing.
    public func locationManagerDidChangeAuthorization(_ manager: LocationManager) {}

    /// Does nothing.
    public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}

    /// Does nothing.
    public func locationManager(_ manager: LocationManager, didFailWithError error: ClientError) {}
}

extension LocationManager {
    struct Delivery {
        weak var delegate: (any LocationManagerDelegate)?
        var authorizations: Task<Void, Never>?
        var request: Task<Void, Never>?
        var updates: Task<Void, Never>?

        mutating func end() {
            for task in [authorizations, request, updates] { task?.cancel() }
            self = Delivery()
        }
    }

    /// The object that is called; the manager does not keep it alive.
    public weak var delegate: (any LocationManagerDelegate)? {
        get { delivery.withLock { $0.delegate } }
        set {
            delivery.withLock { delivery in
                delivery.delegate = newValue
                delivery.authorizations?.cancel()
                delivery.authorizations = newValue == nil ? nil : tellAuthorizations()
            }
        }
    }

    /// Gives the delegate one location within 10 s, or the error that explains its absence.
    ///
    /// A call while another waits does nothing.
    ///
    /// - Parameter desiredAccuracyMeters: The radius of the 68 % circle that ends the search early; `nil` for any.
    public func requestLocation(desiredAccuracyMeters: Double? = nil) {
        delivery.withLock { delivery in
            guard delivery.request == nil else { return }
            delivery.request = Task { [weak self, service, app] in
                let found: Result<Location, ClientError>
                do throws(ClientError) {
                    found = .success(
                        try await service.location(for: app, desiredAccuracyMeters: desiredAccuracyMeters)
                    )
                } catch { found = .failure(error) }
                guard !Task.isCancelled else { return }
                self?.delivery.withLock { $0.request = nil }
                await self?.tell(found)
            }
        }
    }

    /// Gives the delegate the location, and each new one, until ``stopUpdatingLocation()``.
    ///
    /// If the app is not authorized, no receiver has given a location for 10 s, or the service is away, the
    /// delegate gets the error once. A second call changes nothing.
    public func startUpdatingLocation(_ configuration: LiveConfiguration = LiveConfiguration()) {
        delivery.withLock { delivery in
            guard delivery.updates == nil else { return }
            delivery.updates = Task { [weak self, service, app] in
                await LocationUpdate.follow(configuration, for: app, on: service) { [weak self] found in
                    await self?.tellUpdate(found)
                }
                guard !Task.isCancelled else { return }
                self?.delivery.withLock { $0.updates = nil }
            }
        }
    }

    /// Ends the updates, and a request that waits.
    public func stopUpdatingLocation() {
        delivery.withLock { delivery in
            delivery.updates?.cancel()
            delivery.request?.cancel()
            (delivery.updates, delivery.request) = (nil, nil)
        }
    }

    private func tellAuthorizations() -> Task<Void, Never> {
        Task { [weak self, changes = link.changes()] in
            for await change in changes {
                guard case .success = change else { continue }
                await self?.tellAuthorization()
            }
        }
    }

    @MainActor private func tellAuthorization() { delegate?.locationManagerDidChangeAuthorization(self) }

    @MainActor private func tellUpdate(_ found: Result<Location, ClientError>) {
        // Nothing follows after the app has said stop.
        guard delivery.withLock({ $0.updates != nil }) else { return }
        tell(found)
    }

    @MainActor private func tell(_ found: Result<Location, ClientError>) {
        switch found {
        case .success(let location): delegate?.locationManager(self, didUpdateLocations: [location])
        case .failure(let error): delegate?.locationManager(self, didFailWithError: error)
        }
    }
}

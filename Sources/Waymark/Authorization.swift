import WaymarkInterfaces

/// The authorization of an app for the location.
public struct Authorization: Hashable, Sendable {
    /// A location service that needs full accuracy.
    @nonexhaustive public enum Service: String, Hashable, Sendable {
        /// Notices when the machine enters or leaves a region.
        case regions

        /// The direction in which the machine points.
        case heading

        /// The beacons in range.
        case beacons
    }

    /// Whether and when the app may know the location.
    ///
    /// The status is `AuthorizationStatus.denied` also while location services are switched off.
    public let status: AuthorizationStatus

    /// How exactly the app may know the location; it has no meaning unless ``status`` is an authorization.
    public let accuracy: AccuracyAuthorization

    /// The person's decision about the app's widgets.
    public let widgets: WidgetGrant

    /// Whether the app's widgets may know the location.
    ///
    /// They may if the app is authorized always, or if it is authorized when in use and the person granted that to its
    /// widgets too. If `true`, a widget without a location has none *available*; if `false`, it is *unauthorized*, and only
    /// the person can change that.
    public let isAuthorizedForWidgetUpdates: Bool

    /// The services that the app does not get because of reduced accuracy.
    public let unavailableServices: Set<Service>
}

extension Authorization {
    init(_ authorization: WidgetsInterface.Authorization) {
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            unavailableServices: authorization.accuracy == .reduced ? [.regions, .heading, .beacons] : []
        )
    }

    init(_ authorization: LocationInterface.Authorization) {
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            unavailableServices: Set(
                authorization.unavailableServices.map { service in
                    switch service {
                    case .regions: .regions
                    case .heading: .heading
                    case .beacons: .beacons
                    }
                }
            )
        )
    }
}

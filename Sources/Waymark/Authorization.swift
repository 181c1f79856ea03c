import WaymarkInterfaces

/// What an app may know of the location.
public struct Authorization: Hashable, Sendable {
    /// A service that reduced accuracy leaves nothing of.
    @nonexhaustive public enum Service: String, Hashable, Sendable {
        /// Telling when the machine enters or leaves a region.
        case regions

        /// Telling where the machine points.
        case heading
    }

    /// Whether the app may know the location.
    ///
    /// ``AuthorizationStatus/denied`` stands also for location services that are switched off.
    public let status: AuthorizationStatus

    /// How exactly it may know; means nothing unless the status says that it may know.
    public let accuracy: AccuracyAuthorization

    /// What the person decided about the app's widgets.
    public let widgets: WidgetGrant

    /// Whether the widgets may know the location: always, or when in use and granted to widgets.
    ///
    /// Where this holds and a widget gets no location, the location is *not available*; where it does not, the widget is
    /// *unauthorized*, and only the person can change that.
    public let isAuthorizedForWidgetUpdates: Bool

    /// What the accuracy does not allow.
    public let unavailableServices: Set<Service>
}

extension Authorization {
    init(_ authorization: WidgetsInterface.Authorization) {
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            unavailableServices: authorization.accuracy == .reduced ? [.regions, .heading] : []
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
                    }
                }
            )
        )
    }
}

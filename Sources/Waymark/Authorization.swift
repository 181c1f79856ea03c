public import LocationModel
public import WaymarkInterfaces

/// The authorization of an app for the location.
///
/// The status is `AuthorizationStatus.denied` also while location services are switched off. If an app's
/// widgets are authorized, a widget without a location has none *available*; if they are not, it is
/// *unauthorized*, and only the person can change that.
public typealias Authorization = LocationInterface.Authorization

/// The outcome of a request for an authorization: whether the person is asked, and if not, the reason.
public typealias AuthorizationRequestOutcome = RequestOutcome

extension RequestOutcome {
    /// Whether the person is being asked, or will be once an agent is there that can ask.
    public var isAsked: Bool { self == .authorizationRequestInProgress || self == .noAgent }
}

extension LocationInterface.Authorization {
    init(_ authorization: WidgetsInterface.Authorization) {
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            unavailableServices: authorization.accuracy == .reduced ? [.regions, .heading, .beacons] : []
        )
    }
}

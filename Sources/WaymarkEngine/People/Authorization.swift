package import LocationModel

/// The authorization of an app, with everything that it derives from.
package struct Authorization: Hashable, Codable, Sendable {
    /// The person's decision.
    package var grant: Grant

    /// Whether the person allowed the app once, until it is no longer in use.
    package var isTemporary = false

    /// The accuracy the person allows until the app is no longer in use.
    package var temporaryAccuracy: AccuracyAuthorization?

    /// The accuracy the app wants unless the person says otherwise.
    package var defaultAccuracy = AccuracyAuthorization.full

    /// The limits that keep the authorization below the person's decision.
    package var limits: AuthorizationLimits = []

    /// Creates the authorization that derives from a decision alone.
    package init(_ grant: Grant) { self.grant = grant }

    /// The effective status, which is also reported to the app.
    package var status: AuthorizationStatus {
        if limits.contains(.forbidden) { return .restricted }
        if limits.contains(.servicesOff) { return .denied }
        if isTemporary { return .authorizedWhenInUse }
        switch grant.status {
        case .notDetermined: return .notDetermined
        case .denied: return .denied
        case .authorizedWhenInUse where !grant.isProvisional: return .authorizedWhenInUse
        case .authorizedWhenInUse, .authorizedAlways:
            return limits.contains(.whenInUseOnly) ? .authorizedWhenInUse : .authorizedAlways
        }
    }

    /// The effective accuracy.
    package var accuracy: AccuracyAuthorization {
        if limits.contains(.reducedAccuracy) { return .reduced }
        return temporaryAccuracy ?? grant.accuracy ?? defaultAccuracy
    }

    /// Whether the app's widgets may know the location: always, or when in use and granted to widgets.
    ///
    /// A provisional always counts like when in use.
    package var isAuthorizedForWidgetUpdates: Bool {
        allowsOutOfUse || status.isAuthorized && grant.widgets == .granted
    }

    /// Whether what was made with the location may still be shown.
    ///
    /// While the person has not decided about widgets, a timeline that was made during the app's own use may stay.
    var permitsShownLocation: Bool {
        isAuthorizedForWidgetUpdates || status.isAuthorized && grant.widgets == .undecided
    }

    /// Returns whether a timeline was made with a location that may not be shown any more.
    func withholds(_ delivered: DeliveredTimeline) -> Bool {
        delivered.knewLocation && !permitsShownLocation
    }

    /// Whether the app may get what only "always" allows.
    ///
    /// A provisional always is reported to the app, but whatever needs it is held until the person confirms it.
    package var allowsOutOfUse: Bool { status == .authorizedAlways && !grant.isProvisional }

    /// Whether "always" is still unconfirmed, which holds whatever needs it.
    package var isUnconfirmed: Bool { status == .authorizedAlways && grant.isProvisional }

    /// Whether the person may be asked about the app's widgets, because no more than when in use counts.
    var leavesWidgetsOpen: Bool {
        (status == .authorizedWhenInUse || isUnconfirmed) && !isTemporary && grant.widgets == .undecided
    }

    /// The part reported to apps and providers, who are notified only when it changes.
    package var reported: Reported {
        Reported(
            status: status,
            accuracy: accuracy,
            widgets: grant.widgets,
            isAuthorizedForWidgetUpdates: isAuthorizedForWidgetUpdates
        )
    }

    /// Returns whether the change is reported to the app.
    ///
    /// The confirmation of a provisional always concerns only its widgets.
    func isNewsForApp(since before: Authorization) -> Bool {
        status != before.status || accuracy != before.accuracy || grant.widgets != before.grant.widgets
    }

    /// The part of an authorization that is reported to an app.
    package struct Reported: Hashable, Codable, Sendable {
        /// Whether it may know the location.
        package let status: AuthorizationStatus

        /// The accuracy, which is meaningless unless the app may know the location.
        package let accuracy: AccuracyAuthorization

        /// Whether its widgets share the authorization.
        package let widgets: WidgetGrant

        /// Whether its widgets may know the location.
        package let isAuthorizedForWidgetUpdates: Bool
    }
}

/// The limits that keep an app's authorization below the person's decision.
package struct AuthorizationLimits: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The administrator forbids the location altogether.
    package static let forbidden = AuthorizationLimits(rawValue: 1)

    /// The administrator allows at most when in use.
    package static let whenInUseOnly = AuthorizationLimits(rawValue: 2)

    /// The administrator allows at most reduced accuracy.
    package static let reducedAccuracy = AuthorizationLimits(rawValue: 4)

    /// Location services are switched off.
    package static let servicesOff = AuthorizationLimits(rawValue: 8)

    /// The limits that only the administrator can lift.
    package static let ofPolicy: AuthorizationLimits = [.forbidden, .whenInUseOnly, .reducedAccuracy]
}

package import LocationModel

/// What an app may know, and everything that it follows from.
package struct Authorization: Hashable, Sendable {
    /// What the person decided.
    package var grant: Grant

    /// Whether the person allowed it once, until the app is not in use any more.
    package var isTemporary = false

    /// How exactly the person lets the app know until it is not in use any more.
    package var temporaryAccuracy: AccuracyAuthorization?

    /// How exactly the app wants to know unless the person says otherwise.
    package var defaultAccuracy = AccuracyAuthorization.full

    /// What keeps it below what the person decided.
    package var limits: AuthorizationLimits = []

    /// Creates the authorization that follows from a decision alone.
    package init(_ grant: Grant) { self.grant = grant }

    /// What the app is told, and what holds.
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

    /// How exactly the app may know.
    package var accuracy: AccuracyAuthorization {
        if limits.contains(.reducedAccuracy) { return .reduced }
        return temporaryAccuracy ?? grant.accuracy ?? defaultAccuracy
    }

    /// Whether the app's widgets may know the location: always, or when in use and granted to widgets.
    ///
    /// A provisional always gives them what when in use does.
    package var isAuthorizedForWidgetUpdates: Bool {
        allowsOutOfUse || status.isAuthorized && grant.widgets == .granted
    }

    /// Whether something may be given that only "always" allows.
    ///
    /// A provisional always is told to the app, but what needs it is held until the person confirms it.
    package var allowsOutOfUse: Bool { status == .authorizedAlways && !grant.isProvisional }

    /// Whether what needs "always" is held until the person confirms that.
    package var isUnconfirmed: Bool { status == .authorizedAlways && grant.isProvisional }

    /// Whether the person may be asked about the app's widgets, since no more than when in use counts.
    var leavesWidgetsOpen: Bool {
        (status == .authorizedWhenInUse || isUnconfirmed) && !isTemporary && grant.widgets == .undecided
    }

    /// What apps and providers are told; only a change of this is news for them.
    package var told: Told {
        Told(
            status: status,
            accuracy: accuracy,
            widgets: grant.widgets,
            isAuthorizedForWidgetUpdates: isAuthorizedForWidgetUpdates
        )
    }

    /// Whether the app is told of the change: that a provisional always is confirmed concerns its widgets only.
    func isNewsForApp(since before: Authorization) -> Bool {
        status != before.status || accuracy != before.accuracy || grant.widgets != before.grant.widgets
    }

    /// What an app is told of its authorization.
    package struct Told: Hashable, Sendable {
        /// Whether it may know the location.
        package let status: AuthorizationStatus

        /// How exactly; means nothing unless it may know.
        package let accuracy: AccuracyAuthorization

        /// Whether its widgets share that.
        package let widgets: WidgetGrant

        /// Whether its widgets may know the location.
        package let isAuthorizedForWidgetUpdates: Bool
    }
}

/// What keeps an app's authorization below what the person decided.
package struct AuthorizationLimits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The administrator forbids it altogether.
    package static let forbidden = AuthorizationLimits(rawValue: 1)

    /// The administrator allows no more than when in use.
    package static let whenInUseOnly = AuthorizationLimits(rawValue: 2)

    /// The administrator allows no more than reduced accuracy.
    package static let reducedAccuracy = AuthorizationLimits(rawValue: 4)

    /// Location services are switched off.
    package static let servicesOff = AuthorizationLimits(rawValue: 8)

    /// Those that only the administrator can lift.
    package static let ofPolicy: AuthorizationLimits = [.forbidden, .whenInUseOnly, .reducedAccuracy]
}

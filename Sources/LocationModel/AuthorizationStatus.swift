/// What an app may know of the location, as the app is told.
public enum AuthorizationStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person has not decided yet.
    case notDetermined

    /// The administrator forbids it, and the person cannot change that.
    case restricted

    /// The person, or the switch for all location services, says no.
    case denied

    /// Yes, while the app or one of its widgets is in use.
    case authorizedWhenInUse

    /// Yes, at any time.
    case authorizedAlways

    /// Whether the app may know the location at some time.
    public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }
}

/// What a person can choose for an app in the settings.
package enum AuthorizationChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// To be asked when the app asks.
    case notDetermined

    /// No.
    case denied

    /// Yes, while the app or one of its widgets is in use.
    case authorizedWhenInUse

    /// Yes, at any time.
    case authorizedAlways
}

/// Whether the person lets an app's widgets share the app's when-in-use authorization.
public enum WidgetGrant: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person has not decided yet.
    case undecided

    /// Widgets may know the location while they are in use.
    case granted

    /// Only the app itself may.
    case refused
}

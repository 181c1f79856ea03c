/// What a person has decided about an app's use of location.
public enum AuthorizationStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person has not decided yet.
    case notDetermined

    /// The person, or the global switch, says no.
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

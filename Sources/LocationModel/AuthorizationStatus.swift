/// The location authorization of an app, as reported to the app.
public enum AuthorizationStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person has not decided yet.
    case notDetermined

    /// Policy of the administrator forbids it; the person cannot change that.
    case restricted

    /// The person, or the switch for all location services, denies it.
    case denied

    /// The app may use the location while it or one of its widgets is in use.
    case authorizedWhenInUse

    /// The app may use the location at any time.
    case authorizedAlways

    /// Whether the app may use the location, at least some of the time.
    public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }
}

package enum AuthorizationChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// Ask when the app requests authorization.
    case notDetermined
    case denied

    /// Allow while the app or one of its widgets is in use.
    case authorizedWhenInUse
    case authorizedAlways
}

/// The authorization that an app needs during a service session.
public enum SessionRequirement: String, Hashable, Sendable, Codable, CaseIterable {
    /// Any; the person is not asked.
    case none

    /// While the app is in use.
    case whenInUse

    /// At any time.
    case always
}

/// The person's decision whether an app's widgets share its when-in-use authorization.
public enum WidgetGrant: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person has not decided yet.
    case undecided

    /// Widgets may use the location while they are in use.
    case granted

    /// Only the app itself may use the location.
    case refused
}

extension AuthorizationChoice {
    package var word: String {
        switch self {
        case .notDetermined: "ask"
        case .denied: "never"
        case .authorizedWhenInUse: "when-in-use"
        case .authorizedAlways: "always"
        }
    }
}

extension WidgetGrant {
    /// The decision about widgets in the words of `waymarkctl authorize`.
    package var word: String {
        switch self {
        case .undecided: "undecided"
        case .granted: "yes"
        case .refused: "no"
        }
    }
}

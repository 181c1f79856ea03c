// The words of the anchor watch, which the engine, the wire and the store have in common.

/// What is known of a dropped anchor.
package enum AnchorCondition: String, Hashable, Codable, Sendable, CaseIterable {
    /// Its place is being determined.
    case placing

    /// The machine is within the circle.
    case holding

    /// The machine has left the circle: an alarm.
    case dragging

    /// Whether it holds is not known any more: an alarm.
    case unknown

    /// Whether somebody has to be woken.
    package var isAlarm: Bool { self == .dragging || self == .unknown }
}

/// Why it is not known whether an anchor holds.
package enum AnchorDoubt: String, Hashable, Codable, Sendable, CaseIterable {
    /// No receiver gives a position.
    case noPosition

    /// The positions are too inaccurate.
    case inaccurate

    /// The positions are not believed.
    case doubtful

    /// The app may not always know the location, or only roughly.
    case notPermitted

    /// The doubt for a person, after which a time may stand.
    package var text: String {
        switch self {
        case .noPosition: "no receiver has given a position"
        case .inaccurate: "the positions have been too inaccurate"
        case .doubtful: "the positions have not been believed"
        case .notPermitted: "the app may not always know the exact location"
        }
    }
}

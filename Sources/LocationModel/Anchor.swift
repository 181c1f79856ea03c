// The words of the anchor watch, which the engine, the wire and the store have in common.

package enum AnchorCondition: String, Hashable, Codable, Sendable, CaseIterable {
    case placing

    /// The machine is within the circle.
    case holding

    /// The machine has left the circle: an alarm.
    case dragging

    /// Whether it holds is not known any more: an alarm.
    case unknown

    package var isAlarm: Bool { self == .dragging || self == .unknown }
}

/// Why it is not known whether an anchor holds.
package enum AnchorDoubt: String, Hashable, Codable, Sendable, CaseIterable {
    case noPosition
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

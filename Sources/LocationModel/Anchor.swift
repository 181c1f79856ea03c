// The words of the anchor watch, shared by the engine, the wire and the store.

package enum AnchorCondition: String, Hashable, Codable, Sendable, CaseIterable {
    case placing

    /// The machine is within the circle.
    case holding

    /// The machine has left the circle: an alarm.
    case dragging

    /// It is no longer known whether the anchor holds: an alarm.
    case unknown

    package var isAlarm: Bool { self == .dragging || self == .unknown }
}

/// The reason why it is unknown whether an anchor holds.
package enum AnchorDoubt: String, Hashable, Codable, Sendable, CaseIterable {
    case noPosition
    case inaccurate

    /// The positions are not believed.
    case doubtful

    /// The app lacks the always authorization or full accuracy.
    case notPermitted

    /// The doubt in words for a person; a time may follow.
    package var text: String {
        switch self {
        case .noPosition: "no receiver has given a position"
        case .inaccurate: "the positions have been too inaccurate"
        case .doubtful: "the positions have not been believed"
        case .notPermitted: "the app may not always know the exact location"
        }
    }
}

package import LocationModel

/// A location, or the reason for its absence.
package enum LocationAnswer: Hashable, Sendable {
    /// The location and its age.
    case location(Fix, age: Duration)

    /// No location, with the reason.
    case absent(LocationAbsence)

    /// Whether there is a location.
    package var isLocation: Bool {
        if case .location = self { true } else { false }
    }
}

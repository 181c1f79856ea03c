package import LocationModel

/// A location, or why there is none.
package enum LocationAnswer: Hashable, Sendable {
    /// The location and its age.
    case location(Fix, age: Duration)

    /// There is none to give.
    case absent(LocationAbsence)

    /// Whether there is a location.
    package var isLocation: Bool {
        if case .location = self { true } else { false }
    }
}

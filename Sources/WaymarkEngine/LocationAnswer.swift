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

/// Why no location is given.
package enum LocationAbsence: String, Hashable, Sendable {
    /// The kind does not want one.
    case notWanted

    /// The app's widgets may not know it.
    case unauthorized

    /// They may, but this one was not in view lately.
    case insufficientlyInUse

    /// They may, but there is no fresh fix.
    case locationUnknown
}

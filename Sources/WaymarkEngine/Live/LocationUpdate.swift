package import LocationModel

/// An element of a stream of locations: a location, or what explains its absence, or both.
package struct LocationUpdate: Hashable, Sendable {
    /// The location.
    package var fix: Fix?

    /// The age of the location; zero without one.
    package var age: Duration = .zero

    /// What limits the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []

    /// Why there is no location, if it is unavailable.
    package var cause: UnknownLocationCause?

    /// Creates an element.
    package init(
        _ fix: Fix? = nil,
        age: Duration = .zero,
        diagnostics: [LiveDiagnostic] = [],
        cause: UnknownLocationCause? = nil
    ) {
        self.fix = fix
        self.age = age
        self.diagnostics = diagnostics
        self.cause = cause
    }
}

/// An element of a stream of headings: a heading, or what explains its absence.
package struct HeadingUpdate: Hashable, Sendable {
    /// The heading.
    package var heading: Heading?

    /// What limits the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []

    /// Creates an element.
    package init(_ heading: Heading? = nil, diagnostics: [LiveDiagnostic] = []) {
        self.heading = heading
        self.diagnostics = diagnostics
    }
}

/// An element of a stream of beacons: those in range, or what explains that none can be told.
package struct BeaconUpdate: Hashable, Codable, Sendable {
    /// The beacons in range, the nearest first.
    package var beacons: [RangedBeacon]

    /// What limits the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic]

    /// Creates an element.
    package init(_ beacons: [RangedBeacon] = [], diagnostics: [LiveDiagnostic] = []) {
        self.beacons = beacons
        self.diagnostics = diagnostics
    }
}

/// A decision about a stream of an app.
package enum FollowerDecision: Hashable, Sendable {
    /// The app follows the location.
    case follows(FollowRequest)

    /// The app follows the heading, told after turns of `filterDegrees`.
    case followsHeading(filterDegrees: Double)

    /// The app follows the beacons in range.
    case followsBeacons(BeaconCondition)

    /// The stream gets values, exact or reduced; the radius is that of the first location.
    case given(AccuracyAuthorization, accuracyMeters: Double?)

    /// The stream gets no values.
    case withheld([LiveDiagnostic], UnknownLocationCause?)

    /// Updates pause: the machine has rested for `restedFor`.
    case paused(restedFor: Duration)

    /// Updates go on: the machine moves again after `after`.
    case resumed(after: Duration)

    /// The stream has ended.
    case ended
}

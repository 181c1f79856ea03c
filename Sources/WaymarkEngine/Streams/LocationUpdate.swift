package import LocationModel

/// An element of a stream of locations: a location, the diagnostics that explain its absence, or both.
package struct LocationUpdate: Hashable, Sendable {
    package var fix: Fix?

    /// The age of the location; zero without one.
    package var age: Duration = .zero

    /// The limits of what the stream is given, besides the absence.
    package var limits: [LiveDiagnostic] = []

    /// Why there is no location.
    package var absence: LocationAbsence?

    /// Whether an agent asks the person now; `nil` unless the person is being asked.
    package var hasAgent: Bool?

    /// The limits and the absence, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] { limits + (absence?.diagnostics ?? []) }
}

package struct HeadingUpdate: Hashable, Sendable {
    package var heading: Heading?

    /// The limits of the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []
}

/// An element of a stream of beacons: those in range, or the diagnostics that explain why there are none.
package struct BeaconUpdate: Hashable, Sendable {
    /// The beacons in range, the nearest first.
    package var beacons: [RangedBeacon] = []

    /// The limits of the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []
}

package enum FollowerDecision: Hashable, Sendable, ComponentDecision {
    case followsLocation(FollowRequest)

    /// The app follows the heading, told after turns of `filterDegrees`.
    case followsHeading(filterDegrees: Double)
    case followsBeacons(BeaconCondition)

    /// The stream gets values, exact or reduced; the radius is that of the first location.
    case updatesGiven(accuracy: AccuracyAuthorization, accuracyMeters: Double?)
    case updatesWithheld(diagnostics: [LiveDiagnostic], cause: UnknownLocationCause? = nil)
    case updatesPaused(rested: Duration)
    case updatesResumed(paused: Duration)
    case followingEnded

    static let names = [
        "followsLocation", "followsHeading", "followsBeacons", "updatesGiven", "updatesWithheld",
        "updatesPaused", "updatesResumed", "followingEnded",
    ]

    var text: String {
        switch self {
        case .followsLocation(let request):
            (request.accuracy == .reduced ? "follows the area" : "follows the location")
                + (request.desiredAccuracyMeters.map { ", accurate to \(meters($0))" } ?? "")
                + (request.distanceFilterMeters.map { ", after each \(meters($0))" } ?? "")
                + (request.minimumInterval.map { ", at most each \($0.words)" } ?? "")
        case .followsHeading(let filter): "follows the heading, after each turn of \(filter)°"
        case .followsBeacons(let condition): "follows \(condition.text)"
        case .updatesGiven(.full, let accuracy?):
            "gets updates, the first accurate to \(meters(accuracy.rounded(.up)))"
        case .updatesGiven(.full, nil): "gets updates"
        case .updatesGiven(.reduced, let radius?):
            "gets areas, the first with a radius of \(meters(radius.rounded(.up)))"
        case .updatesGiven(.reduced, nil): "gets areas"
        case .updatesWithheld(let diagnostics, let cause):
            "gets no updates: \(LiveDiagnostic.text(diagnostics, cause.map { .locationUnknown(cause: $0) }))"
        case .updatesPaused(let duration):
            "gets no updates until the machine moves: it has rested for \(duration.words)"
        case .updatesResumed(let duration):
            "gets updates again: the machine moves after a pause of \(duration.words)"
        case .followingEnded: "has ended"
        }
    }
}

extension LiveDiagnostic {
    /// The diagnostics for a person, with the evidence of the absence among them.
    package static func text(_ diagnostics: [LiveDiagnostic], _ absence: LocationAbsence? = nil) -> String {
        diagnostics
            // That location services are off is the reason for the other.
            .filter { $0 != .authorizationDenied || !diagnostics.contains(.authorizationDeniedGlobally) }
            .map { diagnostic in
                switch (diagnostic, absence) {
                case (.pausedByPerson, .pausedByPerson(let end)): "\(diagnostic.text) until \(end)"
                case (.locationUnavailable, .locationUnknown(let cause)): cause.text
                default: diagnostic.text
                }
            }
            .joined(separator: "; ")
    }

    private var text: String {
        switch self {
        case .authorizationNotDetermined: "the person has not decided about the app yet"
        case .authorizationRequestInProgress: "the person is being asked"
        case .authorizationDenied: "the person said no"
        case .authorizationDeniedGlobally: "location services are off"
        case .authorizationRestricted: "the administrator forbids it"
        case .pausedByPerson: "the person has paused the location of all apps"
        case .alwaysAuthorizationDenied: "the app may not always know"
        case .insufficientlyInUse: "the app's windows are hidden"
        case .serviceSessionRequired: "the app's manifest requires a service session, and it holds none"
        case .accuracyLimited: "the app's accuracy is reduced"
        case .fullAccuracyDenied: "the app does not have full accuracy"
        case .locationUnavailable: "no receiver gives a location"
        case .headingUnavailable: "no receiver gives a heading"
        case .beaconsUnavailable: "nobody can listen for beacons"
        case .stationary: "the machine rests"
        }
    }
}

/// An event on a stream of an app's locations, headings or beacons, or on that of a service session.
package enum FollowerEvent: Hashable, Sendable {
    case location(LocationUpdate)
    case heading(HeadingUpdate)

    case beacons(BeaconUpdate)
    case serviceSession([LiveDiagnostic])
}

package import LocationModel

package enum Followed: Hashable, Codable, Sendable {
    case location(FollowRequest)

    /// The heading, told after turns of `filterDegrees`.
    case heading(filterDegrees: Double)
    case beacons(BeaconCondition)
}

package struct FollowRequest: Hashable, Codable, Sendable, Evidential {
    package static let longestInterval: Duration = .seconds(86_400)

    /// The 68 % radius in metres that suffices; with `nil` the best.
    package var desiredAccuracyMeters: Double?

    /// The distance in metres from the last told location at which the next is told.
    package var distanceFilterMeters: Double?
    package var minimumInterval: Duration?
    package var activity: LocationActivity

    /// The accuracy that the app wants at most: under `reduced` it gets areas even if it may know more.
    package var accuracy: AccuracyAuthorization

    /// Whether the person is asked although no manifest says why: the app was written for another service.
    package var asksWithoutPurpose: Bool

    /// Whether the stream begins with the last known place while there is no newer one: the app gives up soon.
    package var beginsWithLastPlace: Bool

    package init(
        desiredAccuracyMeters: Double? = nil,
        distanceFilterMeters: Double? = nil,
        minimumInterval: Duration? = nil,
        activity: LocationActivity = .other,
        accuracy: AccuracyAuthorization = .full,
        asksWithoutPurpose: Bool = false,
        beginsWithLastPlace: Bool = false
    ) {
        self.desiredAccuracyMeters = desiredAccuracyMeters
        self.distanceFilterMeters = distanceFilterMeters
        self.minimumInterval = minimumInterval
        self.activity = activity
        self.accuracy = accuracy
        self.asksWithoutPurpose = asksWithoutPurpose
        self.beginsWithLastPlace = beginsWithLastPlace
    }

    /// The distance in metres by which the told location may lag behind the machine.
    var slackMeters: Double { max(desiredAccuracyMeters ?? 0, distanceFilterMeters ?? 0) }

    /// The need for fixes while the machine moves.
    var want: Want {
        let interval = minimumInterval ?? .zero
        guard interval >= Self.shortestPausable || slackMeters >= Self.leastPausableMeters else {
            return .everyFix
        }
        return .fixes(every: interval, withinMeters: slackMeters, accuracyMeters: desiredAccuracyMeters)
    }

    // Receivers never pause for less than 20 s, in which even a machine at rest may be 40 m away.
    private static let shortestPausable: Duration = .seconds(20)
    private static let leastPausableMeters = 50.0
}

extension LocationActivity {
    /// The time at rest after which updates pause; `nil` when they never do.
    var restBeforePause: Duration? {
        switch self {
        case .fitness: .seconds(120)
        case .other: .seconds(300)
        case .automotive, .otherNavigation: .seconds(600)
        case .airborne: nil
        }
    }
}

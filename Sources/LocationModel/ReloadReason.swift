/// Why the service asks for a timeline.
@nonexhaustive public enum ReloadReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The widget has just been placed, or never had a timeline.
    case placed

    /// The machine has moved significantly.
    case significantChange

    /// A location became available, and the last timeline was made without one; or the person shared one by a click.
    case locationAvailable

    /// The person changed the app's authorization.
    case authorizationChanged

    /// The person changed the widget's family or configuration.
    case configurationChanged

    /// The last entry is due, and the policy was `atEnd`.
    case timelineEnded

    /// The date of the policy `after` has come.
    case dateReached
    case requestedByProvider

    /// Another program of the same user pushed it.
    case pushed

    /// The clock or the time zone was set.
    case timeChanged

    /// The widget came into view with an old timeline, whose reload was waiting for the budget.
    case stale

    /// An earlier request failed or was not answered in time.
    case retry
}

/// Why the service does not accept an answer to a request.
@nonexhaustive public enum RequestEnd: String, Hashable, Codable, Sendable, CaseIterable {
    case answered
    case late
    case removed
    case unknown
}

/// Why the look of a kind in a gallery is not made by its provider.
@nonexhaustive public enum SnapshotAbsence: String, Hashable, Codable, Sendable, CaseIterable {
    /// No provider of the kind is connected.
    case noProvider

    /// The provider could not make one, or disconnected.
    case failed

    /// The provider did not answer in time.
    case late
}

/// Why a click of the person gives a widget no location.
@nonexhaustive public enum ShareObstacle: String, Hashable, Codable, Sendable, CaseIterable {
    /// No host of the person, or not the one that was named, has the widget in view.
    case notInView

    /// The kind does not want a location.
    case notWanted

    /// The person has refused it to the app or to its widgets.
    case refused

    /// The administrator's policy forbids it, or that it is exact.
    case policy
    case servicesOff

    /// The person has paused the location of all apps for a while.
    case paused

    /// The last click of the person was a moment ago.
    case tooSoon
}

/// Why the request for a widget's timeline has no location.
package enum WidgetAbsence: String, Hashable, Codable, Sendable, CaseIterable {
    case notWanted

    /// The app's widgets may not know it.
    case unauthorized
    /// They may, but the person has paused the location of all apps for a while.
    case pausedByPerson

    /// They may, but this one was not in view lately.
    case insufficientlyInUse

    /// They may, but there is no fresh fix.
    case locationUnknown
}

/// What a widget has to do with the location.
@nonexhaustive public enum WidgetCondition: String, Hashable, Codable, Sendable, CaseIterable {
    /// Its kind wants no location.
    case ready

    /// Its latest timeline was made with a location.
    case fix

    /// It has no timeline yet, or none that may be shown.
    case waiting

    /// It may not know the location.
    case denied

    /// It may know the location, and got none: it was not in view lately, or no receiver had a fix.
    case unavailable
}

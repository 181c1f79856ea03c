/// The reason why the service asks for a timeline.
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

/// The reason why the service does not accept an answer to a request.
@nonexhaustive public enum RequestEnd: String, Hashable, Codable, Sendable, CaseIterable {
    case answered
    case late
    case removed
    case unknown
}

/// The reason why a provider did not make the snapshot of its kind for a gallery.
@nonexhaustive public enum SnapshotAbsence: String, Hashable, Codable, Sendable, CaseIterable {
    /// No provider of the kind is connected.
    case noProvider

    /// The provider could not make one, or disconnected.
    case failed

    /// The provider did not answer in time.
    case late
}

/// The reason why a person's click gives a widget no location.
@nonexhaustive public enum ShareObstacle: String, Hashable, Codable, Sendable, CaseIterable {
    /// No host of the person, or not the one that was named, has the widget in view.
    case notInView

    /// The kind does not want a location.
    case notWanted

    /// The person has denied the location to the app or to its widgets.
    case refused

    /// The administrator's policy forbids a location, or an exact one.
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

    /// The app's widgets are not authorized.
    case unauthorized
    /// They are authorized, but the person has paused the location of all apps for a while.
    case pausedByPerson

    /// They are authorized, but this one was not in view lately.
    case insufficientlyInUse

    /// They are authorized, but there is no fresh fix.
    case locationUnknown
}

/// The state of a widget with regard to the location.
@nonexhaustive public enum WidgetCondition: String, Hashable, Codable, Sendable, CaseIterable {
    /// Its kind wants no location.
    case ready

    /// Its latest timeline was made with a location.
    case fix

    /// It has no timeline yet, or none that may be shown.
    case waiting
    case denied

    /// It is authorized, and got no location: it was not in view lately, or no receiver had a fix.
    case unavailable
}

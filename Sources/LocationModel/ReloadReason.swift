/// Why a timeline is asked for.
@nonexhaustive public enum ReloadReason: String, Hashable, Sendable, CaseIterable {
    /// The widget has just been placed, or never had a timeline.
    case placed

    /// The machine has moved significantly.
    case significantChange

    /// A location became available to a widget that had been told there is none.
    case locationAvailable

    /// The person changed what the app may know.
    case authorizationChanged

    /// The last entry of the timeline is due, and its policy is `atEnd`.
    case timelineEnded

    /// The date of the timeline's policy `after` has come.
    case dateReached

    /// The provider asked for it.
    case requestedByProvider

    /// An earlier request failed or was not answered in time.
    case retry
}

/// Why a request is not waiting for an answer.
@nonexhaustive public enum RequestEnd: String, Hashable, Sendable, CaseIterable {
    /// It was answered.
    case answered

    /// Its deadline passed.
    case late

    /// Its widget was removed.
    case removed

    /// The session never had it.
    case unknown
}

/// Why no location is given.
package enum LocationAbsence: String, Hashable, Sendable, CaseIterable {
    /// The kind does not want one.
    case notWanted

    /// The app's widgets may not know it.
    case unauthorized

    /// They may, but this one was not in view lately.
    case insufficientlyInUse

    /// They may, but there is no fresh fix.
    case locationUnknown
}

/// How a widget stands with the location.
package enum WidgetCondition: String, Hashable, Sendable, CaseIterable {
    /// Its kind does not want a location.
    case ready

    /// It was last made with a location.
    case fix

    /// It has no timeline yet.
    case waiting

    /// It may not know the location.
    case denied

    /// It may, but there was none.
    case unavailable
}

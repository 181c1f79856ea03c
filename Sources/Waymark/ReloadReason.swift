/// Why the service asks for a timeline.
@nonexhaustive public enum ReloadReason: String, Hashable, Sendable {
    /// The widget has just been placed, or never had a timeline.
    case placed

    /// The machine has moved significantly.
    case significantChange

    /// A location became available, and the last timeline was made without one.
    case locationAvailable

    /// The person changed the app's authorization.
    case authorizationChanged

    /// The last entry is due, and the policy was ``TimelineReloadPolicy/atEnd``.
    case timelineEnded

    /// The date of the policy ``TimelineReloadPolicy/after(_:)`` has come.
    case dateReached

    /// The provider asked for it.
    case requestedByProvider

    /// An earlier request failed or was not answered in time.
    case retry
}

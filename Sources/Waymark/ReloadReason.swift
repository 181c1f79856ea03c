/// Why a timeline is asked for.
@nonexhaustive public enum ReloadReason: String, Hashable, Sendable {
    /// The widget has just been placed, or never had a timeline.
    case placed

    /// The machine has moved significantly.
    case significantChange

    /// A location became available to a widget that had been told there is none.
    case locationAvailable

    /// The person changed what the app may know.
    case authorizationChanged

    /// The last entry is due and the policy was ``TimelineReloadPolicy/atEnd``.
    case timelineEnded

    /// The date of the policy ``TimelineReloadPolicy/after(_:)`` has come.
    case dateReached

    /// The provider asked for it.
    case requestedByProvider

    /// An earlier request failed or was not answered in time.
    case retry
}

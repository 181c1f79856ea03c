/// Why a provider is asked for a timeline.
package enum ReloadReason: String, Hashable, Sendable, CaseIterable {
    /// The widget has just been placed, or has never had a timeline.
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

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

extension ReloadReason {
    /// Returns the reason that stands for both: the one that says more about what has changed.
    func merged(with other: ReloadReason?) -> ReloadReason {
        guard let other else { return self }
        return other.weight > weight ? other : self
    }

    /// Whether the reload is made for the sake of a location and waits until the widget may know it.
    var waitsForUse: Bool { self == .significantChange || self == .locationAvailable }

    /// Whether the reload need not wait for the back-off after failures, because the world has changed since.
    var overridesBackOff: Bool {
        switch self {
        case .significantChange, .authorizationChanged, .locationAvailable: true
        case .placed, .timelineEnded, .dateReached, .requestedByProvider, .retry: false
        }
    }

    private var weight: Int {
        switch self {
        case .retry: 0
        case .requestedByProvider: 1
        case .timelineEnded, .dateReached: 2
        case .placed: 3
        case .locationAvailable: 4
        case .significantChange: 5
        case .authorizationChanged: 6
        }
    }
}

import LocationModel

extension ReloadReason {
    /// Returns the more significant of two reasons, which stands for both.
    func merged(with other: ReloadReason?) -> ReloadReason {
        guard let other else { return self }
        return other.weight > weight ? other : self
    }

    /// Whether the reload is for the sake of a location and waits until the widget may know it.
    var waitsForUse: Bool { self == .significantChange || self == .locationAvailable }

    /// Whether the reload skips the back-off after failures, because the circumstances have changed.
    var overridesBackOff: Bool {
        switch self {
        case .significantChange, .authorizationChanged, .locationAvailable, .configurationChanged: true
        case .placed, .timelineEnded, .dateReached, .requestedByProvider, .pushed, .timeChanged, .stale,
            .retry:
            false
        }
    }

    private var weight: Int {
        switch self {
        case .retry: 0
        case .pushed: 1
        case .timelineEnded, .dateReached: 2
        // It may be free where those above are not.
        case .requestedByProvider: 3
        case .placed: 4
        case .stale: 5
        case .timeChanged: 6
        case .locationAvailable: 7
        case .configurationChanged: 8
        case .significantChange: 9
        case .authorizationChanged: 10
        }
    }
}

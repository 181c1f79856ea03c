import LocationModel

/// A change of a region's state, with its evidence.
package struct RegionCrossing: Hashable, Sendable {
    package let region: RegionNumber
    package let isInside: Bool

    /// The distance of the latest fix from the edge in metres, negative inside.
    package let edgeMeters: Double

    /// The time for which every fix agreed.
    package let heldFor: Duration
}

/// A crossing that has not held long enough, or a first state that no fix has shown beyond doubt.
struct PendingCrossing: Hashable, Codable, Sendable {
    /// The time for which every fix must agree.
    static let holdTime: Duration = .seconds(20)

    /// The time after which too few fixes to agree count if no other came: receivers that pause look again by then.
    static let longestWait: Duration = .seconds(330)

    let region: BoundedRegion
    let isInside: Bool

    /// The first fix beyond the edge, on the receiver's time line.
    private(set) var since: MonotonicInstant

    /// The latest fix beyond the edge, on the receiver's time line.
    private(set) var latestAt: MonotonicInstant

    /// The time of the first fix by the clock of the deadlines, or the later one from which it waits again.
    var firstSeen: MonotonicInstant { deadline - (isProven ? Self.holdTime : Self.longestWait) }

    /// The time from which the crossing counts if no fix contradicts it.
    private(set) var deadline: MonotonicInstant
    private var edgeMeters: Double
    private var fixCount = 1
    private var isProven = false

    /// Whether it was proven, and waits again without a fix since.
    private(set) var wasProven = false

    init(
        of region: BoundedRegion,
        isInside: Bool,
        edgeMeters: Double,
        at observedAt: MonotonicInstant,
        deadline: MonotonicInstant
    ) {
        self.region = region
        self.isInside = isInside
        self.edgeMeters = edgeMeters
        since = observedAt
        latestAt = observedAt
        self.deadline = deadline
    }

    /// Whether the fixes agree over the whole time.
    var hasHeld: Bool { since.duration(to: latestAt) >= Self.holdTime }

    /// Returns this crossing with another fix that agrees.
    ///
    /// Fixes that agree over five seconds are no outlier. If the sky is lost then, as behind a door, the time goes on
    /// without them.
    func continued(by next: PendingCrossing) -> PendingCrossing {
        var continued = self
        continued.latestAt = next.latestAt
        continued.edgeMeters = next.edgeMeters
        continued.fixCount += 1
        continued.wasProven = false
        if !isProven, since.duration(to: next.latestAt) >= .seconds(5), continued.fixCount >= 3 {
            continued.isProven = true
            continued.deadline = firstSeen + Self.holdTime
        }
        return continued
    }

    /// Returns this crossing with its longest wait from now on.
    func waitingAgain(from now: MonotonicInstant) -> PendingCrossing {
        var again = self
        again.wasProven = isProven
        again.isProven = false
        again.deadline = now + Self.longestWait
        return again
    }

    func change(heldFor duration: Duration) -> RegionCrossing {
        RegionCrossing(region: region.number, isInside: isInside, edgeMeters: edgeMeters, heldFor: duration)
    }
}

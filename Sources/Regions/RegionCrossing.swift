package import LocationModel

/// A change of a region's state, with its evidence.
package struct RegionCrossing: Hashable, Sendable {
    package enum Evidence: Hashable, Encodable, Sendable {
        /// The latest fix is `edgeMeters` outside, or inside if negative; every fix agreed for `heldFor`.
        case fixes(edgeMeters: Double, heldFor: Duration)
        case heard(BeaconIdentity)

        /// No beacon of the region was heard for this time.
        case silent(Duration)
    }

    package let region: RegionNumber
    package let isInside: Bool
    package let evidence: Evidence

    package init(region: RegionNumber, isInside: Bool, evidence: Evidence) {
        self.region = region
        self.isInside = isInside
        self.evidence = evidence
    }
}

/// A crossing that has not held long enough, or a first state that no fix has shown beyond doubt.
struct PendingCrossing: Hashable, Sendable {
    /// The time for which every fix must agree.
    static let holdTime: Duration = .seconds(20)

    /// The time after which a few agreeing fixes count if no other came: receivers that pause look again by
    /// then.
    static let longestWait: Duration = .seconds(330)

    let region: RegionNumber
    let isInside: Bool

    /// The first fix beyond the edge, on the receiver's time line.
    private(set) var since: MonotonicInstant

    /// The latest fix beyond the edge, on the receiver's time line.
    private(set) var latestAt: MonotonicInstant

    /// The time of the first fix by the clock of the deadlines, or the later one from which it waits again.
    private(set) var firstSeen: MonotonicInstant

    /// The time from which the crossing counts if no fix contradicts it.
    var deadline: MonotonicInstant { firstSeen + (isProven ? Self.holdTime : Self.longestWait) }

    private var edgeMeters: Double
    private var fixCount = 1
    private var isProven = false

    /// Whether it was proven, and waits again without a fix since.
    private(set) var wasProven = false

    init(
        region: RegionNumber,
        isInside: Bool,
        edgeMeters: Double,
        at observedAt: MonotonicInstant,
        now: MonotonicInstant
    ) {
        self.region = region
        self.isInside = isInside
        self.edgeMeters = edgeMeters
        since = observedAt
        latestAt = observedAt
        firstSeen = now
    }

    var hasHeld: Bool { since.duration(to: latestAt) >= Self.holdTime }

    /// Records another fix that agrees.
    ///
    /// Fixes that agree over five seconds are no outlier. If the sky is lost then, as behind a door, the time goes on
    /// without them.
    mutating func agree(edgeMeters edge: Double, at observedAt: MonotonicInstant) {
        latestAt = observedAt
        edgeMeters = edge
        fixCount += 1
        wasProven = false
        if since.duration(to: latestAt) >= .seconds(5), fixCount >= 3 { isProven = true }
    }

    mutating func waitAgain(from now: MonotonicInstant) {
        (wasProven, isProven) = (isProven, false)
        firstSeen = now
    }

    func change(heldFor duration: Duration) -> RegionCrossing {
        let evidence = RegionCrossing.Evidence.fixes(edgeMeters: edgeMeters, heldFor: duration)
        return RegionCrossing(region: region, isInside: isInside, evidence: evidence)
    }
}

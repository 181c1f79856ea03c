package import LocationModel

/// Tells when the machine enters and leaves regions.
///
/// It reads no clock. A region that is neither entered nor undecided is outside, and costs nothing at a fix unless its
/// edge is near: the regions around a place are looked up once, and again only when the machine has moved as far as
/// the nearest other edge was.
package struct RegionWatch: Hashable, Sendable {
    private var index = RegionTree()
    private var polygons: [RegionNumber: PolygonShape] = [:]
    private var entered: [RegionNumber: BoundedRegion] = [:]

    /// The regions of which nothing is known, because no fix was beyond doubt.
    private var undecided: [RegionNumber: BoundedRegion] = [:]

    /// The crossings that have not held long enough, by region.
    private var crossings: [RegionNumber: PendingCrossing] = [:]

    private var neighborhood: Neighborhood?
    private var settledPlace = SettledPlace()

    /// The distance of the last look-up, which fits the density of regions here, in metres.
    private var usualRadius = 1000.0

    /// The metres that the machine could move from the latest fix without meeting an edge; `nil` before a fix.
    package private(set) var clearMeters: Double?

    /// The time when a pending crossing counts without another fix; `nil` when there is none.
    package private(set) var nextDeadline: MonotonicInstant?

    package init() {}

    package var count: Int { index.count }
    package var hasPendingCrossing: Bool { !crossings.isEmpty }

    package func isPending(_ number: RegionNumber) -> Bool { crossings[number] != nil }

    /// Adds a region that is not there yet.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - shape: Its area.
    ///   - isInside: Whether the machine was inside when it was last known; `nil` if nothing is known, so that
    ///     the first decision is reported.
    package mutating func add(_ number: RegionNumber, _ shape: RegionShape, isInside: Bool?) {
        let region = BoundedRegion(number, shape)
        index.insert(region)
        if case .polygons(let polygon) = shape { polygons[number] = polygon }
        if isInside == nil { undecided[number] = region } else { neighborhood = nil }
        if isInside == true { entered[number] = region }
    }

    package mutating func remove(_ number: RegionNumber, _ shape: RegionShape) {
        index.remove(BoundedRegion(number, shape))
        polygons[number] = nil
        entered[number] = nil
        undecided[number] = nil
        crossings[number] = nil
        neighborhood = nil
        scheduleDeadline()
    }

    /// Compares the regions with a believed fix.
    ///
    /// - Parameters:
    ///   - place: The place of the fix.
    ///   - error95Meters: The radius that holds the true position with 95 % probability.
    ///   - observedAt: The time of the fix on the receiver's own time line, on which crossings must hold.
    ///   - now: The present, from which deadlines count.
    /// - Returns: The regions whose state has changed or is known now.
    package mutating func consider(
        _ place: SurfacePoint,
        error95Meters: Double,
        observedAt: MonotonicInstant,
        at now: MonotonicInstant
    ) -> [RegionCrossing] {
        guard index.count > 0 else { return [] }
        let fix = place
        let place = settledPlace.follow(fix, error95Meters: error95Meters, at: observedAt)
        let sighting = Sighting(
            fix: fix == place ? nil : fix,
            cushionMeters: Self.cushionMeters(error95Meters: error95Meters),
            observedAt: observedAt,
            now: now
        )
        var here = neighborhood ?? lookAround(place)
        if place.chordMeters(to: here.center.position) >= here.radiusMeters { here = lookAround(place) }
        neighborhood = here
        let moved = place.chordMeters(to: here.center.position)
        var affected = undecided
        for crossing in crossings.values { affected[crossing.region.number] = crossing.region }
        for neighbor in here.neighbors.prefix(while: { $0.meters <= moved }) {
            affected[neighbor.region.number] = neighbor.region
        }
        let next = here.neighbors.first { $0.meters > moved }
        var clear = min(here.radiusMeters, next?.meters ?? .infinity) - moved
        var changes: [RegionCrossing] = []
        for region in affected.values {
            let edge = edgeMeters(of: region, from: place)
            clear = min(clear, abs(edge))
            if let change = judge(region, edgeMeters: edge, sighting) { changes.append(change) }
        }
        clearMeters = max(0, clear)
        // The neighbourhood holds what may change at a place as long as no state does.
        if !changes.isEmpty { neighborhood = nil }
        scheduleDeadline()
        return changes.sorted { $0.region < $1.region }
    }

    /// Ends the crossings with which a fix in doubt does not agree.
    ///
    /// It shows where the machine may be, and so that nobody knows any more that it is still beyond the edge.
    package mutating func considerDoubtful(_ place: SurfacePoint, error95Meters: Double) {
        let cushion = Self.cushionMeters(error95Meters: error95Meters)
        for (number, crossing) in crossings {
            let edge = edgeMeters(of: crossing.region, from: place)
            guard (edge < 0) != crossing.isInside || !isBeyond(cushion, of: crossing.region, edgeMeters: edge)
            else { continue }
            crossings[number] = nil
        }
        scheduleDeadline()
    }

    /// Returns the crossings that count by now because nothing has contradicted them for long enough.
    ///
    /// Nothing could contradict them while the machine slept, and nobody knows where it was carried: what is that late
    /// waits again, until receivers have looked. What several fixes have shown does so once: a machine that is never awake
    /// for long enough would never tell it.
    package mutating func removeDue(at now: MonotonicInstant) -> [RegionCrossing] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        for (number, crossing) in crossings
        where crossing.deadline + Self.longestDelay < now && !crossing.wasProven {
            crossings[number]?.waitAgain(from: now)
        }
        let due = crossings.values.filter { $0.deadline <= now }
            .sorted { $0.region.number < $1.region.number }
        let changes = due.map { crossing in
            decide(crossing.region, isInside: crossing.isInside)
            neighborhood = nil
            return crossing.change(heldFor: crossing.firstSeen.duration(to: now))
        }
        scheduleDeadline()
        return changes
    }

    // MARK: Neighbourhood

    /// The regions that a fix near a place may affect.
    private struct Neighborhood: Hashable {
        struct Neighbor: Hashable {
            /// The metres that the machine must move from the centre before the region can change.
            var meters: Double
            var region: BoundedRegion
        }

        var center: SurfacePoint

        /// The metres from the centre within which no other edge is.
        var radiusMeters: Double

        /// The regions whose edge is within that, nearest first.
        var neighbors: [Neighbor]
    }

    private mutating func lookAround(_ place: SurfacePoint) -> Neighborhood {
        var radius = usualRadius
        var near = neighbors(of: place, within: &radius)
        // Where few regions are, a larger circle saves further look-ups and tells how long nothing can happen.
        while near.count < Self.fewNeighbors, radius < Self.widestRadius {
            radius = min(radius * 4, Self.widestRadius)
            near = neighbors(of: place, within: &radius)
        }
        usualRadius = radius
        // Those that were entered and are far away now were not found. What waits is judged at every fix.
        let known = Set(near.map(\.region.number))
        for region in entered.values where !known.contains(region.number) {
            let edge = edgeMeters(of: region, from: place)
            if edge >= -radius { near.append(.init(meters: max(0, -edge), region: region)) }
        }
        near.sort { ($0.meters, $0.region.number) < ($1.meters, $1.region.number) }
        return Neighborhood(center: place, radiusMeters: radius, neighbors: near)
    }

    /// Returns the regions whose edge is within `radius`, or that contain the place without having been entered.
    ///
    /// Lowers the radius where there would be too many of them.
    private func neighbors(of place: SurfacePoint, within radius: inout Double) -> [Neighborhood.Neighbor] {
        var near: [Neighborhood.Neighbor] = []
        var most = 2 * Self.manyNeighbors
        index.forEach(near: place, within: &radius) { region, chord, radius in
            let edge = edgeMeters(of: region, from: place, chordMeters: chord)
            let isUnexpected = (edge < 0) != (entered[region.number] != nil)
            guard abs(edge) <= radius || isUnexpected else { return }
            near.append(.init(meters: isUnexpected ? 0 : abs(edge), region: region))
            guard near.count >= most else { return }
            near.sort { $0.meters < $1.meters }
            radius = max(near[Self.manyNeighbors].meters, Self.leastRadius)
            near.removeAll { [radius] in $0.meters > radius }
            most = max(most, 2 * near.count)
        }
        return near
    }

    private func edgeMeters(of region: BoundedRegion, from place: SurfacePoint) -> Double {
        edgeMeters(of: region, from: place, chordMeters: place.chordMeters(to: region.center))
    }

    private func edgeMeters(of region: BoundedRegion, from place: SurfacePoint, chordMeters: Double) -> Double
    {
        if region.isPolygon, let polygon = polygons[region.number] { return polygon.edgeMeters(from: place) }
        return Chord.surfaceMeters(chordMeters) - region.radiusMeters
    }

    // MARK: Decisions

    private struct Sighting {
        /// The place of the fix, where the mean of the latest fixes is judged instead.
        let fix: SurfacePoint?
        let cushionMeters: Double
        let observedAt: MonotonicInstant
        let now: MonotonicInstant
    }

    /// Judges the state of a region at a fix, and returns its change.
    private mutating func judge(_ region: BoundedRegion, edgeMeters edge: Double, _ sighting: Sighting)
        -> RegionCrossing?
    {
        let (number, isInside, observedAt) = (region.number, edge < 0, sighting.observedAt)
        // Of a machine that comes back, the mean is beyond an edge for longer than the machine is.
        let edges = [edge] + (sighting.fix.map { [edgeMeters(of: region, from: $0)] } ?? [])
        let isCertain = edges.allSatisfy {
            ($0 < 0) == isInside && isBeyond(sighting.cushionMeters, of: region, edgeMeters: $0)
        }
        if undecided[number] != nil {
            if isCertain {
                decide(region, isInside: isInside)
                let evidence = RegionCrossing.Evidence.fixes(edgeMeters: edge, heldFor: .zero)
                return RegionCrossing(region: number, isInside: isInside, evidence: evidence)
            }
        } else if !isCertain || (entered[number] != nil) == isInside {
            crossings[number] = nil
            return nil
        }
        guard var pending = crossings[number], pending.isInside == isInside, pending.since <= observedAt
        else {
            let deadline = sighting.now + PendingCrossing.longestWait
            crossings[number] = PendingCrossing(
                region: region,
                isInside: isInside,
                edgeMeters: edge,
                at: observedAt,
                deadline: deadline
            )
            return nil
        }
        pending.agree(edgeMeters: edge, at: observedAt)
        guard pending.hasHeld else {
            crossings[number] = pending
            return nil
        }
        decide(region, isInside: isInside)
        return pending.change(heldFor: pending.since.duration(to: pending.latestAt))
    }

    private static func cushionMeters(error95Meters: Double) -> Double {
        min(max(error95Meters, narrowestCushion), widestCushion)
    }

    /// Returns whether a fix at a distance from the edge is beyond the cushion, on the side where it is.
    private func isBeyond(_ cushion: Double, of region: BoundedRegion, edgeMeters edge: Double) -> Bool {
        abs(edge) >= (edge < 0 ? min(cushion, depthMeters(of: region)) : cushion)
    }

    /// Returns the depth in metres at which a fix is inside whatever its error.
    private func depthMeters(of region: BoundedRegion) -> Double {
        polygons[region.number]?.depthMeters ?? region.radiusMeters / 2
    }

    private mutating func decide(_ region: BoundedRegion, isInside: Bool) {
        undecided[region.number] = nil
        crossings[region.number] = nil
        entered[region.number] = isInside ? region : nil
    }

    private mutating func scheduleDeadline() { nextDeadline = crossings.values.lazy.map(\.deadline).min() }

    /// How late a deadline may be noticed by a service that runs; one that is later was slept through.
    package static let longestDelay: Duration = .seconds(10)

    /// The narrowest cushion in metres; receivers state errors that they exceed for minutes.
    private static let narrowestCushion = 25.0

    /// The widest cushion in metres; a fix with a larger error proves as much as one with this.
    package static let widestCushion = 200.0

    /// The number of regions below which a look-up is repeated with a larger radius.
    private static let fewNeighbors = 2

    /// The number of regions at which a look-up is narrowed.
    private static let manyNeighbors = 16

    /// The farthest that a look-up goes, in metres: five minutes of a fast train.
    private static let widestRadius = 25_600.0

    /// The radius in metres down to which crowded regions narrow a look-up; at a smaller one every fix would need one.
    private static let leastRadius = 25.0
}

package import LocationModel

/// Reports when the machine enters and leaves regions.
///
/// It reads no clock. A region costs nothing at a fix unless its edge is near: it looks at all regions once
/// to find those around a place, and again only when the machine has moved as far as the nearest other edge.
package struct RegionWatch: Hashable, Sendable {
    private var regions: [RegionNumber: WatchedRegion] = [:]
    private var polygons: [RegionNumber: PolygonShape] = [:]

    /// The regions of which nothing is known, because no fix was beyond doubt.
    private var undecided: Set<RegionNumber> = []

    /// The crossings that have not held long enough, by region.
    private var crossings: [RegionNumber: PendingCrossing] = [:]

    private var neighborhood: Neighborhood?
    private var settledPlace = SettledPlace()

    /// The metres that the machine could move from the latest fix without meeting an edge; `nil` before a fix.
    package private(set) var clearMeters: Double?

    /// The time when a pending crossing counts without another fix; `nil` when there is none.
    package private(set) var nextDeadline: MonotonicInstant?

    package init() {}

    package var count: Int { regions.count }
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
        regions[number] = WatchedRegion(number, shape.bounds, isInside: isInside)
        if case .polygons(let polygon) = shape { polygons[number] = polygon }
        if isInside == nil { undecided.insert(number) } else { neighborhood = nil }
    }

    package mutating func remove(_ number: RegionNumber) {
        regions[number] = nil
        polygons[number] = nil
        undecided.remove(number)
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
        guard !regions.isEmpty else { return [] }
        let fix = place
        let place = settledPlace.follow(fix, error95Meters: error95Meters, at: observedAt)
        let sighting = Sighting(
            fix: fix == place ? nil : fix,
            cushionMeters: Self.cushionMeters(error95Meters: error95Meters),
            observedAt: observedAt,
            now: now
        )
        var here = neighborhood ?? lookAround(place)
        if place.chordMeters(to: here.center) >= here.radiusMeters { here = lookAround(place) }
        neighborhood = here
        let moved = place.chordMeters(to: here.center)
        let reached = here.neighbors.prefix { $0.meters <= moved }
        let next = here.neighbors.dropFirst(reached.count).first
        var clear = min(here.radiusMeters, next?.meters ?? .infinity) - moved
        var changes: [RegionCrossing] = []
        for number in undecided.union(crossings.keys).union(reached.map(\.number)) {
            guard let region = regions[number] else { continue }
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

    /// Ends the crossings that a doubtful fix contradicts.
    ///
    /// The fix proves no position, but it casts doubt on the machine still being beyond the edge.
    package mutating func considerDoubtful(_ place: SurfacePoint, error95Meters: Double) {
        let cushion = Self.cushionMeters(error95Meters: error95Meters)
        for (number, crossing) in crossings {
            guard let region = regions[number] else { continue }
            let edge = edgeMeters(of: region, from: place)
            if (edge < 0) != crossing.isInside || !isBeyond(cushion, of: region, edgeMeters: edge) {
                crossings[number] = nil
            }
        }
        scheduleDeadline()
    }

    /// Returns the crossings that count by now because nothing has contradicted them for long enough.
    ///
    /// Nothing could contradict them while the machine slept, and it may have been carried elsewhere: a
    /// crossing that is that late waits again until receivers have looked. One that several fixes have proven
    /// waits again only once: a machine that is never awake for long enough would never report it.
    package mutating func removeDue(at now: MonotonicInstant) -> [RegionCrossing] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        for (number, crossing) in crossings
        where crossing.deadline + Self.longestDelay < now && !crossing.wasProven {
            crossings[number]?.waitAgain(from: now)
        }
        let due = crossings.values.filter { $0.deadline <= now }
            .sorted { $0.region < $1.region }
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
            var number: RegionNumber
        }

        /// The centre, in metres from the centre of the Earth.
        var center: SIMD3<Double>

        /// The metres from the centre within which no other edge is.
        var radiusMeters = RegionWatch.widestRadius

        /// The regions whose edge is within that, nearest first.
        var neighbors: [Neighbor] = []

        /// Sorts the neighbours, and leaves out the farther ones if there are many.
        mutating func narrow() {
            neighbors.sort { ($0.meters, $0.number) < ($1.meters, $1.number) }
            guard neighbors.count > manyNeighbors else { return }
            let radius = max(neighbors[manyNeighbors].meters, leastRadius)
            radiusMeters = radius
            neighbors.removeAll { $0.meters > radius }
        }
    }

    /// Finds the regions that a fix near a place may affect, among all regions.
    private func lookAround(_ place: SurfacePoint) -> Neighborhood {
        var here = Neighborhood(center: place.position)
        var most = 2 * Self.manyNeighbors
        for region in regions.values {
            let isKnownInside = region.isInside == true
            guard isKnownInside || region.isWithin(here.radiusMeters, of: place) else { continue }
            let edge = edgeMeters(of: region, from: place)
            let isUnexpected = (edge < 0) != isKnownInside
            guard isUnexpected || abs(edge) <= here.radiusMeters else { continue }
            here.neighbors.append(.init(meters: isUnexpected ? 0 : abs(edge), number: region.number))
            guard here.neighbors.count >= most else { continue }
            here.narrow()
            most = max(most, 2 * here.neighbors.count)
        }
        // What is left depends on the order of the dictionary until it is narrowed once more.
        here.narrow()
        return here
    }

    private func edgeMeters(of region: WatchedRegion, from place: SurfacePoint) -> Double {
        if let polygon = polygons[region.number] { return polygon.edgeMeters(from: place) }
        return Chord.surfaceMeters(place.chordMeters(to: region.bounds.center)) - region.bounds.radiusMeters
    }

    // MARK: Decisions

    private struct Sighting {
        /// The place of the fix, if the mean of the latest fixes is judged instead.
        let fix: SurfacePoint?
        let cushionMeters: Double
        let observedAt: MonotonicInstant
        let now: MonotonicInstant
    }

    private mutating func judge(_ region: WatchedRegion, edgeMeters edge: Double, _ sighting: Sighting)
        -> RegionCrossing?
    {
        let (number, isInside, observedAt) = (region.number, edge < 0, sighting.observedAt)
        // When a machine comes back, the mean stays beyond an edge for longer than the machine.
        let edges = [edge] + (sighting.fix.map { [edgeMeters(of: region, from: $0)] } ?? [])
        let isCertain = edges.allSatisfy {
            ($0 < 0) == isInside && isBeyond(sighting.cushionMeters, of: region, edgeMeters: $0)
        }
        if region.isInside == nil {
            if isCertain {
                decide(number, isInside: isInside)
                let evidence = RegionCrossing.Evidence.fixes(edgeMeters: edge, heldFor: .zero)
                return RegionCrossing(region: number, isInside: isInside, evidence: evidence)
            }
        } else if !isCertain || region.isInside == isInside {
            crossings[number] = nil
            return nil
        }
        guard var pending = crossings[number], pending.isInside == isInside, pending.since <= observedAt
        else {
            crossings[number] = PendingCrossing(
                region: number,
                isInside: isInside,
                edgeMeters: edge,
                at: observedAt,
                now: sighting.now
            )
            return nil
        }
        pending.agree(edgeMeters: edge, at: observedAt)
        guard pending.hasHeld else {
            crossings[number] = pending
            return nil
        }
        decide(number, isInside: isInside)
        return pending.change(heldFor: pending.since.duration(to: pending.latestAt))
    }

    private static func cushionMeters(error95Meters: Double) -> Double {
        min(max(error95Meters, narrowestCushion), widestCushion)
    }

    /// Returns whether a fix at a distance from the edge is beyond the cushion, on the side where it is.
    private func isBeyond(_ cushion: Double, of region: WatchedRegion, edgeMeters edge: Double) -> Bool {
        abs(edge) >= (edge < 0 ? min(cushion, depthMeters(of: region)) : cushion)
    }

    /// Returns the depth in metres at which a fix is inside whatever its error.
    private func depthMeters(of region: WatchedRegion) -> Double {
        polygons[region.number]?.depthMeters ?? region.bounds.radiusMeters / 2
    }

    private mutating func decide(_ number: RegionNumber, isInside: Bool) {
        undecided.remove(number)
        crossings[number] = nil
        regions[number]?.isInside = isInside
    }

    private mutating func scheduleDeadline() { nextDeadline = crossings.values.lazy.map(\.deadline).min() }

    /// The longest delay with which a running service notices a deadline; a later one was slept through.
    package static let longestDelay: Duration = .seconds(10)

    /// The narrowest cushion in metres; receivers exceed the errors that they state for minutes.
    private static let narrowestCushion = 25.0

    /// The widest cushion in metres; a fix with a larger error proves as much as one with this.
    package static let widestCushion = 200.0

    /// The number of regions at which a look-up is narrowed.
    private static let manyNeighbors = 16

    /// The farthest that a look-up goes, in metres: five minutes of a fast train.
    private static let widestRadius = 25_600.0

    /// The radius in metres down to which crowded regions narrow a look-up; at a smaller one every fix would need one.
    private static let leastRadius = 25.0
}

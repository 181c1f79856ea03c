/// All regions, in a tree over their centres.
///
/// Each tree is a box of space, and one with many regions halves it across its longest side. So the depth is bounded
/// whatever comes in whatever order, nothing is ever built anew, and neither poles nor the date line are special. Each knows
/// the largest radius in it, so that a large region is no reason to look at the small ones far away.
struct RegionTree: Hashable, Sendable {
    /// The number of items at which a leaf is halved.
    ///
    /// Fewer make more nodes, more take longer to look through; between 8 and 64 nothing matters much.
    private static let leafCapacity = 24

    /// The depth at which boxes are smaller than a metre and are halved no further.
    private static let deepest = 75

    /// The lower and the upper half; none for a leaf.
    private var halves: [RegionTree] = []
    private var items: [BoundedRegion] = []
    private var largestRadius = 0.0
    private(set) var count = 0

    mutating func insert(_ item: BoundedRegion) { insert(item, in: .earth, depth: 0) }

    private mutating func insert(_ item: BoundedRegion, in box: Box, depth: Int) {
        count += 1
        largestRadius = max(largestRadius, item.radiusMeters)
        guard halves.isEmpty else { return insert(item, inHalfOf: box, depth: depth) }
        items.append(item)
        // Equal centres stay together at last.
        guard items.count > Self.leafCapacity, depth < Self.deepest else { return }
        halves = [RegionTree(), RegionTree()]
        for item in items { insert(item, inHalfOf: box, depth: depth) }
        items = []
    }

    private mutating func insert(_ item: BoundedRegion, inHalfOf box: Box, depth: Int) {
        let half = box.half(towards: item.center)
        halves[half].insert(item, in: box.half(half), depth: depth + 1)
    }

    /// Removes a region that was added with the same centre.
    mutating func remove(_ item: BoundedRegion) { remove(item, in: .earth) }

    private mutating func remove(_ item: BoundedRegion, in box: Box) {
        if halves.isEmpty {
            items.removeAll { $0.number == item.number }
        } else {
            let half = box.half(towards: item.center)
            halves[half].remove(item, in: box.half(half))
        }
        count = halves.isEmpty ? items.count : halves[0].count + halves[1].count
        if !halves.isEmpty, count <= Self.leafCapacity / 2 {
            (items, halves) = (halves[0].items + halves[1].items, [])
        }
        largestRadius = (items.map(\.radiusMeters) + halves.map(\.largestRadius)).max() ?? 0
    }

    /// Calls `body` with each region whose circle contains a place or is within `meters` of it; nearer ones tend to come
    /// first.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - meters: The distance, straight through the Earth; `body` may lower it.
    ///   - body: Receives a region and the straight distance to its centre.
    func forEach(
        near place: SurfacePoint,
        within meters: inout Double,
        _ body: (BoundedRegion, _ chordMeters: Double, _ meters: inout Double) -> Void
    ) {
        visit(.earth, near: place.position, within: &meters, body)
    }

    private func visit(
        _ box: Box,
        near position: SIMD3<Double>,
        within meters: inout Double,
        _ body: (BoundedRegion, _ chordMeters: Double, _ meters: inout Double) -> Void
    ) {
        let reach = meters + largestRadius
        guard box.squaredMeters(to: position) <= reach * reach else { return }
        for item in items {
            let offset = item.center - position
            let chord = (offset * offset).sum().squareRoot()
            if chord - item.radiusMeters <= meters { body(item, chord, &meters) }
        }
        guard !halves.isEmpty else { return }
        let near = box.half(towards: position)
        halves[near].visit(box.half(near), near: position, within: &meters, body)
        halves[1 - near].visit(box.half(1 - near), near: position, within: &meters, body)
    }
}

/// A box in space, in metres from the centre of the Earth.
private struct Box: Hashable {
    var low: SIMD3<Double>
    var high: SIMD3<Double>

    /// A cube around the Earth whose halves at every depth have round sides.
    static let earth = Box(low: SIMD3(repeating: -8_388_608), high: SIMD3(repeating: 8_388_608))

    private var longestSide: Int {
        let size = high - low
        if size.x >= size.y { return size.x >= size.z ? 0 : 2 }
        return size.y >= size.z ? 1 : 2
    }

    private var middle: Double { (low[longestSide] + high[longestSide]) / 2 }

    /// Returns the number of the half in whose direction `position` lies: 0 for the lower one, 1 for the upper one.
    func half(towards position: SIMD3<Double>) -> Int { position[longestSide] >= middle ? 1 : 0 }

    func half(_ number: Int) -> Box {
        var half = self
        if number == 0 { half.high[longestSide] = middle } else { half.low[longestSide] = middle }
        return half
    }

    func squaredMeters(to position: SIMD3<Double>) -> Double {
        let nearest = position.clamped(lowerBound: low, upperBound: high)
        let offset = position - nearest
        return (offset * offset).sum()
    }
}

/// All regions, by size and place.
///
/// A tree holds regions of a size, so that a large one is no reason to look at the small ones far away.
struct RegionIndex: Hashable, Codable, Sendable {
    /// The largest radius of each tree, in metres.
    private static let radii: [Double] =
        (0..<8).map { (size: Int) -> Double in 128 * Double(1 << (2 * size)) }
        + [BoundingCircle.everywhereMeters]

    private var trees: [RegionTree] = Array(repeating: RegionTree(), count: radii.count)

    var count: Int { trees.reduce(0) { $0 + $1.count } }

    mutating func insert(_ region: BoundedRegion) { trees[Self.tree(of: region)].insert(region) }

    mutating func remove(_ region: BoundedRegion) {
        trees[Self.tree(of: region)].remove(region.number, center: region.center)
    }

    /// Calls `body` with each region that contains `place` or may be within `meters` of it.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - meters: The distance; `body` may lower it.
    ///   - body: Receives a region and the straight distance to its centre.
    func forEach(
        near place: SurfacePoint,
        within meters: inout Double,
        _ body: (BoundedRegion, _ chordMeters: Double, _ meters: inout Double) -> Void
    ) {
        for (tree, radius) in zip(trees, Self.radii) where tree.count > 0 {
            var reach = meters + radius
            tree.forEach(near: place.position, within: &reach) { region, chord, reach in
                guard chord - region.radiusMeters <= reach - radius else { return }
                var meters = reach - radius
                body(region, chord, &meters)
                reach = meters + radius
            }
            meters = reach - radius
        }
    }

    private static func tree(of region: BoundedRegion) -> Int {
        radii.firstIndex { region.radiusMeters <= $0 } ?? radii.count - 1
    }
}

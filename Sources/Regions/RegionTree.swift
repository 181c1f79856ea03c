/// All regions, in a tree over their centres.
///
/// Each node is a box of space, and an inner one halves it across its longest side. So the depth is bounded whatever
/// comes in whatever order, nothing is ever built anew, and neither poles nor the date line are special. Each knows the
/// largest radius in it, so that a large region is no reason to look at the small ones far away.
struct RegionTree: Hashable, Codable, Sendable {
    private struct Node: Hashable, Codable {
        /// The index of the lower half, which the upper one follows; `nil` for a leaf.
        var halves: Int32?
        var items: [BoundedRegion] = []
        var largestRadius = 0.0

        mutating func add(_ item: BoundedRegion) {
            items.append(item)
            largestRadius = max(largestRadius, item.radiusMeters)
        }
    }

    /// The number of items at which a leaf is halved.
    ///
    /// Fewer make more nodes, more take longer to look through; between 8 and 64 nothing matters much.
    private static let leafCapacity = 24

    /// The depth at which boxes are smaller than a metre and are halved no further.
    private static let deepest = 75

    private var nodes = [Node()]
    private var unusedHalves: [Int32] = []
    private(set) var count = 0

    mutating func insert(_ item: BoundedRegion) {
        count += 1
        var (node, box, depth) = (0, Box.earth, 0)
        while let halves = nodes[node].halves {
            nodes[node].largestRadius = max(nodes[node].largestRadius, item.radiusMeters)
            node = Int(halves) + (box.halve(towards: item.center) ? 1 : 0)
            depth += 1
        }
        nodes[node].add(item)
        // Equal centres stay together at last, so this ends.
        while nodes[node].items.count > Self.leafCapacity, depth < Self.deepest {
            let halves = split(node, box)
            let isUpper = box.halve(towards: item.center)
            node = halves + (isUpper ? 1 : 0)
            depth += 1
        }
    }

    /// Removes a region that was added with the same centre.
    mutating func remove(_ item: BoundedRegion) {
        var (node, box) = (0, Box.earth)
        var path = [0]
        while let halves = nodes[node].halves {
            node = Int(halves) + (box.halve(towards: item.center) ? 1 : 0)
            path.append(node)
        }
        guard let index = nodes[node].items.firstIndex(where: { $0.number == item.number }) else { return }
        nodes[node].items.swapAt(index, nodes[node].items.count - 1)
        nodes[node].items.removeLast()
        count -= 1
        for node in path.reversed() {
            merge(node)
            nodes[node].largestRadius =
                nodes[node].halves.map { max(nodes[Int($0)].largestRadius, nodes[Int($0) + 1].largestRadius) }
                ?? nodes[node].items.reduce(0) { max($0, $1.radiusMeters) }
        }
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
        visit(0, Box.earth, near: place.position, within: &meters, body)
    }

    private func visit(
        _ node: Int,
        _ box: Box,
        near position: SIMD3<Double>,
        within meters: inout Double,
        _ body: (BoundedRegion, _ chordMeters: Double, _ meters: inout Double) -> Void
    ) {
        let reach = meters + nodes[node].largestRadius
        guard box.squaredMeters(to: position) <= reach * reach else { return }
        guard let halves = nodes[node].halves.map({ Int($0) }) else {
            for item in nodes[node].items {
                let offset = item.center - position
                let chord = (offset * offset).sum().squareRoot()
                if chord - item.radiusMeters <= meters { body(item, chord, &meters) }
            }
            return
        }
        let (lower, upper) = box.halves
        var (near, far) = ((node: halves, box: lower), (node: halves + 1, box: upper))
        if far.box.squaredMeters(to: position) < near.box.squaredMeters(to: position) { swap(&near, &far) }
        visit(near.node, near.box, near: position, within: &meters, body)
        visit(far.node, far.box, near: position, within: &meters, body)
    }

    private mutating func split(_ node: Int, _ box: Box) -> Int {
        let halves: Int
        if let unused = unusedHalves.popLast() {
            halves = Int(unused)
        } else {
            halves = nodes.count
            nodes.append(Node())
            nodes.append(Node())
        }
        for item in nodes[node].items {
            var box = box
            nodes[halves + (box.halve(towards: item.center) ? 1 : 0)].add(item)
        }
        nodes[node].items = []
        nodes[node].halves = Int32(halves)
        return halves
    }

    /// Joins the halves of a node if they are leaves with few items.
    private mutating func merge(_ node: Int) {
        guard let halves = nodes[node].halves.map({ Int($0) }), nodes[halves].halves == nil,
            nodes[halves + 1].halves == nil,
            nodes[halves].items.count + nodes[halves + 1].items.count <= Self.leafCapacity / 2
        else { return }
        nodes[node] = Node(items: nodes[halves].items + nodes[halves + 1].items)
        nodes[halves] = Node()
        nodes[halves + 1] = Node()
        unusedHalves.append(Int32(halves))
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

    /// Becomes the half that contains `position`, and returns whether it is the upper one.
    mutating func halve(towards position: SIMD3<Double>) -> Bool {
        let side = longestSide
        let middle = (low[side] + high[side]) / 2
        let isUpper = position[side] >= middle
        if isUpper { low[side] = middle } else { high[side] = middle }
        return isUpper
    }

    var halves: (lower: Box, upper: Box) {
        let side = longestSide
        var (lower, upper) = (self, self)
        let middle = (low[side] + high[side]) / 2
        lower.high[side] = middle
        upper.low[side] = middle
        return (lower, upper)
    }

    func squaredMeters(to position: SIMD3<Double>) -> Double {
        let nearest = position.clamped(lowerBound: low, upperBound: high)
        let offset = position - nearest
        return (offset * offset).sum()
    }
}

/// Regions of similar size in a tree over their centres.
///
/// Each node is a box of space, and an inner one halves it across its longest side. So the depth is bounded whatever
/// comes in whatever order, nothing is ever built anew, and neither poles nor the date line are special.
struct RegionTree: Hashable, Codable, Sendable {
    private struct Node: Hashable, Codable {
        /// The index of the lower half, which the upper one follows; `nil` for a leaf.
        var halves: Int32?
        var items: [BoundedRegion] = []
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
            node = Int(halves) + (box.halve(towards: item.center) ? 1 : 0)
            depth += 1
        }
        nodes[node].items.append(item)
        // Equal centres stay together at last, so this ends.
        while nodes[node].items.count > Self.leafCapacity, depth < Self.deepest {
            let halves = split(node, box)
            let isUpper = box.halve(towards: item.center)
            node = halves + (isUpper ? 1 : 0)
            depth += 1
        }
    }

    /// Removes a region that was added with the same centre.
    mutating func remove(_ number: RegionNumber, center: SIMD3<Double>) {
        var (node, box) = (0, Box.earth)
        var path: [Int] = []
        while let halves = nodes[node].halves {
            path.append(node)
            node = Int(halves) + (box.halve(towards: center) ? 1 : 0)
        }
        guard let index = nodes[node].items.firstIndex(where: { $0.number == number }) else { return }
        nodes[node].items.swapAt(index, nodes[node].items.count - 1)
        nodes[node].items.removeLast()
        count -= 1
        while let parent = path.popLast(), merge(parent) {}
    }

    /// Calls `body` with each region whose circle may be nearer than `reach` metres; nearer ones tend to come first.
    ///
    /// - Parameters:
    ///   - position: The place, from the centre of the Earth.
    ///   - reach: The distance from the place to the centre of a region, in metres straight through the Earth; `body`
    ///     may lower it.
    ///   - body: Receives a region and the straight distance to its centre.
    func forEach(
        near position: SIMD3<Double>,
        within reach: inout Double,
        _ body: (BoundedRegion, _ chordMeters: Double, _ reach: inout Double) -> Void
    ) {
        guard count > 0 else { return }
        visit(0, Box.earth, near: position, within: &reach, body)
    }

    private func visit(
        _ node: Int,
        _ box: Box,
        near position: SIMD3<Double>,
        within reach: inout Double,
        _ body: (BoundedRegion, _ chordMeters: Double, _ reach: inout Double) -> Void
    ) {
        guard let halves = nodes[node].halves.map({ Int($0) }) else {
            for item in nodes[node].items {
                let offset = item.center - position
                let squared = (offset * offset).sum()
                if squared <= reach * reach { body(item, squared.squareRoot(), &reach) }
            }
            return
        }
        let (lower, upper) = box.halves
        var near = (node: halves, box: lower, squared: lower.squaredMeters(to: position))
        var far = (node: halves + 1, box: upper, squared: upper.squaredMeters(to: position))
        if far.squared < near.squared { swap(&near, &far) }
        if near.squared <= reach * reach { visit(near.node, near.box, near: position, within: &reach, body) }
        if far.squared <= reach * reach { visit(far.node, far.box, near: position, within: &reach, body) }
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
            nodes[halves + (box.halve(towards: item.center) ? 1 : 0)].items.append(item)
        }
        nodes[node].items = []
        nodes[node].halves = Int32(halves)
        return halves
    }

    /// Joins the halves of a node if they are leaves with few items, and returns whether it did.
    private mutating func merge(_ node: Int) -> Bool {
        guard let halves = nodes[node].halves.map({ Int($0) }), nodes[halves].halves == nil,
            nodes[halves + 1].halves == nil,
            nodes[halves].items.count + nodes[halves + 1].items.count <= Self.leafCapacity / 2
        else { return false }
        nodes[node] = Node(items: nodes[halves].items + nodes[halves + 1].items)
        nodes[halves] = Node()
        nodes[halves + 1] = Node()
        unusedHalves.append(Int32(halves))
        return true
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

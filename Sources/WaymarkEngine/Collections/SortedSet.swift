/// Elements in order, of which a part can be read from any place.
///
/// It is a row of short sorted arrays. A change moves at most the elements of one of them, and the row.
struct SortedSet<Element: Hashable & Comparable & Sendable>: Sendable {
    /// The number of elements at which an array is split in two.
    private static var longest: Int { 512 }

    /// The arrays; none is empty.
    private var runs: [[Element]] = []
    private(set) var count = 0

    init() {}

    init(_ elements: some Sequence<Element>) {
        for element in elements { insert(element) }
    }

    var isEmpty: Bool { count == 0 }

    /// All elements in order.
    var elements: [Element] { Array(runs.joined()) }
    var last: Element? { runs.last?.last }

    func contains(where isWanted: (Element) -> Bool) -> Bool {
        runs.contains { $0.contains(where: isWanted) }
    }

    func contains(_ element: Element) -> Bool {
        let run = run(of: element)
        guard run < runs.count else { return false }
        let index = runs[run].firstIndex(notBefore: element)
        return index < runs[run].count && runs[run][index] == element
    }

    /// Returns the first `limit` elements, or the first after an element, which need not be in the set.
    func first(_ limit: Int, after element: Element? = nil) -> [Element] {
        var run = element.map { self.run(of: $0) } ?? 0
        guard run < runs.count else { return [] }
        var index = 0
        if let element {
            index = runs[run].firstIndex(notBefore: element)
            if index < runs[run].count, runs[run][index] == element { index += 1 }
        }
        var found: [Element] = []
        while run < runs.count, found.count < limit {
            found += runs[run][index...].prefix(limit - found.count)
            (run, index) = (run + 1, 0)
        }
        return found
    }

    mutating func insert(_ element: Element) {
        guard let last = runs.last?.last else {
            (runs, count) = ([[element]], 1)
            return
        }
        let run = last < element ? runs.count - 1 : run(of: element)
        let index = runs[run].firstIndex(notBefore: element)
        if index < runs[run].count, runs[run][index] == element { return }
        runs[run].insert(element, at: index)
        count += 1
        guard runs[run].count > Self.longest else { return }
        // Elements often come in order; then all but the last array stay full.
        let half = index == Self.longest ? index : Self.longest / 2
        runs.insert(Array(runs[run][half...]), at: run + 1)
        runs[run].removeSubrange(half...)
    }

    mutating func remove(_ element: Element) {
        let run = run(of: element)
        guard run < runs.count else { return }
        let index = runs[run].firstIndex(notBefore: element)
        guard index < runs[run].count, runs[run][index] == element else { return }
        runs[run].remove(at: index)
        count -= 1
        if runs[run].isEmpty { runs.remove(at: run) }
    }

    /// Returns the index of the array that holds `element` if the set does; the number of arrays if all are less.
    private func run(of element: Element) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if let last = runs[middle].last, last < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Array where Element: Comparable {
    /// Returns the index of the first element that is not less than `element`, in a sorted array.
    fileprivate func firstIndex(notBefore element: Element) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SortedSet: Hashable {
    /// Returns whether two sets hold the same elements, regardless of their history.
    static func == (left: SortedSet, right: SortedSet) -> Bool {
        left.count == right.count && left.elements == right.elements
    }

    func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

/// Elements in order, of which a part can be read from any place.
struct SortedSet<Element: Hashable & Comparable & Sendable>: Equatable, Sendable {
    private(set) var elements: [Element] = []

    init() {}

    init(_ elements: some Sequence<Element>) { self.elements = Set(elements).sorted() }

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }
    var last: Element? { elements.last }

    func contains(_ element: Element) -> Bool { isElement(element, at: place(of: element)) }

    /// Returns the first `limit` elements, or the first after an element, which need not be in the set.
    func first(_ limit: Int, after element: Element? = nil) -> [Element] {
        guard let element else { return Array(elements.prefix(limit)) }
        let place = place(of: element)
        return Array(elements[(isElement(element, at: place) ? place + 1 : place)...].prefix(limit))
    }

    mutating func insert(_ element: Element) {
        let place = place(of: element)
        if !isElement(element, at: place) { elements.insert(element, at: place) }
    }

    mutating func remove(_ element: Element) {
        let place = place(of: element)
        if isElement(element, at: place) { elements.remove(at: place) }
    }

    mutating func set(_ element: Element, _ isContained: Bool) {
        if isContained { insert(element) } else { remove(element) }
    }

    private func isElement(_ element: Element, at place: Int) -> Bool {
        place < elements.count && elements[place] == element
    }

    /// Returns the index of the first element that is not less than `element`.
    private func place(of element: Element) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

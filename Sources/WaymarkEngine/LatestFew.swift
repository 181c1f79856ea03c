/// The latest few of something: once there is no room, the oldest gives way to the newest.
struct LatestFew<Element: Hashable & Sendable>: Sendable {
    /// How many are kept.
    private let capacity: Int
    private var elements: [Element] = []

    /// Where the oldest stands once all places are taken.
    private var oldest = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Adds the newest.
    mutating func add(_ element: Element) {
        if elements.count < capacity {
            elements.append(element)
        } else {
            elements[oldest] = element
            oldest = (oldest + 1) % capacity
        }
    }

    /// All of them, the oldest first.
    var all: [Element] { Array(elements[oldest...] + elements[..<oldest]) }
}

extension LatestFew: Hashable {
    /// Tells whether two keep the same, wherever in their memory.
    static func == (left: LatestFew, right: LatestFew) -> Bool {
        left.oldest == right.oldest ? left.elements == right.elements : left.all == right.all
    }

    /// Feeds what is kept into `hasher`.
    func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

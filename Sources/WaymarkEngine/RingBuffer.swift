/// The latest elements up to a capacity: once there is no room, the oldest gives way to the newest.
struct RingBuffer<Element: Hashable & Sendable>: Sendable {
    /// The most elements that are kept.
    private let capacity: Int
    private var elements: [Element] = []

    /// The index of the oldest element once all places are taken.
    private var oldest = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Adds an element.
    mutating func add(_ element: Element) {
        if elements.count < capacity {
            elements.append(element)
        } else {
            elements[oldest] = element
            oldest = (oldest + 1) % capacity
        }
    }

    /// All elements, the oldest first.
    var all: [Element] { Array(elements[oldest...] + elements[..<oldest]) }
}

extension RingBuffer: Hashable {
    /// Tells whether two buffers hold the same elements, wherever in their memory.
    static func == (left: RingBuffer, right: RingBuffer) -> Bool {
        left.oldest == right.oldest ? left.elements == right.elements : left.all == right.all
    }

    /// Feeds the elements into `hasher`.
    func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

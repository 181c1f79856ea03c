/// A buffer of the latest elements; when it is full, a new element replaces the oldest.
struct RingBuffer<Element: Hashable & Codable & Sendable>: Codable, Sendable {
    private var elements: [Element] = []

    /// The index of the oldest element, which is not 0 only in a full buffer.
    private var oldest = 0

    init() {}

    /// Adds an element, of which at most `capacity` are kept, at least one.
    mutating func add(_ element: Element, keeping capacity: Int) {
        if elements.count == capacity {
            elements[oldest] = element
            oldest = (oldest + 1) % capacity
        } else {
            // The capacity has changed, or the buffer is not full.
            if oldest != 0 || elements.count > capacity { elements = all.suffix(capacity - 1) }
            oldest = 0
            elements.append(element)
        }
    }

    var count: Int { elements.count }

    /// Returns the latest element, with `back` 0, or the one that many before it.
    func latest(_ back: Int) -> Element {
        precondition(back < elements.count, "the buffer has no element \(back) before its latest")
        return elements[(oldest + elements.count - 1 - back) % elements.count]
    }

    /// All elements, oldest first.
    var all: [Element] { Array(elements[oldest...] + elements[..<oldest]) }
}

extension RingBuffer: Hashable {
    /// Returns whether two buffers hold the same elements, regardless of their layout.
    static func == (left: RingBuffer, right: RingBuffer) -> Bool {
        left.oldest == right.oldest ? left.elements == right.elements : left.all == right.all
    }

    func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

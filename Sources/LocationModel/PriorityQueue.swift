/// Keys in the order of their priorities, lowest first; each key has at most one priority.
///
/// It holds deadlines by widget or by connection, for example. A change costs the logarithm of the number of keys.
/// Public and inlinable, because the compiler does not specialise generic code of level `package` for other modules.
/// Unspecialised it would look up its types at each use, which took two thirds of the time of an event.
public struct PriorityQueue<Key, Priority>: Sendable
where Key: Hashable & Comparable & Sendable, Priority: Hashable & Comparable & Sendable {
    /// A key with the priority that it has or had.
    public struct Item: Sendable {
        @usableFromInline var priority: Priority
        @usableFromInline var key: Key

        @inlinable init(priority: Priority, key: Key) {
            self.priority = priority
            self.key = key
        }
    }

    @usableFromInline var priorities: [Key: Priority] = [:]

    /// A binary heap; an item that ``priorities`` does not confirm is outdated and is skipped.
    @usableFromInline var heap: [Item] = []

    /// Creates an empty queue.
    @inlinable public init() {}

    /// The priority of `key`; setting `nil` removes the key.
    @inlinable public subscript(key: Key) -> Priority? {
        get { priorities[key] }
        set {
            guard priorities[key] != newValue else { return }
            priorities[key] = newValue
            if let newValue { push(Item(priority: newValue, key: key)) }
            dropOutdated()
        }
    }

    /// The keys that have a priority.
    @inlinable public var keys: some Collection<Key> { priorities.keys }

    /// The lowest priority; `nil` if the queue is empty.
    @inlinable public var first: Priority? {
        // `heap.first` would look up its types where generic code is not specialised, as in a build for debugging.
        heap.count > 0 ? heap[0].priority : nil
    }

    /// Removes the keys whose priorities are at most `priority`, and returns them in order.
    @inlinable public mutating func removeAll(upTo priority: Priority) -> [Key] {
        guard let first, first <= priority else { return [] }
        var removed: [Key] = []
        while let key = removeFirst(upTo: priority) { removed.append(key) }
        return removed.sorted()
    }

    /// Removes and returns a key with the lowest priority, if that is at most `priority`.
    @inlinable public mutating func removeFirst(upTo priority: Priority) -> Key? {
        guard let first, first <= priority else { return nil }
        let key = heap[0].key
        self[key] = nil
        return key
    }

    @inlinable mutating func dropOutdated() {
        if heap.count > 2 * priorities.count + 64 {
            // Sorted, and so a heap: what comes first must not depend on the order of a dictionary.
            heap = priorities.map { Item(priority: $1, key: $0) }
                .sorted { ($0.priority, $0.key) < ($1.priority, $1.key) }
        }
        while let first = heap.first, priorities[first.key] != first.priority { pop() }
    }

    @inlinable mutating func push(_ item: Item) {
        heap.append(item)
        var index = heap.count - 1
        while index > 0, heap[index].priority < heap[(index - 1) / 2].priority {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    @inlinable mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            var least = index
            for child in 2 * index + 1..<2 * index + 3
            where child < heap.count && heap[child].priority < heap[least].priority {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}

extension PriorityQueue: Hashable {
    /// Returns whether two queues hold the same priorities, regardless of their history.
    @inlinable public static func == (left: PriorityQueue, right: PriorityQueue) -> Bool {
        left.priorities == right.priorities
    }

    /// Feeds the priorities into `hasher`.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(priorities) }
}

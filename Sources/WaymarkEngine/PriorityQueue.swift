/// Keys in the order of their priorities, lowest first; each key has at most one priority.
///
/// It holds deadlines by widget, for example. A change costs the logarithm of the number of keys.
struct PriorityQueue<Key, Priority>: Sendable
where Key: Hashable & Comparable & Sendable, Priority: Hashable & Comparable & Sendable {
    private struct Item {
        var priority: Priority
        var key: Key
    }

    private var priorities: [Key: Priority] = [:]

    /// A binary heap; an item that ``priorities`` does not confirm is outdated and is skipped.
    private var heap: [Item] = []

    /// The priority of `key`.
    subscript(key: Key) -> Priority? {
        get { priorities[key] }
        set {
            guard priorities[key] != newValue else { return }
            priorities[key] = newValue
            if let newValue { push(Item(priority: newValue, key: key)) }
            dropOutdated()
        }
    }

    /// The keys that have a priority.
    var keys: some Collection<Key> { priorities.keys }

    /// The lowest priority.
    var first: Priority? { heap.first?.priority }

    /// Removes the keys whose priorities are at most `priority`, and returns them in order.
    mutating func removeAll(upTo priority: Priority) -> [Key] {
        guard let first, first <= priority else { return [] }
        var removed: [Key] = []
        while let first = heap.first, first.priority <= priority {
            removed.append(first.key)
            self[first.key] = nil
        }
        return removed.sorted()
    }

    private mutating func dropOutdated() {
        if heap.count > 2 * priorities.count + 64 {
            heap = []
            for (key, priority) in priorities { push(Item(priority: priority, key: key)) }
        }
        while let first = heap.first, priorities[first.key] != first.priority { pop() }
    }

    private mutating func push(_ item: Item) {
        heap.append(item)
        var index = heap.count - 1
        while index > 0, heap[index].priority < heap[(index - 1) / 2].priority {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
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
    static func == (left: PriorityQueue, right: PriorityQueue) -> Bool { left.priorities == right.priorities }

    /// Feeds the priorities into `hasher`.
    func hash(into hasher: inout Hasher) { hasher.combine(priorities) }
}

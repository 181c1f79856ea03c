/// Deadlines by whom they concern, with the earliest at hand.
///
/// Ten thousand widgets have deadlines and one of them is due at a time; looking through them all at every
/// event would make a day's work of it.
struct DeadlineQueue<Key, Time>: Sendable
where Key: Hashable & Comparable & Sendable, Time: Hashable & Comparable & Sendable {
    private struct Item {
        var time: Time
        var key: Key
    }

    private var times: [Key: Time] = [:]

    /// A binary heap; an item that ``times`` does not confirm has been overtaken and is skipped.
    private var heap: [Item] = []

    /// The deadline of `key`.
    subscript(key: Key) -> Time? {
        get { times[key] }
        set {
            guard times[key] != newValue else { return }
            times[key] = newValue
            if let newValue { push(Item(time: newValue, key: key)) }
            dropOvertaken()
        }
    }

    /// Whom a deadline concerns.
    var keys: some Collection<Key> { times.keys }

    /// The earliest of all deadlines.
    var earliest: Time? { heap.first?.time }

    /// Removes the deadlines that are not later than `time`, and returns whom they concern, in order.
    mutating func takeDue(at time: Time) -> [Key] {
        guard let earliest, earliest <= time else { return [] }
        var due: [Key] = []
        while let first = heap.first, first.time <= time {
            due.append(first.key)
            self[first.key] = nil
        }
        return due.sorted()
    }

    private mutating func dropOvertaken() {
        if heap.count > 2 * times.count + 64 {
            heap = []
            for (key, time) in times { push(Item(time: time, key: key)) }
        }
        while let first = heap.first, times[first.key] != first.time { pop() }
    }

    private mutating func push(_ item: Item) {
        heap.append(item)
        var index = heap.count - 1
        while index > 0, heap[index].time < heap[(index - 1) / 2].time {
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
            where child < heap.count && heap[child].time < heap[least].time {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}

extension DeadlineQueue: Hashable {
    /// Tells whether two queues hold the same deadlines, however they came to be.
    static func == (left: DeadlineQueue, right: DeadlineQueue) -> Bool { left.times == right.times }

    /// Feeds the deadlines into `hasher`.
    func hash(into hasher: inout Hasher) { hasher.combine(times) }
}

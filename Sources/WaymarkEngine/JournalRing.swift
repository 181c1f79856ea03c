import LocationModel

/// The latest entries of one user, bounded in number and in bytes.
struct JournalRing: Hashable, Sendable {
    private var stored: [JournalEntry] = []

    /// The number of stored entries that are already forgotten; they are removed in batches.
    private var forgotten = 0
    private var bytes = 0

    /// The number of the latest entry.
    var lastNumber: UInt64 { stored.last?.number ?? 0 }

    /// Adds an entry, which must be newer than all others.
    mutating func add(_ entry: JournalEntry) {
        stored.append(entry)
        bytes += entry.byteCount
        while stored.count - forgotten > Journal.capacity || bytes > Journal.byteCapacity {
            bytes -= stored[forgotten].byteCount
            forgotten += 1
        }
        guard forgotten >= Journal.capacity / 8 else { return }
        stored.removeFirst(forgotten)
        forgotten = 0
    }

    /// Returns the entries after a number, oldest first.
    func entries(after number: UInt64) -> ArraySlice<JournalEntry> {
        var (low, high) = (forgotten, stored.count)
        while low < high {
            let middle = (low + high) / 2
            if stored[middle].number > number { high = middle } else { low = middle + 1 }
        }
        return stored[low...]
    }

    /// Returns the latest entries that satisfy a condition, newest first.
    func latest(_ limit: Int, where isWanted: (JournalEntry) -> Bool) -> [JournalEntry] {
        var found: [JournalEntry] = []
        for entry in stored[forgotten...].reversed() {
            if found.count >= limit { break }
            if isWanted(entry) { found.append(entry) }
        }
        return found
    }
}

extension JournalEntry {
    /// The approximate size in memory, in bytes.
    fileprivate var byteCount: Int {
        let text =
            switch decision {
            case .timelineFailed(_, let message, _): message.utf8.count
            case .receiver(_, let name, _): name.utf8.count
            case .followed(_, let name, let earlierName): name.utf8.count + (earlierName?.utf8.count ?? 0)
            default: 0
            }
        return MemoryLayout<JournalEntry>.stride + (subject.app?.app.rawValue.utf8.count ?? 0) + text
    }
}

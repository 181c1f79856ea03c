package import LocationModel

/// The record of every decision with its reasons, as far back as memory is given to it.
package struct Journal: Hashable, Sendable {
    /// How many entries are remembered.
    package static let capacity = 4096

    private var entries = RingBuffer<JournalEntry>(capacity: capacity)
    private var count: UInt64 = 0

    /// Creates an empty journal.
    package init() {}

    /// Adds a decision and returns its entry.
    mutating func add(_ decision: Decision, about subject: JournalSubject, at now: Moment) -> JournalEntry {
        count += 1
        let entry = JournalEntry(number: count, moment: now, subject: subject, decision: decision)
        entries.add(entry)
        return entry
    }

    /// The remembered entries, oldest first.
    package var all: [JournalEntry] { entries.all }

    /// Returns the latest entries that concern a widget of `app` and may be read, oldest first.
    package func entries(
        about widget: WidgetIdentifier,
        of app: AppKey?,
        limit: Int,
        where mayBeRead: (JournalEntry) -> Bool = { _ in true }
    ) -> [JournalEntry] {
        all.filter { $0.subject.concerns(widget, of: app) && mayBeRead($0) }.suffix(limit)
    }
}

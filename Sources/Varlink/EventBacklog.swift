/// A queue of events for a slow client: the newest event about each subject, oldest subject first.
package struct EventBacklog<Subject: Hashable & Sendable, Payload: Sendable>: Sendable {
    private var payloads: [Subject: Payload] = [:]
    private var order: [Subject] = []

    /// The number of events replaced by newer ones about the same subject.
    package private(set) var dropped = 0

    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    /// Adds an event, or replaces an older event about the same subject.
    package mutating func add(_ payload: Payload, about subject: Subject) {
        if payloads.updateValue(payload, forKey: subject) == nil {
            order.append(subject)
        } else {
            dropped += 1
        }
    }

    /// Revises queued events that may no longer be delivered unchanged.
    package mutating func revise(_ revised: (Payload) -> Payload) { payloads = payloads.mapValues(revised) }

    /// Removes and returns the oldest event.
    ///
    /// The first one removed carries the number of dropped events.
    package mutating func removeFirst() -> (payload: Payload, dropped: Int)? {
        guard !order.isEmpty, let payload = payloads.removeValue(forKey: order.removeFirst()) else {
            return nil
        }
        defer { dropped = 0 }
        return (payload, dropped)
    }
}

/// Events that a slow client has not taken yet: the newest about each subject, oldest subject first.
package struct EventBacklog<Subject: Hashable & Sendable, Payload: Sendable>: Sendable {
    private var payloads: [Subject: Payload] = [:]
    private var order: [Subject] = []

    /// How many events gave way to newer ones about the same subject.
    package private(set) var dropped = 0

    /// Creates an empty backlog.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { order.isEmpty }

    /// Adds an event, in the place of an older one about the same subject.
    package mutating func add(_ payload: Payload, about subject: Subject) {
        if payloads.updateValue(payload, forKey: subject) == nil {
            order.append(subject)
        } else {
            dropped += 1
        }
    }

    /// Changes the events that wait, which are not to be delivered as they are any more.
    package mutating func revise(_ revised: (Payload) -> Payload) { payloads = payloads.mapValues(revised) }

    /// Takes the oldest event, and with the first one how many were dropped.
    package mutating func removeFirst() -> (payload: Payload, dropped: Int)? {
        guard !order.isEmpty, let payload = payloads.removeValue(forKey: order.removeFirst()) else {
            return nil
        }
        defer { dropped = 0 }
        return (payload, dropped)
    }
}

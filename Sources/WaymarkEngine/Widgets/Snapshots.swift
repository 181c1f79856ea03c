package import LocationModel

/// A request to a provider for the look of a kind in a gallery.
package struct SnapshotRequest: Hashable, Sendable {
    package let request: RequestIdentifier
    package let kind: WidgetKind

    /// The family and configuration, with the defaults of the kind.
    package let setup: WidgetSetup

    /// The wall-clock time after which the answer is too late.
    package let deadline: UTCInstant
}

/// The look of a kind in a gallery.
package struct Snapshot: Hashable, Sendable {
    package enum Absence: String, Hashable, Codable, Sendable, CaseIterable {
        case noProvider

        /// The provider could not make one, or disconnected.
        case failed

        /// The provider did not answer in time.
        case late
    }

    /// The provider's sample, or else the placeholder of the kind: the text of a JSON object.
    package let content: String?

    /// Why the content is not the provider's.
    package let absence: Absence?
}

struct Snapshots: Hashable, Sendable {
    struct Waiting: Hashable {
        let kind: KindKey
        let session: SessionIdentifier
        let call: CallIdentifier
        let deadline: MonotonicInstant
    }

    private var waiting: [RequestIdentifier: Waiting] = [:]
    private var deadlines = PriorityQueue<RequestIdentifier, MonotonicInstant>()

    subscript(request: RequestIdentifier) -> Waiting? { waiting[request] }

    subscript(call: CallIdentifier) -> RequestIdentifier? { waiting.first { $0.value.call == call }?.key }

    /// The requests that a provider has not answered, in the order of their numbers.
    subscript(session: SessionIdentifier) -> [RequestIdentifier] {
        waiting.filter { $0.value.session == session }.keys.sorted()
    }

    var nextDeadline: MonotonicInstant? { deadlines.first }

    mutating func add(_ request: RequestIdentifier, _ snapshot: Waiting) {
        waiting[request] = snapshot
        deadlines[request] = snapshot.deadline
    }

    mutating func remove(_ request: RequestIdentifier) -> Waiting? {
        deadlines[request] = nil
        return waiting.removeValue(forKey: request)
    }

    /// Returns the requests whose deadline has come; the caller must end each.
    mutating func removeDue(at now: MonotonicInstant) -> [RequestIdentifier] {
        deadlines.removeAll(upTo: now)
    }
}

package import LocationModel

/// What the relay remembers beside the events that wait.
package struct RelayMemory: RelayRecord, Hashable, Sendable {
    /// The outbox, drawn when it was made.
    package var outbox: String

    /// The machine and file of which that is so: on a copy, another outbox is drawn.
    package var origin: String

    /// The sequence number of the last event.
    package var sequence = 0

    /// When the relay last had something to write while it followed the service.
    package var seen: UTCInstant?

    /// The newest place that was sent, and the newest states of the receiver and the anchor, for the greeting.
    package var newest: RelayEvent?
    package var receiver: RelayEvent?
    package var anchor: RelayEvent?

    /// How many events were sent, and how many of each kind were dropped, since the outbox was made.
    package var sent = 0
    package var dropped: [RelayEvent.Kind: Int] = [:]

    /// The service's names of events that were taken, until it knows that.
    package var taken: Set<String> = []

    /// Whether a place is on the broker that must not be there any more.
    package var mustForget: Bool?

    /// What was dropped and no gap has told yet.
    package var missing: RelayGap?

    package init(outbox: String, origin: String) { (self.outbox, self.origin) = (outbox, origin) }
}

import LocationModel

/// A message for a broker, always with QoS 1.
package struct RelayMessage: Hashable, Sendable {
    /// Levels of letters, digits, `-` and `_`, which every broker accepts.
    package var topic: String
    package var payload: [UInt8]

    /// Whether the broker keeps it for later subscribers.
    package var isRetained: Bool

    package init(topic: String, payload: [UInt8], isRetained: Bool) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }

    /// Returns the message that makes a broker forget the one that it retains.
    package static func clearing(_ topic: String) -> RelayMessage {
        RelayMessage(topic: topic, payload: [], isRetained: true)
    }
}

/// A format of the messages about events.
package protocol RelayFormat: Sendable {
    /// Returns the messages of an event; unless it `isNewest`, they must not replace a retained place.
    func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage]

    /// Returns the messages to send after each connection: discovery, availability, and of `events` the
    /// newest place, crossing and states, which a broker without a memory has forgotten.
    func greeting(_ events: [RelayEvent]) -> [RelayMessage]

    /// The messages that make the broker and its readers forget all places.
    var forgetting: [RelayMessage] { get }
}

extension RelayFormat {
    /// The topics under which a broker may retain messages of this format.
    package var retainedTopics: Set<String> {
        let epoch = UTCInstant(secondsSince1970: 0)
        let states = [
            RelayEvent(.receiver, at: epoch) { $0.receiver = RelayReceiver(state: .unavailable) },
            RelayEvent(.anchor, at: epoch) { $0.anchor = RelayAnchor(state: .up, reason: "") },
        ]
        return Set((greeting(states) + forgetting).filter(\.isRetained).map(\.topic))
    }
}

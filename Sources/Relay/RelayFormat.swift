import LocationModel

/// A message for a broker, always with QoS 1.
package struct RelayMessage: Hashable, Sendable {
    /// Levels of letters, digits, `-` and `_`, which every broker takes.
    package var topic: String
    package var payload: [UInt8]

    /// Whether the broker keeps it for whoever subscribes later.
    package var isRetained: Bool

    package init(topic: String, payload: [UInt8], isRetained: Bool) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }

    /// What makes a broker forget the message that it keeps.
    package static func clearing(_ topic: String) -> RelayMessage {
        RelayMessage(topic: topic, payload: [], isRetained: true)
    }
}

/// A way to write events for those who read them.
package protocol RelayFormat: Sendable {
    /// Returns the messages of an event, which may replace a retained place only if no newer one was sent and none waits.
    func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage]

    /// Returns what is sent after each connection: discovery, availability, and of `events` the newest place, crossing and
    /// states, which a broker without a memory has forgotten.
    func greeting(_ events: [RelayEvent]) -> [RelayMessage]

    /// What leaves no place on the broker and with those who read it.
    var forgetting: [RelayMessage] { get }
}

extension RelayFormat {
    /// The topics under which a broker may keep something of this format.
    package var retainedTopics: Set<String> {
        let epoch = UTCInstant(secondsSince1970: 0)
        let states = [
            RelayEvent(.receiver, at: epoch) { $0.receiver = RelayReceiver(state: .unavailable) },
            RelayEvent(.anchor, at: epoch) { $0.anchor = RelayAnchor(state: .up, reason: "") },
        ]
        return Set((greeting(states) + forgetting).filter(\.isRetained).map(\.topic))
    }
}

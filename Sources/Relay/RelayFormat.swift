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
}

/// What somebody asked for by a message.
package enum RelayCommand: Hashable, Sendable {
    /// The location, now, under the relay's permission.
    case reportLocation
}

/// A way to write events for those who read them.
///
/// Its methods are functions of the settings and their parameters.
package protocol RelayFormat: Sendable {
    init(_ settings: RelaySettings)

    /// Returns the messages of an event, in the order in which they are sent.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isNewest: Whether no newer place was sent and none waits: only then it may replace a retained one.
    /// - Returns: The messages; none if the format has none for it.
    func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage]

    /// Returns what is sent after each connection, before any event.
    ///
    /// - Parameter events: The newest place that was sent before, which a broker without a memory has forgotten, and the
    ///   newest states.
    /// - Returns: The messages: discovery, availability, retained places.
    func greeting(_ events: [RelayEvent]) -> [RelayMessage]

    /// What the broker sends when the connection is lost; of several, a retained one counts.
    var will: RelayMessage? { get }

    /// What is sent before the connection is closed.
    var farewell: [RelayMessage] { get }

    /// What leaves no place on the broker and with those who read it.
    var forgetting: [RelayMessage] { get }

    /// The topics on which somebody may ask for something.
    var commandTopics: [String] { get }

    /// Reads what came on one of these, from anybody; `nil` for anything that is no command.
    func command(_ message: RelayMessage) -> RelayCommand?
}

extension RelayFormat {
    package var will: RelayMessage? { nil }
    package var farewell: [RelayMessage] { [] }
    package var commandTopics: [String] { [] }

    package func command(_ message: RelayMessage) -> RelayCommand? { nil }
}

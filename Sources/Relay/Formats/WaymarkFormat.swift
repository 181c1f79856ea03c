import Varlink

/// Waymark's own format: each event as a JSON object, in the topic of its kind.
package struct WaymarkFormat: RelayFormat {
    private let settings: RelaySettings

    package init(_ settings: RelaySettings) { self.settings = settings }

    package func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        [RelayMessage(topic: topic(event.kind), payload: event.json, isRetained: isNewest)]
    }

    package func greeting(newest: RelayEvent?, receiver: RelayEvent?) -> [RelayMessage] { [status("online")] }

    package var will: RelayMessage? { status("offline") }
    package var farewell: [RelayMessage] { [status("offline")] }

    package var forgetting: [RelayMessage] {
        RelayEvent.Kind.allCases.map { RelayMessage(topic: topic($0), payload: [], isRetained: true) }
    }

    private func topic(_ kind: RelayEvent.Kind) -> String { "\(settings.topic)/\(kind.rawValue)" }

    private func status(_ word: String) -> RelayMessage {
        RelayMessage(topic: settings.topic + "/status", payload: Array(word.utf8), isRetained: true)
    }
}

extension RelaySettings {
    /// The formats that the owner has switched on.
    package var allFormats: [any RelayFormat] { formats.contains(.waymark) ? [WaymarkFormat(self)] : [] }
}

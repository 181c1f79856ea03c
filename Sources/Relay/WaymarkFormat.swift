import Varlink

/// Waymark's own format: each event as a JSON object, below the topic that the owner chose.
package struct WaymarkFormat: RelayFormat {
    private let settings: RelaySettings

    package init(_ settings: RelaySettings) { self.settings = settings }

    package func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        var messages = [
            RelayMessage(topic: settings.topic + "/event", payload: event.json, isRetained: false)
        ]
        if isNewest {
            messages.append(
                RelayMessage(topic: settings.topic + "/place", payload: event.json, isRetained: true)
            )
        }
        return messages
    }

    package func greeting(newest: RelayEvent?, receiver: RelayEvent?) -> [RelayMessage] {
        let online = RelayMessage(topic: statusTopic, payload: Array("online".utf8), isRetained: true)
        return [online]
            + (newest.map {
                [RelayMessage(topic: settings.topic + "/place", payload: $0.json, isRetained: true)]
            } ?? [])
    }

    package var will: RelayMessage? { offline }
    package var farewell: [RelayMessage] { [offline] }

    package var forgetting: [RelayMessage] {
        [RelayMessage(topic: settings.topic + "/place", payload: [], isRetained: true)]
    }

    private var statusTopic: String { settings.topic + "/status" }

    private var offline: RelayMessage {
        RelayMessage(topic: statusTopic, payload: Array("offline".utf8), isRetained: true)
    }
}

extension RelaySettings {
    /// The formats that the owner has switched on.
    package var allFormats: [any RelayFormat] { formats.contains(.waymark) ? [WaymarkFormat(self)] : [] }
}

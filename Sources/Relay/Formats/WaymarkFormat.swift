/// Waymark's own JSON, with all that is known of an event; `docs/relay-event.schema.json` describes it.
///
/// Whoever stores it knows by device, outbox and sequence what came twice, and what is missing.
package struct WaymarkFormat: RelayFormat {
    private let settings: RelaySettings

    package init(_ settings: RelaySettings) { self.settings = settings }

    package func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        let isRetained = event.kind.hasPlace && isNewest
        return [RelayMessage(topic: topic(event.kind), payload: event.json, isRetained: isRetained)]
    }

    /// Nothing but its state: what was sent before would be received twice.
    package func greeting(_ events: [RelayEvent]) -> [RelayMessage] {
        [settings.status(isOnline: true)]
    }

    package var will: RelayMessage? { settings.status(isOnline: false) }

    package var forgetting: [RelayMessage] {
        RelayEvent.Kind.allCases.filter(\.hasPlace).map { .clearing(topic($0)) }
    }

    private func topic(_ kind: RelayEvent.Kind) -> String { "\(settings.topic)/\(kind.rawValue)" }
}

extension RelaySettings {
    /// The formats that the owner has switched on.
    ///
    /// A connection has one will. That of OwnTracks, which nobody waits for, comes last.
    package var allFormats: [any RelayFormat] {
        [.waymark, .homeAssistant, .ownTracks].filter(formats.contains).map(format)
    }

    package func format(_ name: FormatName) -> any RelayFormat {
        switch name {
        case .waymark: WaymarkFormat(self)
        case .ownTracks: OwnTracksFormat(self)
        case .homeAssistant: HomeAssistantFormat(self)
        }
    }
}

extension RelayEvent.Kind {
    fileprivate var hasPlace: Bool { ![.receiver, .anchor, .gap].contains(self) }
}

/// Waymark's own JSON, with all that is known of an event; `docs/relay-event.schema.json` describes it.
///
/// Device, outbox and sequence show a reader what came twice, and what is missing.
struct WaymarkFormat: RelayFormat {
    let settings: RelaySettings

    func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        let isRetained = event.kind.tellsPlace && isNewest
        return [RelayMessage(topic: topic(event.kind), payload: event.json, isRetained: isRetained)]
    }

    /// Returns only the availability: earlier messages would be received twice.
    func greeting(_ events: [RelayEvent]) -> [RelayMessage] {
        [settings.status(isOnline: true)]
    }

    var forgetting: [RelayMessage] {
        RelayEvent.Kind.allCases.filter(\.tellsPlace).map { .clearing(topic($0)) }
    }

    private func topic(_ kind: RelayEvent.Kind) -> String { "\(settings.topic)/\(kind.rawValue)" }
}

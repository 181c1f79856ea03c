import LocationModel
import UserInput
import Varlink

/// The discovery of Home Assistant: a device with its tracker, or with the name of its place, and two sensors.
///
/// Home Assistant decides by itself in which of its zones the tracker is. If it must not know coordinates,
/// there is no tracker, and a sensor has the name of the region that was entered last.
struct HomeAssistantFormat: RelayFormat {
    private enum Entity: String, CaseIterable {
        case tracker, place, lastChange, receiver, anchor

        var component: String {
            [.tracker: "device_tracker", .anchor: "binary_sensor"][self] ?? "sensor"
        }

        /// Whether its state is a JSON object.
        var hasAttributes: Bool { self != .place && self != .lastChange }

        /// Its further values in the discovery.
        var description: KeyValuePairs<String, String> {
            switch self {
            case .tracker: ["source_type": "gps"]
            case .place: ["icon": "mdi:map-marker", "name": "Place"]
            case .lastChange: ["device_class": "timestamp", "name": "Last change"]
            case .receiver:
                [
                    "entity_category": "diagnostic", "icon": "mdi:satellite-variant", "name": "Receiver",
                    "value_template": "{{ value_json.state }}",
                ]
            case .anchor:
                [
                    "device_class": "problem", "icon": "mdi:anchor", "name": "Anchor",
                    "value_template":
                        "{{ 'ON' if value_json.state in ['dragging', 'unknown'] else 'OFF' }}",
                ]
            }
        }
    }

    let settings: RelaySettings

    func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        switch event.kind {
        case .significantChange, .live, .arrival: event.anyPlace.map { tracked($0, isNewest) } ?? []
        case .regionEntered: event.region.map { named($0.identifier) } ?? []
        case .regionLeft: named("away")
        case .receiver: event.receiver.map { [state(.receiver, $0.json)] } ?? []
        case .anchor: event.anchor.map { [state(.anchor, $0.json)] } ?? []
        // The machine has left the place of the stay, and Home Assistant ignores the time of a place.
        case .departure, .gap: []
        }
    }

    func greeting(_ events: [RelayEvent]) -> [RelayMessage] {
        var absent: [Entity] = [settings.sendsPlaceNamesOnly ? .tracker : .place]
        if !settings.choices.contains(.anchorAlarms) { absent.append(.anchor) }
        let present = Entity.allCases.filter { !absent.contains($0) }
        // The state goes first: without the discovery Home Assistant would not receive it.
        return absent.flatMap { forget($0) + [.clearing(discoveryTopic($0))] } + present.map(discovery)
            + [settings.status(isOnline: true)] + events.flatMap { messages(for: $0, isNewest: true) }
    }

    var forgetting: [RelayMessage] {
        forget(settings.sendsPlaceNamesOnly ? .place : .tracker) + forget(.lastChange)
    }

    // MARK: States

    /// Returns the newest place, in one message, because each message replaces all earlier values.
    ///
    /// Home Assistant counts a machine as home within the radius of the accuracy, and takes a place without
    /// one as exact. So an area kilometres wide is left out, and so is a place of unknown accuracy.
    private func tracked(_ place: RelayPlace, _ isNewest: Bool) -> [RelayMessage] {
        guard isNewest else { return [] }
        let change = state(.lastChange, Array(place.time.text(places: 0).utf8))
        guard !settings.sendsPlaceNamesOnly, place.reduced != true, let accuracy = place.wholeAccuracy
        else { return [change] }
        var json = JSONWriter()
        json.object { json in
            json.member("altitude", place.altitude)
            json.member("course", place.course)
            json.member("gps_accuracy", accuracy)
            json.member("latitude", place.latitude)
            json.member("longitude", place.longitude)
            json.member("speed", place.speed)
        }
        return [state(.tracker, json.bytes), change]
    }

    private func named(_ name: String) -> [RelayMessage] {
        guard settings.sendsPlaceNamesOnly else { return [] }
        return [state(.place, Array(name.utf8))]
    }

    private func state(_ entity: Entity, _ payload: [UInt8]) -> RelayMessage {
        RelayMessage(topic: stateTopic(entity), payload: payload, isRetained: true)
    }

    /// Returns the messages that make Home Assistant forget, which an empty one does not, and then the
    /// broker.
    private func forget(_ entity: Entity) -> [RelayMessage] {
        let nothing = [.tracker, .anchor].contains(entity) ? "{}" : "None"
        let topic = stateTopic(entity)
        return [
            RelayMessage(topic: topic, payload: Array(nothing.utf8), isRetained: false), .clearing(topic),
        ]
    }

    // MARK: Discovery

    private func discovery(_ entity: Entity) -> RelayMessage {
        var json = JSONWriter()
        json.object { json in
            let (topic, version) = (stateTopic(entity), settings.version)
            let name = settings.deviceName.harmless
            json.member("availability_topic", settings.status(isOnline: true).topic)
            json.member(
                "device",
                ["identifiers": identifier, "manufacturer": "Waymark", "name": name, "sw_version": version]
            )
            for (name, value) in entity.description { json.member(named: name, value) }
            if entity.hasAttributes { json.member("json_attributes_topic", topic) }
            json.member("origin", ["name": "Waymark", "sw_version": version])
            json.member("qos", 1)
            if entity == .tracker {
                // Without a name it has the device's. A state would take precedence over coordinates.
                json.member("name", RawJSON(checked: "null"))
            } else {
                json.member("state_topic", topic)
            }
            json.member("unique_id", "\(identifier)_\(entity.rawValue)")
        }
        return RelayMessage(topic: discoveryTopic(entity), payload: json.bytes, isRetained: true)
    }

    private func discoveryTopic(_ entity: Entity) -> String {
        "\(settings.discoveryPrefix)/\(entity.component)/\(identifier)/\(entity.rawValue)/config"
    }

    private func stateTopic(_ entity: Entity) -> String {
        "\(settings.topic)/homeassistant/\(entity.rawValue)"
    }

    private var identifier: String { "waymark_\(settings.user)_\(settings.device)" }
}

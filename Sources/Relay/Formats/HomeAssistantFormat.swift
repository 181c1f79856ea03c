import LocationModel
import UserInput
import Varlink

/// The discovery of Home Assistant: a device with its tracker, or with the name of its place, and two sensors.
///
/// Home Assistant decides by itself in which of its zones the tracker is. Where it shall not know coordinates, there is
/// no tracker, and a sensor has the name of the region that was entered last.
package struct HomeAssistantFormat: RelayFormat {
    private enum Entity: String, CaseIterable {
        case tracker, place, lastChange, receiver, anchor

        var component: String {
            switch self {
            case .tracker: "device_tracker"
            case .anchor: "binary_sensor"
            case .place, .lastChange, .receiver: "sensor"
            }
        }
    }

    /// The longest state that Home Assistant takes.
    private static let longestState = 255

    private let settings: RelaySettings

    package init(_ settings: RelaySettings) { self.settings = settings }

    package func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        switch event.content {
        case .significantChange(let place), .live(let place, _): tracked(place, isNewest)
        case .arrival(let stay): tracked(stay.place, isNewest)
        case .regionEntered(let crossing): named(crossing.identifier)
        case .regionLeft: named("away")
        case .receiver(let receiver): [state(.receiver, receiver.json)]
        case .anchor(let anchor): [state(.anchor, anchor.json)]
        // Where a stay was the machine is no more, and Home Assistant does not look at the time of a place.
        case .departure, .gap: []
        }
    }

    package func greeting(_ events: [RelayEvent]) -> [RelayMessage] {
        var absent: [Entity] = [settings.sendsPlaceNamesOnly ? .tracker : .place]
        if !settings.choices.contains(.anchorAlarms) { absent.append(.anchor) }
        let present = Entity.allCases.filter { !absent.contains($0) }
        // Before the discovery is gone, so that Home Assistant still hears it.
        return absent.flatMap { forget($0) + [.clearing(discoveryTopic($0))] } + present.map(discovery)
            + [settings.status(isOnline: true)] + events.flatMap { messages(for: $0, isNewest: true) }
    }

    package var will: RelayMessage? { settings.status(isOnline: false) }
    package var farewell: [RelayMessage] { [settings.status(isOnline: false)] }

    package var forgetting: [RelayMessage] {
        (settings.sendsPlaceNamesOnly ? forget(.place) : forget(.tracker)) + forget(.lastChange)
    }

    // MARK: States

    /// Returns the newest place, in one message, because each takes the place of all before.
    ///
    /// Home Assistant takes a machine for at home as far from it as the accuracy says, and for exact without one. So an
    /// area kilometres wide is left out, and a place whose accuracy nobody knows.
    private func tracked(_ place: RelayPlace, _ isNewest: Bool) -> [RelayMessage] {
        guard isNewest else { return [] }
        let change = state(.lastChange, Array(place.time.text(places: 0).utf8))
        guard !settings.sendsPlaceNamesOnly, place.isReduced != true, let accuracy = place.wholeAccuracy
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
        return [state(.place, Array(name.prefix(Self.longestState).utf8))]
    }

    private func state(_ entity: Entity, _ payload: [UInt8]) -> RelayMessage {
        RelayMessage(topic: stateTopic(entity), payload: payload, isRetained: true)
    }

    /// Returns what makes Home Assistant forget, which an empty message does not, and then the broker.
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
            json.member("availability_topic", settings.status(isOnline: true).topic)
            let (name, version) = (settings.deviceName.harmless, settings.version)
            json.member("device", Described(identifier: identifier, name: name, version: version))
            switch entity {
            case .tracker:
                json.member("json_attributes_topic", stateTopic(entity))
                // Then it is called as the device is.
                json.member("name", RawJSON(checked: "null"))
                json.member("source_type", "gps")
            case .place:
                json.member("icon", "mdi:map-marker")
                json.member("name", "Place")
            case .lastChange:
                json.member("device_class", "timestamp")
                json.member("name", "Last change")
            case .receiver:
                json.member("entity_category", "diagnostic")
                json.member("icon", "mdi:satellite-variant")
                json.member("json_attributes_topic", stateTopic(entity))
                json.member("name", "Receiver")
                json.member("value_template", "{{ value_json.state }}")
            case .anchor:
                json.member("device_class", "problem")
                json.member("icon", "mdi:anchor")
                json.member("json_attributes_topic", stateTopic(entity))
                json.member("name", "Anchor")
                json.member(
                    "value_template",
                    "{{ 'ON' if value_json.state in ['dragging', 'unknown'] else 'OFF' }}"
                )
            }
            json.member("origin", Described(name: "Waymark", version: version))
            json.member("qos", 1)
            // A tracker's would count more than coordinates.
            if entity != .tracker { json.member("state_topic", stateTopic(entity)) }
            json.member("unique_id", "\(identifier)_\(entity.rawValue)")
        }
        return RelayMessage(topic: discoveryTopic(entity), payload: json.bytes, isRetained: true)
    }

    private func discoveryTopic(_ entity: Entity) -> String {
        "\(settings.discoveryPrefix.safeTopic)/\(entity.component)/\(identifier)/\(entity.rawValue)/config"
    }

    private func stateTopic(_ entity: Entity) -> String {
        "\(settings.safeTopic)/homeassistant/\(entity.rawValue)"
    }

    private var identifier: String { "waymark_\(settings.user)_\(settings.device)".topicLevel }
}

/// The device, or the program, which has no identifier there; Home Assistant refuses members that it does not know.
private struct Described: JSONWritable {
    var identifier: String?
    let name: String
    let version: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("identifiers", identifier.map { [$0] })
            json.member("manufacturer", identifier == nil ? nil : "Waymark")
            json.member("name", name)
            json.member("sw_version", version.isEmpty ? nil : version)
        }
    }
}

import LocationModel
import OwnTracks
import Varlink

/// The JSON of OwnTracks, which its recorder, its apps and Home Assistant's integration read.
///
/// With a secret, all messages are encrypted.
struct OwnTracksFormat: RelayFormat {
    let settings: RelaySettings

    private var topic: String { settings.ownTracksTopic }

    func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
        switch event.kind {
        case .significantChange: location(event, isNewest)
        case .live: location(event, isNewest, trigger: event.asked == true ? "r" : "t")
        case .arrival: location(event, isNewest, trigger: "v")
        case .regionEntered, .regionLeft: event.region.map { transition($0, event) } ?? []
        // The machine has left the place of the stay, and readers ignore the time of a place.
        case .departure, .receiver, .anchor, .gap: []
        }
    }

    /// Returns places without transitions: an `enter` repeated after a `leave` would count.
    func greeting(_ events: [RelayEvent]) -> [RelayMessage] {
        events.filter { $0.region == nil }.flatMap { messages(for: $0, isNewest: true) }
    }

    var forgetting: [RelayMessage] { [.clearing(topic)] }
    var commandTopic: String { "\(topic)/cmd" }

    /// Returns whether a message, which anybody may have sent, requests the location; with a secret, only an
    /// encrypted command does.
    ///
    /// A retained one does not count: the broker would repeat it at each connection.
    func asksForLocation(_ message: RelayMessage) -> Bool {
        guard message.topic == commandTopic, !message.isRetained, message.payload.count <= 4096 else {
            return false
        }
        var command = OwnTracksMessage(message.payload)
        if let box = settings.ownTracksSecret {
            guard case .encrypted(let sealed) = command, let text = box.open(sealed) else { return false }
            command = OwnTracksMessage(text)
        }
        return command == .reportLocation
    }

    private func location(_ event: RelayEvent, _ isNewest: Bool, trigger: String? = nil) -> [RelayMessage] {
        guard let place = event.anyPlace else { return [] }
        return message("", isRetained: isNewest) { json in
            json.member("_type", "location")
            json.member("acc", place.wholeAccuracy)
            json.member("alt", place.altitude.map(\.wholeNumber))
            json.member("cog", place.course.map { $0.wholeNumber % 360 })
            json.member("created_at", event.written.wholeSeconds)
            json.member("lat", place.latitude)
            json.member("lon", place.longitude)
            json.member("t", trigger)
            json.member("tid", tracker)
            json.member("tst", place.time.wholeSeconds)
            json.member("vac", place.verticalAccuracy.map(\.wholeNumber))
            // In km/h.
            json.member("vel", place.speed.map { ($0 * 3.6).wholeNumber })
        }
    }

    /// Returns the messages of a crossing if the owner wants them: Home Assistant shows the region alone
    /// until `leave`.
    private func transition(_ crossing: RelayCrossing, _ event: RelayEvent) -> [RelayMessage] {
        let isEntered = event.kind == .regionEntered
        guard settings.sendsTransitions, let latitude = crossing.place?.latitude ?? crossing.latitude,
            let longitude = crossing.place?.longitude ?? crossing.longitude
        else { return [] }
        var messages: [RelayMessage] = []
        if isEntered, let latitude = crossing.latitude, let longitude = crossing.longitude {
            messages += message("/waypoint", isRetained: false) { json in
                json.member("_type", "waypoint")
                json.member("desc", crossing.identifier)
                json.member("lat", latitude)
                json.member("lon", longitude)
                json.member("rad", crossing.radius.map(\.wholeNumber))
                json.member("tst", crossing.definedAt.wholeSeconds)
            }
        }
        return messages
            + message("/event", isRetained: false) { json in
                json.member("_type", "transition")
                // With 0 Home Assistant would not follow a `leave`.
                json.member(
                    "acc",
                    crossing.place?.wholeAccuracy ?? crossing.radius.map(\.wholeNumber) ?? 1
                )
                json.member("desc", crossing.identifier)
                json.member("event", isEntered ? "enter" : "leave")
                json.member("lat", latitude)
                json.member("lon", longitude)
                json.member("t", crossing.latitude == nil ? "b" : "c")
                json.member("tid", tracker)
                json.member("tst", event.time.wholeSeconds)
                json.member("wtst", crossing.definedAt.wholeSeconds)
            }
    }

    private func message(
        _ ending: String,
        isRetained: Bool,
        _ body: (inout JSONWriter) -> Void
    ) -> [RelayMessage] {
        var json = JSONWriter()
        json.object(body)
        var payload = json.bytes
        if let box = settings.ownTracksSecret {
            var outer = JSONWriter()
            outer.object {
                $0.member("_type", "encrypted")
                $0.member("data", SecretBox.base64(box.seal(payload)))
            }
            payload = outer.bytes
        }
        return [RelayMessage(topic: topic + ending, payload: payload, isRetained: isRetained)]
    }

    /// One or two characters; those of the device's end, as the apps choose.
    private var tracker: String {
        String((settings.trackerID.isEmpty ? settings.device : settings.trackerID).suffix(2))
    }
}

extension RelayPlace {
    /// The 68 % radius in whole metres, at least one; `nil` if it is unknown.
    var wholeAccuracy: Int? { accuracy68.map { max(1, Int(clamping: $0.rounded(.up))) } }
}

extension UTCInstant {
    fileprivate var wholeSeconds: Int { Int(nanosecondsSince1970 / 1_000_000_000) }
}

extension Double {
    fileprivate var wholeNumber: Int { Int(clamping: rounded()) }
}

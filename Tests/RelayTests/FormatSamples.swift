import LocationModel
import Varlink

@testable import Relay

/// Events of one machine, for the tests of formats.
enum FormatSamples {
    static let time = UTCInstant(secondsSince1970: 1_800_000_000)

    static func settings(_ change: (inout RelaySettings) -> Void = { _ in }) -> RelaySettings {
        var settings = RelaySettings(user: "anna", device: "van-17", deviceName: "Anna's van")
        settings.version = "2.0"
        change(&settings)
        return settings
    }

    static func place(_ change: (inout RelayPlace) -> Void = { _ in }) -> RelayPlace {
        var place = RelayPlace(
            latitude: 52.5,
            longitude: 13.25,
            accuracy68: 11.2,
            accuracy95: 18,
            time: time.advanced(by: .seconds(-5)),
            altitude: 34.4,
            verticalAccuracy: 6,
            speed: 10,
            course: 359.7
        )
        change(&place)
        return place
    }

    static func event(_ kind: RelayEvent.Kind, _ setPart: (inout RelayEvent) -> Void) -> RelayEvent {
        var event = RelayEvent(kind, at: time, setPart)
        (event.device, event.outbox, event.sequence) = ("van-17", "1f2e", 7)
        event.written = time.advanced(by: .seconds(2))
        return event
    }

    static func change(at place: RelayPlace) -> RelayEvent { event(.significantChange) { $0.place = place } }

    static let change = change(at: place())

    static func live(isAskedFor: Bool, _ change: (inout RelayPlace) -> Void = { _ in }) -> RelayEvent {
        event(.live) { ($0.place, $0.asked) = (place(change), isAskedFor ? true : nil) }
    }

    static let stay = RelayStay(place: place(), arrival: time, departure: nil)
    static let crossing = RelayCrossing(
        identifier: "depot",
        latitude: 52.4,
        longitude: 13.2,
        radius: 150,
        definedAt: UTCInstant(secondsSince1970: 1_700_000_000),
        place: place()
    )

    static let all: [RelayEvent] = [
        change,
        live(isAskedFor: true) { $0.reduced = true },
        event(.arrival) { $0.stay = stay },
        event(.departure) { $0.stay = RelayStay(place: place(), arrival: time, departure: time) },
        event(.regionEntered) { $0.region = crossing },
        event(.regionLeft) { $0.region = crossing },
        event(.receiver) { $0.receiver = RelayReceiver(state: .unavailable, reason: "no sky") },
        event(.anchor) { $0.anchor = RelayAnchor(state: .dragging, reason: "the anchor drags") },
        event(.gap) { $0.gap = RelayGap(cause: .outbox, from: time, to: time, dropped: [.live: 3]) },
    ]
}

extension RelayMessage {
    init(_ topic: String, _ text: String, isRetained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
    }

    var text: String { String(decoding: payload, as: UTF8.self) }
}

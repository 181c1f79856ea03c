import LocationModel
import Testing
import Varlink

@testable import Relay

@Suite("What Home Assistant is told")
struct HomeAssistantFormatTests {
    private static let base = "waymark/anna/van-17/homeassistant"
    private let format = HomeAssistantFormat(settings: FormatSamples.settings())
    private let naming = HomeAssistantFormat(
        settings: FormatSamples.settings { $0.sendsPlaceNamesOnly = true }
    )

    @Test("begins with discoveries that stay, and comes before the place")
    func greeting() {
        let receiver = FormatSamples.event(.receiver) { $0.receiver = RelayReceiver(state: .available) }
        let greeting = format.greeting([FormatSamples.change, receiver])
        let topics = greeting.filter { !$0.payload.isEmpty && $0.isRetained }.map(\.topic)
        #expect(
            topics == [
                "homeassistant/device_tracker/waymark_anna_van-17/tracker/config",
                "homeassistant/sensor/waymark_anna_van-17/lastChange/config",
                "homeassistant/sensor/waymark_anna_van-17/receiver/config", "waymark/anna/van-17/status",
                "\(Self.base)/tracker", "\(Self.base)/lastChange", "\(Self.base)/receiver",
            ]
        )
        let tracker = greeting.first { $0.topic.contains("/device_tracker/") && !$0.payload.isEmpty }
        let discovery = """
            {"availability_topic":"waymark/anna/van-17/status",\
            "device":{"identifiers":"waymark_anna_van-17","manufacturer":"Waymark","name":"Anna's van","sw_version":"2.0"},\
            "source_type":"gps","json_attributes_topic":"\(Self.base)/tracker",\
            "origin":{"name":"Waymark","sw_version":"2.0"},"qos":1,"name":null,"unique_id":"waymark_anna_van-17_tracker"}
            """
        #expect(tracker?.text == discovery)
    }

    @Test("is the place in one message of numbers, and when it was reached")
    func place() {
        let messages = format.messages(for: FormatSamples.change, isNewest: true)
        #expect(
            messages.map(\.text) == [
                #"{"altitude":34.4,"course":359.7,"gps_accuracy":12,"latitude":52.5,"longitude":13.25,"speed":10}"#,
                "2027-01-15T07:59:55Z",
            ]
        )
        #expect(messages.allSatisfy { $0.isRetained })
    }

    @Test(
        "is no place that would make a machine seem at home",
        arguments: [FormatSamples.place { $0.reduced = true }, FormatSamples.place { $0.accuracy68 = nil }]
    )
    func vague(_ place: RelayPlace) {
        let event = FormatSamples.change(at: place)
        #expect(format.messages(for: event, isNewest: true).map(\.topic) == ["\(Self.base)/lastChange"])
    }

    @Test("is no older place, and none that was left")
    func old() {
        #expect(format.messages(for: FormatSamples.change, isNewest: false) == [])
        let departure = FormatSamples.event(.departure) { $0.stay = FormatSamples.stay }
        #expect(format.messages(for: departure, isNewest: true) == [])
    }

    @Test("is no coordinate where it may know names only", arguments: FormatSamples.all)
    func names(_ event: RelayEvent) {
        let messages = naming.messages(for: event, isNewest: true) + naming.greeting([event])
        for message in messages {
            #expect(!message.text.contains("52.") && !message.text.contains("latitude"))
            #expect(!message.topic.contains("device_tracker") || message.payload.isEmpty)
        }
    }

    @Test("is the name of the region that was entered, where it may know names only")
    func region() {
        let events = FormatSamples.all.filter { [.regionEntered, .regionLeft].contains($0.kind) }
        let messages = events.flatMap { naming.messages(for: $0, isNewest: true) }
        #expect(messages.map(\.text) == ["depot", "away"])
        #expect(messages.allSatisfy { $0.topic == "\(Self.base)/place" && $0.isRetained })
        #expect(events.flatMap { format.messages(for: $0, isNewest: true) } == [])
    }

    @Test("is forgotten by it, and then by the broker")
    func forgetting() {
        func forgotten(_ entity: String, by text: String = "None") -> [RelayMessage] {
            let topic = "\(Self.base)/\(entity)"
            return [RelayMessage(topic, text), RelayMessage(topic, "", isRetained: true)]
        }
        #expect(format.forgetting == forgotten("tracker", by: "{}") + forgotten("lastChange"))
        #expect(naming.forgetting == forgotten("place") + forgotten("lastChange"))
    }

    @Test("is a problem while the anchor drags or nobody knows, where the owner has chosen it")
    func anchor() throws {
        let settings = FormatSamples.settings { $0.choices.insert(.anchorAlarms) }
        let watching = HomeAssistantFormat(settings: settings)
        let event = try #require(FormatSamples.all.first { $0.kind == .anchor })
        let greeting = watching.greeting([event])
        let announced = try #require(greeting.first { $0.topic.contains("/binary_sensor/") })
        #expect(announced.isRetained && announced.text.contains(#""device_class":"problem""#))
        #expect(greeting.last?.topic == "\(Self.base)/anchor" && greeting.last?.isRetained == true)
        #expect(greeting.last?.text == #"{"state":"dragging","reason":"the anchor drags"}"#)
    }

    @Test("takes the tracker's place from it once it may know names only")
    func switching() {
        let greeting = naming.greeting([])
        #expect(greeting.prefix(2) == format.forgetting.prefix(2))
        #expect(greeting.count { $0.topic.contains("binary_sensor") } == 1 && greeting[5].payload.isEmpty)
        let tracker = "homeassistant/device_tracker/waymark_anna_van-17/tracker/config"
        #expect(greeting[2] == .clearing(tracker))
    }
}

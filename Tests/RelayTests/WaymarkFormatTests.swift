import LocationModel
import TestSupport
import Testing
import Varlink

@testable import Relay

@Suite("Waymark's own messages")
struct WaymarkFormatTests {
    private let format = WaymarkFormat(settings: FormatSamples.settings())

    @Test(
        "are on a topic for each kind, and have the members of the schema and no others",
        arguments: FormatSamples.all
    )
    func everyKind(_ event: RelayEvent) throws {
        let message = try #require(format.messages(for: event, isNewest: true).first)
        #expect(message.topic == "waymark/anna/van-17/\(event.kind.rawValue)")
        #expect(try RelayEvent(json: message.payload) == event)
        let schema = try JSONObject(Checkout.bytes(of: Checkout.root + "/docs/relay-event.schema.json"))
        try check(JSONObject(message.payload), schema.asValue, schema)
    }

    /// Checks names, required members and the words of enumerations.
    private func check(_ object: JSONObject, _ description: JSONValue, _ root: JSONObject) throws {
        let description = try #require(JSONObject(description))
        let known = try #require(description["properties"].flatMap { JSONObject($0) })
        for name in description["required"]?.elements ?? [] {
            #expect(try object[#require(name.text)] != nil, "\(name.text ?? "") is missing")
        }
        for member in object.members {
            let rule = try #require(known[member.name].flatMap { JSONObject($0) }, "\(member.name)")
            if let words = rule["enum"]?.elements { #expect(words.contains { $0.text == member.value.text }) }
            guard let reference = rule["$ref"]?.text?.split(separator: "/").last, reference != "time" else {
                continue
            }
            let definitions = try #require(root["$defs"].flatMap { JSONObject($0) })
            try check(#require(JSONObject(member.value)), #require(definitions[String(reference)]), root)
        }
    }

    @Test("are kept by the broker if they have the newest place")
    func retained() {
        for isNewest in [true, false] {
            let messages = format.messages(for: FormatSamples.change, isNewest: isNewest)
            #expect(messages.map(\.isRetained) == [isNewest])
        }
        #expect(format.messages(for: FormatSamples.all[7], isNewest: true).map(\.isRetained) == [false])
    }

    @Test(
        "are joined by those of other formats that the owner wants, with one will",
        arguments: [
            ([.waymark, .homeAssistant, .ownTracks], "offline"),
            ([.homeAssistant, .ownTracks], "offline"), ([.ownTracks], #"{"_type":"lwt"}"#),
        ] as [(Set<RelaySettings.FormatName>, String)]
    )
    func formats(_ names: Set<RelaySettings.FormatName>, _ will: String) {
        let settings = FormatSamples.settings { $0.formats = names }
        #expect(settings.allFormats.count == names.count)
        // One that stays would take the place of OwnTracks' last place.
        #expect(settings.will.text == will && settings.will.isRetained == (will == "offline"))
    }

    @Test("leave no place when they are forgotten")
    func forgetting() {
        let messages = FormatSamples.all.flatMap { format.messages(for: $0, isNewest: true) }
        let kept = messages.filter(\.isRetained).map(\.topic)
        #expect(Set(format.forgetting.map(\.topic)) == Set(kept))
        #expect(format.forgetting.allSatisfy { $0.payload.isEmpty && $0.isRetained })
    }
}

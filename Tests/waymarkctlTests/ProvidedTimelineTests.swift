import CommandLineTool
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@testable import waymarkctl

@Suite("What a command prints")
struct ProvidedTimelineTests {
    private static let now = UTCInstant(secondsSince1970: 1_000_000_000)

    private func timeline(
        _ output: String,
        policy: WidgetsInterface.ReloadPolicy = .never,
        after interval: Duration? = nil
    ) throws -> ProvidedTimeline {
        try ProvidedTimeline(Array(output.utf8), policy: policy, after: interval, at: Self.now)
    }

    @Test("is one entry if it is a text: the first line, and the others as detail")
    func text() throws {
        let one = try timeline("  12° \n")
        #expect(one.entries.map(\.content.text) == [#"{"text":"12°"}"#])
        #expect(one.entries[0].date == Self.now.description)
        #expect(one.policy == .never && one.after == nil)
        let more = try timeline("rain\r\n\ntill ten\nthen sun\n")
        #expect(more.entries.map(\.content.text) == [#"{"detail":"till ten\nthen sun","text":"rain"}"#])
    }

    @Test("is one entry if it is a JSON object without entries")
    func object() throws {
        let one = try timeline(#" {"text":"5","date":"2026-11-22T05:00:00Z","n":[1]}"#, policy: .atEnd)
        #expect(one.entries.map(\.content.text) == [#"{"n":[1],"text":"5"}"#])
        #expect(one.entries[0].date.hasPrefix("2026-11-22T05:00:00"))
        #expect(one.policy == .atEnd)
    }

    @Test("is a timeline with entries, whose own policy counts")
    func entries() throws {
        let text = #"{"entries":[{"text":"a"},{"text":"b","date":"2026-11-22T06:00:00+01:00"}]}"#
        let several = try timeline(text, policy: .after, after: .seconds(600))
        #expect(several.entries.map(\.content.text) == [#"{"text":"a"}"#, #"{"text":"b"}"#])
        #expect(several.entries[1].date.hasPrefix("2026-11-22T05:00:00"))
        #expect(several.policy == .after)
        #expect(several.after == Self.now.advanced(by: .seconds(600)).description)
        let own = try timeline(#"{"entries":[{}],"policy":"atEnd"}"#, policy: .after, after: .seconds(600))
        #expect(own.policy == .atEnd && own.after == nil)
        let dated = try timeline(#"{"entries":[{}],"after":"2026-11-22T05:00:00Z"}"#)
        #expect(dated.policy == .after && dated.after?.hasPrefix("2026-11-22T05:00:00") == true)
    }

    @Test("may be as in the document")
    func documented() throws {
        let example = try #require(try Document("docs/bars.md").examples(in: "json").first)
        #expect(try timeline(example).entries.count == 2)
    }

    @Test(
        "is refused with the reason if it is none of these",
        arguments: [
            ("", "the command printed nothing"), (" \n\t", "the command printed nothing"),
            ("{", "no JSON object"), ("{\"a\":1} x", "no JSON object"),
            (#"{"entries":[]}"#, "not a list of entries"), (#"{"entries":{}}"#, "not a list of entries"),
            (#"{"entries":[1]}"#, "entry 1 of the timeline is not an object"),
            (#"{"entries":[{}],"polcy":"atEnd"}"#, "a member 'polcy'"),
            (#"{"entries":[{}],"policy":"often"}"#, "the policy 'often' is not valid"),
            (#"{"entries":[{}],"policy":"after"}"#, "needs the member 'after'"),
            (#"{"entries":[{}],"policy":"never","after":"2026-11-22T05:00:00Z"}"#, "no other policy has it"),
            (#"{"entries":[{"date":"tomorrow"}]}"#, "'date' is not a date"),
            (#"{"date":5}"#, "'date' is not a date"),
        ]
    )
    func refused(_ output: String, reason: String) {
        let failure = #expect(throws: Failure.self) { try timeline(output) }
        #expect(failure?.message?.contains(reason) == true, "\(failure?.message ?? "")")
    }

    @Test("is about the place or the absence in its environment")
    func environment() throws {
        let place = try #require(Coordinate(latitudeDegrees: 1e-05, longitudeDegrees: -13.4))
        var request = WidgetsInterface.Reload(
            request: "r1",
            widget: "w1",
            kind: "cell",
            family: .inline,
            configuration: RawJSON(checked: #"{"units":"metric"}"#),
            reason: .placed,
            deadline: "2026-11-22T05:00:00Z",
            isAuthorizedForWidgetUpdates: true,
            location: .init(
                coordinate: place,
                age: .seconds(0.25),
                timeInstant: nil,
                horizontalAccuracyMeters: 5,
                source: .receiver
            )
        )
        func value(_ name: String) -> String? {
            ProvidedRequest(request, of: "a").variables.first { $0.name == name }?.value
        }
        #expect(value("WAYMARK_LATITUDE") == "0.00001" && value("WAYMARK_LONGITUDE") == "-13.4")
        #expect(value("WAYMARK_ACCURACY") == "5.0" || value("WAYMARK_ACCURACY") == "5")
        #expect(value("WAYMARK_ALTITUDE") == nil && value("WAYMARK_ABSENCE") == nil)
        #expect(value("WAYMARK_FAMILY") == "inline")
        #expect(value("WAYMARK_CONFIGURATION") == #"{"units":"metric"}"#)
        #expect(value("WAYMARK_REASON") == "placed" && value("WAYMARK_SOURCE") == "receiver")
        request.location = nil
        request.locationAbsence = .unauthorized
        #expect(value("WAYMARK_LATITUDE") == nil && value("WAYMARK_ABSENCE") == "unauthorized")
    }
}

import Testing
import Varlink

@Suite("The range of a parameter")
struct ParameterRangeTests {
    /// A parameter of a method with values at both ends of its range and with values just outside.
    struct Row {
        let method: String

        /// The name by which the error calls the parameter.
        let parameter: String

        let inside: [String]
        let outside: [String]
        var isStream = false

        /// The parameters of the call; `@` stands for the value.
        let parameters: String
    }

    private static func list(of count: Int, _ element: String) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    /// A JSON string of that many bytes between its quotation marks.
    private static func text(_ byteCount: Int) -> String {
        "\"" + String(repeating: "x", count: byteCount) + "\""
    }

    private static func object(_ byteCount: Int) -> String { #"{"x":\#(text(byteCount - 8))}"# }

    private static let app = #""app":"org.example.app""#
    private static let program = #"{"app":"org.example.app","user":0,"launch":"x1"}"#
    private static let place = #""latitudeDegrees":52,"longitudeDegrees":13"#
    private static let sessionAndRequest = #""session":"s1","request":"r1""#

    private static func simulated(_ name: String, _ inside: [String], _ outside: [String]) -> Row {
        Row(
            method: "Simulation.Simulate",
            parameter: "location",
            inside: inside,
            outside: outside,
            parameters: #"{"location":{\#(place),"\#(name)":@}}"#
        )
    }

    static let rows: [Row] = [
        Row(
            method: "Host.MostRelevant",
            parameter: "widgets",
            inside: [list(of: 1, #""w1""#), list(of: 64, #""w1""#)],
            outside: ["[]", list(of: 65, #""w1""#)],
            parameters: #"{"widgets":@}"#
        ),
        Row(
            method: "Settings.Agent",
            parameter: "locale",
            inside: [text(64)],
            outside: [text(65)],
            isStream: true,
            parameters: #"{"locale":@}"#
        ),
        Row(
            method: "Settings.ListAccesses",
            parameter: "limit",
            inside: ["0", "9999"],
            outside: ["-1"],
            parameters: #"{"limit":@}"#
        ),
        Row(
            method: "Inspect.WatchDecisions",
            parameter: "limit",
            inside: ["0", "9999"],
            outside: ["-1"],
            isStream: true,
            parameters: #"{"limit":@}"#
        ),
        Row(
            method: "Location.GetLocation",
            parameter: "desiredAccuracyMeters",
            inside: ["0.1", "1e9"],
            outside: ["0", "-1"],
            parameters: "{\(app),\"desiredAccuracyMeters\":@}"
        ),
        Row(
            method: "Location.GetLocation",
            parameter: "maximumAgeSeconds",
            inside: ["0", "86400"],
            outside: ["-0.1", "86400.1"],
            parameters: "{\(app),\"maximumAgeSeconds\":@}"
        ),
        Row(
            method: "Location.GetLocation",
            parameter: "deadlineSeconds",
            inside: ["0.1", "300"],
            outside: ["0", "300.1", "-1e300", "1e300"],
            parameters: "{\(app),\"deadlineSeconds\":@}"
        ),
        Row(
            method: "Location.FollowLocation",
            parameter: "desiredAccuracyMeters",
            inside: ["0.1", "1e9"],
            outside: ["0", "-1"],
            isStream: true,
            parameters: "{\(app),\"desiredAccuracyMeters\":@}"
        ),
        Row(
            method: "Location.FollowLocation",
            parameter: "distanceFilterMeters",
            inside: ["0.1", "1e9"],
            outside: ["0", "-1"],
            isStream: true,
            parameters: "{\(app),\"distanceFilterMeters\":@}"
        ),
        Row(
            method: "Location.FollowLocation",
            parameter: "minimumIntervalSeconds",
            inside: ["0.1", "86400"],
            outside: ["0", "86400.1"],
            isStream: true,
            parameters: "{\(app),\"minimumIntervalSeconds\":@}"
        ),
        Row(
            method: "Location.FollowHeading",
            parameter: "filterDegrees",
            inside: ["0", "180"],
            outside: ["-0.1", "180.1"],
            isStream: true,
            parameters: "{\(app),\"filterDegrees\":@}"
        ),
        Row(
            method: "Monitor.DropAnchor",
            parameter: "rode",
            inside: ["1", "1000"],
            outside: ["0.9", "1000.1", "-1", "1e300"],
            parameters: "{\(app),\"rode\":{\"chainMeters\":@}}"
        ),
        Row(
            method: "Monitor.SetAnchor",
            parameter: "rode",
            inside: ["0", "39.9"],
            outside: ["40", "-0.1"],
            parameters: "{\(app),\"rode\":{\"chainMeters\":40,\"depthMeters\":@}}"
        ),
        Row(
            method: "Widgets.Serve",
            parameter: "kinds[0].placeholder",
            inside: [object(4096)],
            outside: [object(4097)],
            isStream: true,
            parameters: "{\(app),\"kinds\":[{\"kind\":\"k\",\"wantsLocation\":true,\"placeholder\":@}]}"
        ),
        Row(
            method: "Widgets.Serve",
            parameter: "kinds",
            inside: [#"[{"kind":"k","wantsLocation":true}]"#],
            outside: ["[]"],
            isStream: true,
            parameters: "{\(app),\"kinds\":@}"
        ),
        Row(
            method: "Widgets.DeliverSnapshot",
            parameter: "content",
            inside: [object(16_384)],
            outside: [object(16_385)],
            parameters: "{\(sessionAndRequest),\"content\":@}"
        ),
        Row(
            method: "Widgets.DeliverTimeline",
            parameter: "entries[0].relevance.durationSeconds",
            inside: ["0", "3155760000"],
            outside: ["-0.1", "3155760000.1", "-1e300", "1e300"],
            parameters: "{\(sessionAndRequest),\"policy\":\"never\",\"entries\":[{\"content\":{},"
                + #""date":"2026-01-01T00:00:00Z","relevance":{"score":1,"durationSeconds":@}}]}"#
        ),
        Row(
            method: "Widgets.WatchTickets",
            parameter: "tickets",
            inside: [list(of: 1, #""t1""#), list(of: 64, #""t1""#)],
            outside: ["[]", list(of: 65, #""t1""#)],
            isStream: true,
            parameters: #"{"tickets":@}"#
        ),
        Row(
            method: "Launcher.Serve",
            parameter: "running",
            inside: ["[]", list(of: 256, program)],
            outside: [list(of: 257, program)],
            isStream: true,
            parameters: #"{"manager":"user","running":@}"#
        ),
        Row(
            method: "Launcher.Report",
            parameter: "message",
            inside: [text(512)],
            outside: [text(513)],
            parameters: #"{"session":"s1","program":\#(program),"outcome":"ended","message":@}"#
        ),
        Row(
            method: "Simulation.Simulate",
            parameter: "elapsedSeconds",
            inside: ["0.1", "3600"],
            outside: ["0", "3600.1"],
            parameters: #"{"elapsedSeconds":@}"#
        ),
        simulated("horizontalAccuracyMeters", ["0.1", "100000"], ["0", "100000.1"]),
        simulated("altitudeMeters", ["-1000000", "1000000"], ["-1000000.1", "1000000.1"]),
        simulated("speedMetersPerSecond", ["0", "1000000"], ["-0.1", "1000000.1"]),
        simulated("courseDegrees", ["0", "359.9"], ["-0.1", "360"]),
    ]

    @Test("has both its ends, and nothing beyond them is taken")
    func ends() throws {
        let service = try ServiceInMemory()
        for row in Self.rows {
            for (values, isInside) in [(row.inside, true), (row.outside, false)] {
                for value in values {
                    let parameters = row.parameters.replacing("@", with: value)
                    let replies = try service.connect()
                        .call("io.waymark." + row.method, parameters, more: row.isStream)
                    let wrong = "org.varlink.service.InvalidParameter"
                    let refused = replies.first { $0.outcome == .failure(wrong) }?.parameters["parameter"]
                    #expect(
                        refused?.text == (isInside ? nil : row.parameter),
                        "\(row.method) \(row.parameter) \(value.prefix(60))"
                    )
                }
            }
        }
    }
}

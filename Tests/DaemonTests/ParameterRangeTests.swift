import Testing
import Varlink

@Suite("The range of a parameter")
struct ParameterRangeTests {
    /// A method, the name by which the error calls its parameter, values at the ends of the range and just outside, and
    /// the parameters of the call, in which `@` stands for the value.
    private typealias Row = (
        method: String, parameter: String, inside: [String], outside: [String], parameters: String
    )

    private static let streams: Set = [
        "Settings.Agent", "Inspect.WatchDecisions", "Location.FollowLocation", "Location.FollowHeading",
        "Widgets.Serve", "Widgets.WatchTickets", "Launcher.Serve",
    ]

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

    /// The rows of numbers: the method, the parameter, the values inside, those outside, and the parameters.
    private static let numbers = #"""
        Settings.ListAccesses | limit | 0 9999 | -1 | "limit":@
        Inspect.WatchDecisions | limit | 0 9999 | -1 | "limit":@
        Location.GetLocation | desiredAccuracyMeters | 0.1 1e9 | 0 -1 | APP,"desiredAccuracyMeters":@
        Location.GetLocation | maximumAgeSeconds | 0 86400 | -0.1 86400.1 | APP,"maximumAgeSeconds":@
        Location.GetLocation | deadlineSeconds | 0.1 300 | 0 300.1 -1e300 1e300 | APP,"deadlineSeconds":@
        Location.FollowLocation | desiredAccuracyMeters | 0.1 1e9 | 0 -1 | APP,"desiredAccuracyMeters":@
        Location.FollowLocation | distanceFilterMeters | 0.1 1e9 | 0 -1 | APP,"distanceFilterMeters":@
        Location.FollowLocation | minimumIntervalSeconds | 0.1 86400 | 0 86400.1 | APP,"minimumIntervalSeconds":@
        Location.FollowHeading | filterDegrees | 0 180 | -0.1 180.1 | APP,"filterDegrees":@
        Monitor.DropAnchor | rode | 1 1000 | 0.9 1000.1 -1 1e300 | APP,"rode":{"chainMeters":@}
        Monitor.SetAnchor | rode | 0 39.9 | 40 -0.1 | APP,"rode":{"chainMeters":40,"depthMeters":@}
        Widgets.DeliverTimeline | entries[0].relevance.durationSeconds | 0 3155760000 | -0.1 3155760000.1 -1e300 1e300 | "session":"s1","request":"r1","policy":"never","entries":[{"content":{},"date":"2026-01-01T00:00:00Z","relevance":{"score":1,"durationSeconds":@}}]
        Simulation.Simulate | elapsedSeconds | 0.1 3600 | 0 3600.1 | "elapsedSeconds":@
        Simulation.Simulate | location | 0.1 100000 | 0 100000.1 | PLACE,"horizontalAccuracyMeters":@}
        Simulation.Simulate | location | -1000000 1000000 | -1000000.1 1000000.1 | PLACE,"altitudeMeters":@}
        Simulation.Simulate | location | 0 1000000 | -0.1 1000000.1 | PLACE,"speedMetersPerSecond":@}
        Simulation.Simulate | location | 0 359.9 | -0.1 360 | PLACE,"courseDegrees":@}
        """#

    private static var rows: [Row] {
        let ofNumbers: [Row] = numbers.split(separator: "\n").map { line in
            let parts = line.split(separator: " | ").map(String.init)
            let values = parts[2...3].map { $0.split(separator: " ").map(String.init) }
            return (parts[0], parts[1], values[0], values[1], parts[4])
        }
        return ofNumbers + others
    }

    private static let others: [Row] = [
        (
            "Host.MostRelevant", "widgets", [list(of: 1, #""w1""#), list(of: 64, #""w1""#)],
            ["[]", list(of: 65, #""w1""#)], #""widgets":@"#
        ), ("Settings.Agent", "locale", [text(64)], [text(65)], #""locale":@"#),
        (
            "Widgets.Serve", "kinds[0].placeholder", [object(4096)], [object(4097)],
            #"APP,"kinds":[{"kind":"k","wantsLocation":true,"placeholder":@}]"#
        ),
        (
            "Widgets.Serve", "kinds", [#"[{"kind":"k","wantsLocation":true}]"#], ["[]"],
            #"APP,"kinds":@"#
        ),
        (
            "Widgets.DeliverSnapshot", "content", [object(16_384)], [object(16_385)],
            #""session":"s1","request":"r1","content":@"#
        ),
        (
            "Widgets.WatchTickets", "tickets", [list(of: 1, #""t1""#), list(of: 64, #""t1""#)],
            ["[]", list(of: 65, #""t1""#)], #""tickets":@"#
        ),
        (
            "Launcher.Serve", "running", ["[]", list(of: 256, program)], [list(of: 257, program)],
            #""manager":"user","running":@"#
        ),
        (
            "Launcher.Report", "message", [text(512)], [text(513)],
            #""session":"s1","program":\#(program),"outcome":"ended","message":@"#
        ),
    ]

    @Test("has both its ends, and nothing beyond them is taken")
    func ends() throws {
        let service = try ServiceInMemory()
        for row in Self.rows {
            for (values, isInside) in [(row.inside, true), (row.outside, false)] {
                for value in values {
                    let parameters = row.parameters.replacing("APP", with: Self.app)
                        .replacing("PLACE", with: #""location":{"latitudeDegrees":52,"longitudeDegrees":13"#)
                        .replacing("@", with: value)
                    let replies = try service.connect()
                        .call(
                            "io.waymark." + row.method,
                            "{\(parameters)}",
                            more: Self.streams.contains(row.method)
                        )
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

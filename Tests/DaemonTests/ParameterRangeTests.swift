import Testing
import Varlink

@Suite("The range of a parameter")
struct ParameterRangeTests {
    private static let streams: Set = [
        "Settings.Agent", "Inspect.WatchDecisions", "Location.FollowLocation", "Location.FollowHeading",
        "Widgets.Serve", "Widgets.WatchTickets", "Launcher.Serve",
    ]

    private static let names = [
        "APP": #""app":"org.example.app""#,
        "PLACE": #""location":{"latitudeDegrees":52,"longitudeDegrees":13"#,
        "PROGRAM": #"{"app":"org.example.app","user":0,"launch":"x1"}"#,
        "KIND": #"{"kind":"k","wantsLocation":true}"#,
    ]

    /// The method, the name by which the error calls the parameter, values at the ends of the range, values just
    /// outside, and the parameters of the call, in which `@` stands for the value.
    ///
    /// `x*3` is a list of three; `text*3` is a string of three bytes, and `object*9` an object of nine.
    private static let table = #"""
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
        Host.MostRelevant | widgets | "w1"*1 "w1"*64 | "w1"*0 "w1"*65 | "widgets":@
        Settings.Agent | locale | text*64 | text*65 | "locale":@
        Widgets.Serve | kinds[0].placeholder | object*4096 | object*4097 | APP,"kinds":[{"kind":"k","wantsLocation":true,"placeholder":@}]
        Widgets.Serve | kinds | KIND*1 | KIND*0 | APP,"kinds":@
        Widgets.DeliverSnapshot | content | object*16384 | object*16385 | "session":"s1","request":"r1","content":@
        Widgets.WatchTickets | tickets | "t1"*1 "t1"*64 | "t1"*0 "t1"*65 | "tickets":@
        Launcher.Serve | running | PROGRAM*0 PROGRAM*256 | PROGRAM*257 | "manager":"user","running":@
        Launcher.Report | message | text*512 | text*513 | "session":"s1","program":PROGRAM,"outcome":"ended","message":@
        """#

    private static func json(_ value: Substring) -> String {
        let parts = value.split(separator: "*")
        guard parts.count == 2, let count = Int(parts[1]) else { return String(value) }
        let letters = String(repeating: "x", count: count)
        return switch parts[0] {
        case "text": "\"\(letters)\""
        case "object": #"{"x":"\#(letters.dropLast(8))"}"#
        default: "[" + Array(repeating: String(parts[0]), count: count).joined(separator: ",") + "]"
        }
    }

    @Test("includes both its ends, and values beyond them are refused")
    func ends() throws {
        let service = try ServiceInMemory()
        for row in Self.table.split(separator: "\n") {
            let parts = row.split(separator: " | ").map(String.init)
            for (values, isInside) in [(parts[2], true), (parts[3], false)] {
                for value in values.split(separator: " ") {
                    var parameters = parts[4].replacing("@", with: Self.json(value))
                    for (name, text) in Self.names { parameters.replace(name, with: text) }
                    let (method, isStream) = ("io.waymark." + parts[0], Self.streams.contains(parts[0]))
                    let replies = try service.connect().call(
                        method,
                        "{\(parameters)}",
                        isStream ? .more : .single
                    )
                    let wrong = "org.varlink.service.InvalidParameter"
                    let refused = replies.first { $0.outcome == .failure(wrong) }?.parameters["parameter"]
                    #expect(refused?.text == (isInside ? nil : parts[1]), "\(row.prefix(60)) \(value)")
                }
            }
        }
    }
}

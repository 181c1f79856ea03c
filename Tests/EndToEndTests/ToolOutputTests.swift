import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("What waymarkctl prints", .serialized, .ownThreads, .timeLimit(.minutes(10)))
struct ToolOutputTests {
    private static let app = "org.example.app"

    private func scene() async throws -> (Tool, DaemonProcess, ScriptedProvider, widget: String) {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try await ScriptedProvider(daemon)
        let widget = try ScriptedClient(daemon).placeInView()
        _ = try await provider.answer { $0.location != nil }
        return (Tool(daemon), daemon, provider, widget)
    }

    @Test("shows the state of the service, apps and widgets for people and for programs")
    func lists() async throws {
        let (tool, daemon, provider, widget) = try await scene()
        let status = try await tool.json("status")
        #expect(status["apps"].int == 1 && status["widgets"].int == 1 && status["sessions"].int == 1)
        #expect(status["receivers"][0]["state"].string == "fixed")
        let people = try await tool.succeed("status")
        #expect(people.hasPrefix("waymarkd "))
        #expect(people.contains("receivers on: \(widget) is in view"))
        #expect(people.contains("1 app, 1 widget, 1 session"))

        let availability = try await tool.succeed("availability")
        #expect(availability.contains("location             available"))
        #expect(availability.contains("beacons              unavailable  no program listens for beacons"))

        let app = try await tool.json("apps")["apps"][0]
        #expect(app["app"].string == Self.app && app["user"].int == Int(getuid()))
        #expect(app["status"].string == "authorizedWhenInUse" && app["widgets"].string == "granted")
        let apps = try await tool.succeed("apps").split(separator: "\n")
        #expect(app["verificationText"].string.map { apps[2] == "  \($0)" } == true)
        #expect(apps[1].contains("when-in-use  full      yes      -      connected"))

        #expect(try await tool.widget(widget)["timelineDelivered"].exists)
        #expect(try await tool.succeed("widgets").contains("in view"))
        try await tool.succeed("hide", widget)
        #expect((800...900).contains(try await tool.widget(widget)["inUseForSeconds"].double ?? 0))
        #expect(try await tool.succeed("widgets").contains("for 1"))
        #expect(try await tool.succeed("status").contains("receivers on: \(widget) was in view recently"))
        #expect(try await tool.succeed("remove", widget) == "\(widget) removed\n")
        withExtendedLifetime((daemon, provider)) {}
    }

    @Test(
        "says which program has a command that has moved",
        arguments: [
            ("decode a.nmea", "'waymarkctl decode' is now 'waymark-lab decode'"),
            ("replay a.nmea", "'waymarkctl replay' is now 'waymark-lab replay'"),
            ("test a.waymark", "'waymarkctl test' is now 'waymark-lab test'"),
            ("record -o - --coarse", "'waymarkctl record --coarse' is now 'waymark-lab coarsen'"),
            ("simulate walk a.route", "'waymarkctl simulate walk' is now 'waymark-lab walk'"),
            ("simulate --pty a.route", "'waymarkctl simulate ROUTE' is now 'waymark-lab simulate'"),
            ("simulate set", "PLACE is missing\n"), ("simulate 52.5,13.4", "use set, show or stop\n"),
        ]
    )
    func moved(line: String, error: String) async throws {
        let outcome = try await Tool(socketPath: "/nonexistent").run(
            line.split(separator: " ").map(String.init)
        )
        #expect(outcome.ending == .status(2))
        #expect(outcome.errors.contains(error))
    }

    @Test("explains a widget by its conditions and decisions, and watches what it shows")
    func reasons() async throws {
        let (tool, daemon, provider, widget) = try await scene()
        let explanation = try await tool.json("explain", widget)
        let held = explanation["checks"].array.filter { $0["holds"].bool == true }.map { $0["check"].string }
        #expect(held.contains("appAuthorized") && !held.contains("movedFarEnough"))
        let decisions = explanation["decisions"].array.compactMap { $0["decision"].string }
        #expect(decisions.contains("significantChange") && decisions.last == "timeline")
        let people = try await tool.succeed("explain", widget)
        #expect(people.hasPrefix("Yes: a reload now would carry the location. "))
        #expect(people.contains("yes inUse") && people.contains("no  movedFarEnough"))

        let journal = try JSON.lines(try await tool.succeed("journal", "--format", "json"))
        let reload = try #require(journal.last { $0["decision"].string == "reload" })
        #expect(reload["evidence"]["location"].string == "given")
        let latest = try JSON.lines(try await tool.succeed("journal", "--format", "json", "--limit", "3"))
        #expect(latest.map { $0["text"].string } == journal.suffix(3).map { $0["text"].string })
        #expect(try await tool.succeed("journal", "--until", "yesterday") == "")
        #expect(try await tool.succeed("journal", "--since", "-1h", "--app", Self.app).contains("reload"))
        #expect(!(try await tool.succeed("journal", "--app", "org.example.other").contains("reload")))

        let watch = try tool.start(["watch", widget])
        let line = try await waiting(for: "a line") { watch.output.isEmpty ? nil : watch.output }
        #expect(line == "\(widget)  \(Self.app)/where  fix  here\n")
        #expect(try await watch.stop() == .status(0))
        withExtendedLifetime((daemon, provider)) {}
    }

    @Test("prints long lists and a long journal whole, from the first page to the last")
    func pages() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Quotas]\nWidgets=1000\nApps=1000\n"
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        // In the order of lists: of two that are placed within a millisecond, either may have the lower number.
        let placed = try (0..<210).map { number in
            try client.authorize("org.example.a\(number)", .denied)
            let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
            return try #require(WidgetIdentifier(widget))
        }.sorted().map(\.description)

        let tool = Tool(daemon)
        #expect(try await tool.widgets().compactMap { $0["widget"].string } == placed)
        #expect(try await tool.succeed("widgets").split(separator: "\n").count == 211)
        #expect(try await tool.json("apps")["apps"].array.count == 211)
        let journal = try JSON.lines(try await tool.succeed("journal", "--format", "json"))
        #expect(journal.count { $0["decision"].string == "placed" } == 210 && journal.areNumbered)
        withExtendedLifetime(provider) {}
    }
}

import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A gallery and its widgets", .ownThreads, .timeLimit(.minutes(10)))
struct GalleryTests {
    private struct Sample: TimelineProvider {
        struct Entry: TimelineEntry {
            let date: Date
            let text: String
            var relevance: TimelineEntryRelevance?
        }

        let text: String
        let relevance: TimelineEntryRelevance

        func placeholder(in context: Context) -> Entry? { Entry(date: .now, text: "soon") }

        func snapshot(in context: Context) async -> Entry {
            Entry(date: .now, text: "\(context.family) \(context.isPreview)")
        }

        func timeline(in context: Context) async -> Timeline<Entry> {
            Timeline(entries: [Entry(date: .now, text: text, relevance: relevance)], policy: .never)
        }
    }

    @Test("show snapshots and placeholders of the library's provider, and the most relevant widget")
    func library() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let service = WaymarkService(socketPath: daemon.socketPath)
        let provider = Sample(text: "north", relevance: TimelineEntryRelevance(score: 3, duration: 600))
        let widgets = WidgetExtension(
            app: "org.example.app",
            widgets: [StaticConfiguration(kind: "where", wantsLocation: false, provider: provider)]
        )
        let serving = Task { try? await widgets.run(on: service) }
        defer { serving.cancel() }
        let tool = Tool(daemon)
        try await waiting(until: "the kind") { try await tool.json("kinds")["kinds"].array.count == 1 }
        // Only two seconds are allowed for a snapshot, which a busy machine may need for other things.
        try await waiting(until: "a snapshot in time") {
            let snapshot = try await tool.json("snapshot", "org.example.app", "where", "--family", "circular")
            guard !snapshot["absence"].exists else { return false }
            #expect(snapshot["content"]["text"].string == "circular true")
            return true
        }
        let host = WidgetHost(on: service)
        try await waiting(until: "a snapshot for the library's host in time") {
            let shown = try await host.snapshot(ofKind: "where", of: "org.example.app", family: .circular)
            return shown.text == "circular true" && shown.absence == nil
        }
        let client = try ScriptedClient(daemon)
        let widget = try client.call(HostInterface.Place(app: "org.example.app", kind: "where")).widget
        try await waiting(until: "the timeline") {
            try await daemon.views().first?["entry"]["content"]["text"].string == "north"
        }
        let identifier = try #require(WidgetIdentifier(widget))
        let relevant = try await host.mostRelevant(of: [identifier])
        #expect(relevant.widget == identifier && relevant.score == 3 && relevant.until != nil)
        serving.cancel()
        try await waiting(until: "the provider's end") { try await tool.json("status")["sessions"].int == 0 }
        let away = try await tool.succeed("snapshot", "org.example.app", "where")
        #expect(away == "soon\na placeholder: no provider of the kind is connected\n")
    }

    @Test(
        "has a bar show the widget that matters where the machine is",
        .enabled(if: geteuid() == 0, "only root may state where the machine is")
    )
    func mostRelevantInBar() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Place]\nFile=none\nAfter=0\n"
        )
        let tool = Tool(daemon)
        let app = "org.example.app"
        let berlin = try #require(Coordinate(latitudeDegrees: 52.52, longitudeDegrees: 13.405))
        let station = RelevantRegion(center: berlin, radiusMeters: 500)
        let always = Sample(text: "anywhere", relevance: TimelineEntryRelevance(score: 1))
        let here = Sample(text: "trains", relevance: TimelineEntryRelevance(score: 5, in: [station]))
        let widgets = WidgetExtension(
            app: app,
            widgets: [
                StaticConfiguration(kind: "always", provider: always),
                StaticConfiguration(kind: "station", provider: here),
            ]
        )
        let serving = Task { try? await widgets.run(on: WaymarkService(socketPath: daemon.socketPath)) }
        defer { serving.cancel() }
        try await waiting(until: "the kinds") { try await tool.json("kinds")["kinds"].array.count == 2 }
        try await tool.succeed("authorize", app, "when-in-use", "--widgets", "yes")
        let places = ["always", "station"].flatMap { ["--place", "\(app)/\($0)"] }
        let bar = try tool.start(["watch", "--format", "line", "--most-relevant"] + places)
        func lastLine() -> Substring? { bar.output.split(separator: "\n").last }
        try await waiting(until: "the widget for everywhere") { lastLine() == "anywhere" }
        try await tool.succeed("place-machine", "52.5201,13.4051")
        try await waiting(until: "the station's widget") { lastLine() == "trains" }
        try await tool.succeed("place-machine", "48.2,16.37")
        try await waiting(until: "the widget for everywhere again") { lastLine() == "anywhere" }
    }
}

import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The board as a host", .ownThreads, .timeLimit(.minutes(10)))
struct BoardHostTests {
    private static let configuration = "[Widgets]\nInUseWindow=1s\n[Receivers]\nIdleAfter=1s\n"

    private struct Setting {
        let daemon: DaemonProcess
        let client: ScriptedClient
        let board: BoardProcess

        init() async throws {
            daemon = try await DaemonProcess(
                receiver: StillRecording.url(),
                configuration: BoardHostTests.configuration
            )
            client = try ScriptedClient(daemon)
            board = try await BoardProcess(socketPath: daemon.socketPath)
        }

        func place() throws -> String {
            try client.call(HostInterface.Place(app: "org.example.app", kind: "where")).widget
        }

        func show(_ widgets: [String], on stream: BoardStream, order: Int, trace: Bool = false) async throws {
            let names = widgets.map { "\"\($0)\"" }.joined(separator: ",")
            let body =
                #"{"stream":"\#(stream.name)","order":\#(order),"widgets":[\#(names)],"trace":\#(trace)}"#
            #expect(try await board.answer("POST", "/view", body: body).status == 200)
        }

        /// Waits until the service counts exactly this widget as in view.
        func inView(_ widget: String) async throws {
            let client = try ScriptedClient(daemon)
            try await waiting(until: "\(widget) in view") {
                let widgets = try client.call(InspectInterface.ListWidgets()).widgets
                return widgets.filter(\.visible).map(\.widget) == [widget]
            }
        }
    }

    @Test("survives restarts of the service, loses no event and doubles none")
    func restart() async throws {
        let setting = try await Setting()
        let provider = try await ScriptedProvider(setting.daemon, wantsLocation: false)
        let kind = #"{"app":"org.example.app","kind":"where"}"#
        let placed = try await setting.board.answer("POST", "/place", body: kind)
        let one = try #require(placed.body.firstMatch(of: /"widget":"(w[^"]+)"/)).output.1
        let two = try setting.place()
        for _ in 0..<2 { try provider.answer(try await provider.nextReload(), "here") }
        let stream = try await setting.board.stream()
        try await setting.show([two], on: stream, order: 1)
        try await setting.inView(two)
        try await waiting(until: "both texts") {
            let shown = try stream.events().filter { $0.name == "widget" && $0.data.contains("here") }
            return [String(one), two].allSatisfy { widget in
                shown.contains { $0.data.contains("\"\(widget)\"") }
            }
        }
        let before = try stream.events().filter { $0.name.hasPrefix("widget") }
        setting.daemon.kill()
        try await stream.next("service", "lost")
        try await setting.daemon.restart()
        try await stream.next("service", "connected")
        // What is in view is told again, to the new service.
        try await setting.inView(two)
        #expect(try stream.events().filter { $0.name.hasPrefix("widget") } == before)
        #expect(try await setting.board.answer("POST", "/remove", body: placed.body).status == 200)
        try await stream.next("widgets", #"["\#(two)"]"#)
        let gone = try await setting.board.answer("POST", "/remove", body: placed.body)
        #expect(gone.status == 409 && gone.body.contains("there is no widget"))
    }

    @Test("asks for its trace in the page, which can only refuse, and draws it once it may know")
    func trace() async throws {
        let setting = try await Setting()
        let stream = try await setting.board.stream()
        try await stream.next("trace", #""on":false"#)
        try await setting.show([], on: stream, order: 1, trace: true)
        #expect(try await setting.board.answer("POST", "/trace", body: #"{"on":true}"#).status == 200)
        let question = try await stream.next("questions", "org.waymark.board")
        #expect(question.data.contains("Draws where you have been"))
        let prompt = try #require(question.data.firstMatch(of: #/"prompt":"([^"]+)"/#)).output.1
        let consent = #"{"prompt":"\#(prompt)","choice":"allowWhileUsing"}"#
        #expect(try await setting.board.answer("POST", "/answer", body: consent).status == 409)
        let agent = try AnsweringAgent(setting.daemon.socketPath)
        try await agent.answer(.allowWhileUsing)
        try await stream.next("questions", #""questions":[]"#)
        try await stream.next("trace", #""points":[[52.52,13.405,"#)
        // Out of view it is not in use, and gets no location.
        try await setting.show([], on: stream, order: 2, trace: false)
        try await stream.next("trace", "insufficientlyInUse")
        // What the person takes back is forgotten at once.
        try setting.client.authorize("org.waymark.board", .denied)
        try await stream.next("trace", #""points":[]"#)
        let later = try await setting.board.stream()
        try await later.next("trace", #""points":[]"#)
    }

    @Test("learns no place while nobody looks, also when it starts")
    func unseen() async throws {
        let (setting, app) = (try await Setting(), "org.waymark.board")
        try setting.client.authorize(app, .authorizedWhenInUse)
        try await setting.board.restart()
        let stream = try await setting.board.stream()
        try await stream.next("trace", "insufficientlyInUse")
        #expect(try setting.client.call(SettingsInterface.ListAccesses(app: app)).accesses.isEmpty)
    }

    @Test("shows the anchor that the person lets be watched while a page is open already")
    func anchor() async throws {
        let (setting, app) = (try await Setting(), MonitorInterface.anchorApp)
        let stream = try await setting.board.stream()
        try await stream.next("service", #""state":"connected""#)
        // The board has looked once, and registers its own app before that.
        try await waiting(until: "the manifest") {
            let apps = try setting.client.call(SettingsInterface.ListApps()).apps
            return apps.contains { $0.app == "org.waymark.board" }
        }
        try await Task.sleep(for: .seconds(1))
        try setting.client.authorize(app, .authorizedAlways)
        try setting.client.call(MonitorInterface.DropAnchor(app: app, rode: .init(chainMeters: 30)))
        try await stream.next("anchor", #""down":true"#)
    }
}

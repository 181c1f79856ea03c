import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import Waymark
import WaymarkInterfaces

@Suite("Over a restart under a service manager", .ownThreads, .timeLimit(.minutes(10)))
struct HandoverTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Waits until the service manager has this many descriptors, its memory included.
    private func stored(_ count: Int, by supervisor: Supervisor) async throws {
        try await waiting(until: "\(count) stored descriptors") { supervisor.storedNames.count == count }
    }

    @Test("providers and hosts keep their streams, sessions and what is in view")
    func sessions() async throws {
        let supervisor = try await Supervisor(receiver: try StillRecording.url(in: folder))
        let provider = try await ScriptedProvider(at: supervisor.socketPath)
        let calls = provider.calls
        let host = try ScriptedClient(at: supervisor.socketPath).stream(HostInterface.Watch())
        let first = try await host.next()
        let session = try #require(first.session)
        let widget = try calls.placeInView(of: session)
        var sequence = first.sequence
        // Returns once a timeline has reached the host.
        func readEntry() async throws {
            while true {
                let event = try await host.next()
                #expect(event.sequence == sequence + 1)
                sequence = event.sequence
                if event.widget?.entry != nil { break }
            }
        }
        _ = try await provider.answer { $0.location != nil }
        try await readEntry()
        try await stored(4, by: supervisor)

        for round in 1...3 {
            // Its reply comes after the turn in which the service wrote to the others, so all are at rest.
            try ScriptedClient(at: supervisor.socketPath).call(SettingsInterface.GetServices())
            if round == 2 { #expect(try await supervisor.stop() == .status(0)) } else { supervisor.kill() }
            try await supervisor.start()
            #expect(supervisor.log.contains("goes on with 3 of 3 connections of the service before"))
            var again = try await host.next()
            while again.event != .session {
                #expect(again.sequence == sequence + 1)
                sequence = again.sequence
                again = try await host.next()
            }
            #expect(again.sequence == sequence + 1 && again.session == session)
            #expect(again.widgets?.first?.entry != nil)
            sequence = again.sequence
            // The host has not reported anything again, and the provider's other connection still takes calls.
            let status = try calls.call(InspectInterface.ListWidgets()).widgets.first
            #expect(status?.inUse == true && status?.visible == true)
            let reload = try calls.call(
                WidgetsInterface.ReloadTimelines(session: provider.session, widget: widget)
            )
            #expect(reload.reloads.count == 1)
            _ = try await provider.answer { $0.reason == .requestedByProvider }
            try await readEntry()
        }
    }

    @Test("apps whose windows a host reported hidden stay out of use, and those that it showed again in use")
    func windows() async throws {
        let supervisor = try await Supervisor(configuration: "[Authorization]\nAppGrace=0s\n")
        let calls = try ScriptedClient(at: supervisor.socketPath)
        let host = try ScriptedClient(at: supervisor.socketPath).stream(HostInterface.Watch())
        let session = try #require(try await host.next().session)
        let follow = LocationInterface.FollowLocation(app: Self.app)
        let program = try ScriptedClient(at: supervisor.socketPath).stream(follow)
        _ = try await program.next()
        try calls.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse))
        func isInUse() throws -> Bool? { try calls.call(SettingsInterface.ListApps()).apps.first?.inUse }
        #expect(try isInUse() == true)
        try await stored(4, by: supervisor)
        for isVisible in [false, true] {
            try calls.call(
                HostInterface.SetAppVisibility(app: Self.app, visible: isVisible, session: session)
            )
            #expect(try isInUse() == isVisible)
            #expect(try await supervisor.stop() == .status(0))
            try await supervisor.start()
            #expect(try isInUse() == isVisible)
        }
    }

    @Test("a widget that a host has hidden again stays hidden")
    func hidden() async throws {
        let supervisor = try await Supervisor()
        let provider = try await ScriptedProvider(at: supervisor.socketPath, wantsLocation: false)
        let calls = provider.calls
        let host = try ScriptedClient(at: supervisor.socketPath).stream(HostInterface.Watch())
        let session = try #require(try await host.next().session)
        let widget = try calls.placeInView(of: session)
        try calls.call(HostInterface.SetVisibility(widget: widget, visible: false, session: session))
        try await stored(4, by: supervisor)
        #expect(try await supervisor.stop() == .status(0))
        try await supervisor.start()
        while try await host.next().event != .session {}
        #expect(try calls.call(InspectInterface.ListWidgets()).widgets.map(\.visible) == [false])
    }

    @Test("apps and readers keep each kind of stream, while agents and launchers connect again")
    func eachKind() async throws {
        let supervisor = try await Supervisor()
        func open<Parameters: MethodParameters>(
            _ parameters: Parameters
        ) async throws -> ScriptedStream<Parameters> {
            let stream = try ScriptedClient(at: supervisor.socketPath).stream(parameters)
            _ = try await stream.next()
            return stream
        }
        let app = try await open(LocationInterface.Open(app: Self.app))
        let session = try await open(LocationInterface.HoldSession(app: Self.app, level: .none))
        let heading = try await open(LocationInterface.FollowHeading(app: Self.app))
        let events = try await open(MonitorInterface.FollowEvents(app: Self.app))
        let receivers = try await open(InspectInterface.WatchReceivers())
        let agent = try await open(SettingsInterface.Agent())
        let launcher = try await open(LauncherInterface.Serve(manager: .user, running: []))
        try await stored(8, by: supervisor)
        // Its reply comes after the turn in which the service wrote to the others, so all are at rest.
        try ScriptedClient(at: supervisor.socketPath).call(SettingsInterface.GetServices())
        while try app.poll() != nil {}
        while try session.poll() != nil {}
        while try heading.poll() != nil {}
        while try events.poll() != nil {}
        while try receivers.poll() != nil {}
        #expect(try await supervisor.stop() == .status(0))
        try await supervisor.start()
        #expect(try await app.next().event == .session)
        #expect(try await session.next().event == .update)
        #expect(try await heading.next().event == .update)
        #expect(try await events.next().event == .state)
        #expect(try await receivers.next().receivers.count == 1)
        // The next process knows nothing of their questions and programs.
        await #expect(throws: ClientFailure.connectionClosed) { while true { _ = try await agent.next() } }
        await #expect(throws: ClientFailure.connectionClosed) { while true { _ = try await launcher.next() } }
    }

    @Test("an app's question is asked again, and ends as the person then answers")
    func questions() async throws {
        let supervisor = try await Supervisor()
        try ScriptedClient(at: supervisor.socketPath).register()
        let app = try ScriptedClient(at: supervisor.socketPath).stream(LocationInterface.Open(app: Self.app))
        let session = try #require(try await app.next().session)
        let calls = try ScriptedClient(at: supervisor.socketPath)
        func agent() async throws -> (ScriptedStream<SettingsInterface.Agent>, SettingsInterface.Agent.Reply)
        {
            let stream = try ScriptedClient(at: supervisor.socketPath).stream(SettingsInterface.Agent())
            return (stream, try await stream.next())
        }
        try calls.call(LocationInterface.RequestAuthorization(session: session, level: .always))
        try await stored(3, by: supervisor)
        for round in 1...2 {
            if round == 1 { #expect(try await supervisor.stop() == .status(0)) } else { supervisor.kill() }
            try await supervisor.start()
            #expect(try await app.next().event == .session)
            let (stream, first) = try await agent()
            #expect(first.prompts?.map(\.question) == [.always])
            guard round == 2, let prompt = first.prompts?.first?.prompt else { continue }
            try calls.call(
                SettingsInterface.AnswerPrompt(session: first.session ?? "", prompt: prompt, choice: .deny)
            )
            #expect(try await app.next().event == .requestEnded)
            #expect(try await app.next().authorization?.status == .denied)
            withExtendedLifetime(stream) {}
        }
        // What was answered is asked no more, even once it is open again.
        try calls.call(SettingsInterface.Authorize(app: Self.app, status: .notDetermined))
        #expect(try await app.next().authorization?.status == .notDetermined)
        try ScriptedClient(at: supervisor.socketPath).call(SettingsInterface.GetServices())
        #expect(try await supervisor.stop() == .status(0))
        try await supervisor.start()
        #expect(try await app.next().event == .session)
        #expect(try await agent().1.prompts?.isEmpty != false)
    }

    @Test("a service to which nobody can connect any more ends, to be started again")
    func deaf() async throws {
        let supervisor = try await Supervisor()
        let calls = try ScriptedClient(at: supervisor.socketPath)
        try calls.call(SettingsInterface.GetServices())
        supervisor.shutDownListener()
        #expect(try await supervisor.end() == .status(1))
        #expect(supervisor.log.contains("nobody can connect any more"))
    }

    @Test("readers of the journal get each decision once")
    func journal() async throws {
        let supervisor = try await Supervisor()
        let calls = try ScriptedClient(at: supervisor.socketPath)
        let reader = try ScriptedClient(at: supervisor.socketPath).stream(InspectInterface.WatchDecisions())
        var numbers: [Int] = []
        var texts: [String] = []
        func read(until wanted: Int) async throws {
            while texts.count(where: { $0.contains(" became ") }) < wanted {
                for decision in try await reader.next().decisions {
                    numbers.append(decision.number)
                    texts.append(decision.text)
                }
            }
        }
        for round in 1...4 {
            try calls.call(
                SettingsInterface.Authorize(
                    app: Self.app,
                    status: round % 2 == 0 ? .authorizedAlways : .authorizedWhenInUse
                )
            )
            try await read(until: round)
            try await stored(3, by: supervisor)
            // The journal is on the disk after a second, and at once when the service is ended in order.
            #expect(try await supervisor.stop() == .status(0))
            try await supervisor.start()
        }
        #expect(numbers == Array(1...numbers.count), "\(numbers)")
        #expect(texts.count(where: { $0.contains(" became ") }) == 4, "\(texts)")
    }

    @Test("a kill amid events to many streams loses and doubles none")
    func fanOut() async throws {
        let supervisor = try await Supervisor(
            receiver: "file://\(MainJobTests.recording)?speed=20&loop",
            configuration: "[Receivers]\nIdleAfter=0\n"
        )
        let calls = try ScriptedClient(at: supervisor.socketPath)
        try calls.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        var random = SystemRandomNumberGenerator()
        var listeners = Listeners()
        var (kills, kept) = (0, 0)
        // A slow machine has fewer events between two kills.
        while kills < 12 || kept < 300 || listeners.events <= 1000 {
            while listeners.count < 30 {
                let client = try ScriptedClient(at: supervisor.socketPath)
                listeners.add(try client.stream(LocationInterface.FollowLocation(app: Self.app)))
            }
            // Whoever does not read is soon being written to all the time, on a machine that is slow to store.
            try await waiting(until: "32 stored descriptors") {
                try listeners.read()
                return supervisor.storedNames.count == 32
            }
            usleep(UInt32.random(in: 0..<100_000, using: &random))
            supervisor.kill()
            kills += 1
            try listeners.read()
            listeners.forgetNews()
            try await supervisor.start()
            try await waiting(until: "an event of the next process for each") {
                try listeners.read()
                return listeners.allHaveNews
            }
            kept += listeners.count
        }
        // At most one connection is being written to at the instant of a kill.
        let counts = "\(listeners.closed) closed in \(kills) kills, \(kept) kept"
        #expect(listeners.closed <= kills, "\(counts)\n\(supervisor.log)")
    }

    @Test("a host in Swift goes on without a disconnection")
    func library() async throws {
        let supervisor = try await Supervisor(receiver: try StillRecording.url(in: folder))
        let provider = try await ScriptedProvider(at: supervisor.socketPath)
        let host = WidgetHost(on: WaymarkService(socketPath: supervisor.socketPath))
        let widget = try await host.place("where", of: Self.app)
        await host.setVisible(true, widget)
        var lists = 0
        for try await update in host.updates(of: [widget]) {
            switch update {
            case .widgets(let widgets):
                #expect(widgets.map(\.id) == [widget])
                lists += 1
                if lists == 3 {
                    #expect(
                        try provider.calls.call(InspectInterface.ListWidgets()).widgets.first?.visible == true
                    )
                    return
                }
                try await stored(5, by: supervisor)
                // Its reply comes after the turn in which the service wrote to the others, so these are at rest. It
                // has a connection of its own, because the service may be killed while it still writes to that one.
                try ScriptedClient(at: supervisor.socketPath).call(SettingsInterface.GetServices())
                supervisor.kill()
                try await supervisor.start()
            case .disconnected(let error): Issue.record("\(error)")
            default: break
            }
        }
    }

    @Test("memory that the next version cannot read closes the connections, and the service starts")
    func otherVersion() async throws {
        let supervisor = try await Supervisor()
        let provider = try await ScriptedProvider(at: supervisor.socketPath)
        try await stored(3, by: supervisor)
        supervisor.kill()
        supervisor.withStored("handover") { number in
            var word: UInt64 = 1
            #expect(pwrite(number, &word, 8, 0) == 8)
        }
        try await supervisor.start()
        await #expect(throws: ClientFailure.connectionClosed) {
            while true { _ = try await provider.stream.next() }
        }
        _ = try await ScriptedProvider(at: supervisor.socketPath)
    }
}

/// Streams of locations that are read as they come, whose events must follow each other.
private struct Listeners {
    typealias Stream = ScriptedStream<LocationInterface.FollowLocation>

    private var open: [(stream: Stream, sequence: Int, hasNews: Bool)] = []

    /// The number of events of all streams, and of streams that the service closed, which are followed no more.
    private(set) var events = 0, closed = 0

    var count: Int { open.count }

    /// Whether each stream has had an event since ``forgetNews()``.
    var allHaveNews: Bool { open.allSatisfy(\.hasNews) }

    mutating func add(_ stream: Stream) { open.append((stream, 0, false)) }

    mutating func forgetNews() {
        for index in open.indices { open[index].hasNews = false }
    }

    /// Reads what has come.
    mutating func read() throws {
        for index in open.indices.reversed() {
            do {
                while let event = try open[index].stream.poll() {
                    #expect(event.sequence == open[index].sequence + 1)
                    open[index].sequence = event.sequence
                    open[index].hasNews = true
                    events += 1
                }
            } catch ClientFailure.connectionClosed {
                open.remove(at: index)
                closed += 1
            }
        }
    }
}

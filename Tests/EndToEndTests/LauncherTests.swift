import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A launcher", .ownThreads, .timeLimit(.minutes(10)))
struct LauncherTests {
    private let receiver = "gpsd://localhost:1"

    private func daemon() async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(receiver: receiver)
        let manifest =
            manifestText() + "\n[Extension widgets]\nKinds=where\n[Provider]\nExec=/usr/bin/weather\n"
        try ScriptedClient(daemon).register(manifest)
        return daemon
    }

    /// Registers the kind of the scripted provider, which then goes away.
    private func registerKind(with daemon: DaemonProcess) async throws {
        _ = try await ScriptedProvider(daemon, wantsLocation: false)
    }

    @Test("is asked to start the program of a widget, which is told to end, and reports that it failed")
    func starts() async throws {
        let daemon = try await daemon()
        let client = try ScriptedClient(daemon)
        try await registerKind(with: daemon)
        try await waiting(until: "the provider has left") {
            try client.call(InspectInterface.GetStatus()).sessions == 0
        }
        let stream = try client.openStream(on: daemon)
        let first = try await stream.next()
        let session = try #require(first.session)
        #expect(first.event == .session)
        #expect(try client.call(InspectInterface.GetStatus()).startsPrograms)

        let widget = try client.call(HostInterface.Place(app: "org.example.app", kind: "where")).widget
        let start = try await stream.next()
        let program = try #require(start.program)
        #expect(start.event == .start && start.deadlineSeconds == 30)
        #expect(program.app == "org.example.app")
        let explained = try client.call(InspectInterface.Explain(widget: widget))
        #expect(explained.widget.nextReload?.text.contains("once its program has started") == true)

        try client.call(
            LauncherInterface.Report(
                session: session,
                program: program,
                outcome: .notStarted,
                fault: .notFound,
                message: "no \u{1B}[2Jprogram"
            )
        )
        let failed = try #require(try client.call(InspectInterface.GetStatus()).programs.first)
        #expect(!failed.connected && failed.text.contains("it could not be started"))
        let failure = try client.failure(
            of: LauncherInterface.Report(session: "s1", program: program, outcome: .started)
        )
        #expect(failure.name == "io.waymark.Launcher.UnknownSession")
        let again = try await stream.next()
        #expect(again.event == .start && again.program?.launch != program.launch)
    }

    @Test("is believed when it says that a program ran before, which the service then has not started")
    func ranBefore() async throws {
        let daemon = try await daemon()
        let client = try ScriptedClient(daemon)
        try await registerKind(with: daemon)
        let stream = try client.openStream(on: daemon)
        let session = try #require(try await stream.next().session)
        _ = try client.call(HostInterface.Place(app: "org.example.app", kind: "where"))
        let program = try #require(try await stream.next().program)
        try client.call(LauncherInterface.Report(session: session, program: program, outcome: .ranBefore))
        let journal = try await Tool(daemon).succeed("journal")
        #expect(journal.contains("the program ran already") && !journal.contains("the program is started"))
    }

    private static let circle = MonitorInterface.Circle(
        latitudeDegrees: StillRecording.latitudeDegrees,
        longitudeDegrees: StillRecording.longitudeDegrees,
        radiusMeters: 500
    )

    @Test(
        "is asked to start the program of an app that may always know, and of none that may know while in use",
        arguments: [MonitorEventKind.significantChange, .arrival, .region]
    )
    func startsForEvents(_ event: MonitorEventKind) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(in: folder),
            configuration: "[Visits]\nDwell=2s\n"
        )
        let client = try ScriptedClient(daemon)
        let stream = try client.openStream(on: daemon)
        #expect(try await stream.next().event == .session)
        let (inUse, always) = ("org.example.inuse", "org.example.always")
        for app in [inUse, always] {
            try client.register(manifestText(app) + "\n[Provider]\nExec=/usr/bin/weather\n")
            switch event {
            case .significantChange:
                try client.call(MonitorInterface.StartMonitoring(app: app, service: .significantChanges))
            case .arrival, .departure:
                try client.call(MonitorInterface.StartMonitoring(app: app, service: .visits))
            case .region:
                try client.call(
                    MonitorInterface.AddRegion(
                        app: app,
                        monitor: "places",
                        identifier: "home",
                        circle: Self.circle,
                        assuming: .unsatisfied
                    )
                )
            }
        }
        try client.call(SettingsInterface.Authorize(app: inUse, status: .authorizedWhenInUse))
        try client.call(SettingsInterface.Authorize(app: always, status: .authorizedAlways))
        let start = try await stream.next()
        #expect(start.event == .start && start.program?.app == always)
        let waiting = try client.call(InspectInterface.ExplainApp(app: always)).waiting
        #expect(waiting.map(\.kind) == [event])
        // Both apps are told in one turn.
        #expect(try stream.poll() == nil)
        #expect(try client.call(InspectInterface.ExplainApp(app: inUse)).waiting.isEmpty)
    }

    @Test("of the system needs root, and one that names too much or nonsense is refused")
    func refused() async throws {
        let daemon = try await daemon()
        let client = try ScriptedClient(daemon)
        let program = LauncherInterface.Program(app: "no spaces", user: 0, launch: "x1")
        let many = Array(
            repeating: LauncherInterface.Program(app: "org.example.app", user: 0, launch: "x1"),
            count: 257
        )
        for running in [[program], many] {
            let stream = try ScriptedClient(daemon).stream(
                LauncherInterface.Serve(manager: .user, running: running)
            )
            await #expect(throws: (any Error).self) { try await stream.next() }
        }
        let long = LauncherInterface.Report(
            session: "s1",
            program: many[0],
            outcome: .ended,
            message: String(repeating: "x", count: 513)
        )
        #expect(try client.failure(of: long).name == "org.varlink.service.InvalidParameter")
    }
}

extension ScriptedClient {
    fileprivate func openStream(on daemon: DaemonProcess) throws -> ScriptedStream<LauncherInterface.Serve> {
        try ScriptedClient(daemon).stream(LauncherInterface.Serve(manager: .user, running: []))
    }
}

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
}

extension ScriptedClient {
    fileprivate func openStream(on daemon: DaemonProcess) throws -> ScriptedStream<LauncherInterface.Serve> {
        try ScriptedClient(daemon).stream(LauncherInterface.Serve(manager: .user, running: []))
    }
}

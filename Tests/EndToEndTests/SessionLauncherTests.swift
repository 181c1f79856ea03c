import Glibc
import TestSupport
import Testing
import WaymarkInterfaces

// Units are started under a real systemd by scripts/check-launching. Here is what works, and what fails, without one.
@Suite(
    "waymark-session on a bus without systemd",
    .enabled(if: NotificationDesktop.obstacle == nil, "\(NotificationDesktop.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct SessionLauncherTests {
    private static let app = "org.example.app"
    private static let name = "org.example.App.Provider"

    /// A program that owns the name until it is killed.
    private static let owner = """
        import dbus, os, sys
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        bus = dbus.bus.BusConnection(sys.argv[1], mainloop=DBusGMainLoop())
        open(sys.argv[2], "w").write(str(os.getpid()))
        bus.request_name(sys.argv[3])
        GLib.MainLoop().run()
        """

    /// Places a widget of an app, whose manifest has such a line in `[Provider]`, and returns the session's programs.
    private func launch(
        _ line: String?,
        on bus: PrivateBus,
        _ folder: borrowing TemporaryFolder
    ) async throws -> (DaemonProcess, RunningProgram) {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let text = manifestText() + "\n[Extension widgets]\nKinds=where\n[Provider]\n"
        // The launcher believes nothing but the file.
        try client.register(text + "Exec=/usr/bin/true\n")
        if let line { try folder.write(text + line + "\n", to: "data/waymark/apps/\(Self.app).app") }
        _ = try await ScriptedProvider(daemon, wantsLocation: false)
        let session = try RunningProgram(
            [BuiltPrograms.session, "--socket", daemon.socketPath, "--bus", bus.address],
            environment: ["XDG_DATA_HOME": folder.path + "/data"]
        )
        try await waiting(until: "a launcher") {
            try client.call(InspectInterface.GetStatus()).startsPrograms
        }
        _ = try client.call(HostInterface.Place(app: Self.app, kind: "where"))
        return (daemon, session)
    }

    /// Waits for a decision about the program, and returns its words.
    private func decision(_ name: String, of daemon: DaemonProcess) async throws -> String {
        let tool = Tool(daemon)
        return try await waiting(for: name) {
            let journal = try await JSON.lines(tool.succeed("journal", "--format", "json"))
            return journal.first { $0["decision"].string == name }?["text"].string
        }
    }

    @Test("has the bus start the owner of a name, and tells when that has ended")
    func busName() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.owner, to: "owner.py")
        let mark = folder.path + "/started"
        let command = "/usr/bin/python3 \(folder.path)/owner.py $DBUS_STARTER_ADDRESS \(mark) \(Self.name)"
        try folder.write("#!/bin/sh\nexec \(command)\n", to: "owner.sh")
        let bus = try await PrivateBus(starting: [Self.name: "/bin/sh \(folder.path)/owner.sh"])
        let (daemon, session) = try await launch("BusName=\(Self.name)", on: bus, folder)
        #expect(try await decision("programStarted", of: daemon).hasSuffix("the program is started"))
        let identifier = try String(decoding: Checkout.bytes(of: mark), as: UTF8.self)
        let killer = try RunningProgram(["kill", identifier])
        #expect(try await killer.end() == .status(0))
        // It had not connected, so its end is a failure.
        #expect(try await decision("programFailed", of: daemon).contains("ended"))
        session.signal(SIGTERM)
        #expect(try await session.end() == .status(0), "\(session.errors)")
    }

    @Test(
        "says why it cannot start a program",
        arguments: [
            ("Exec=/usr/bin/env", "systemd1"),
            ("Unit=weather.service", "systemd1"),
            ("Exec=/nonexistent/weather", "there is no program /nonexistent/weather"),
            ("BusName=org.example.Nobody", "org.example.Nobody"),
            ("Unit=weather.service\nManager=system", "names a program of the manager 'system'"),
            (nil, "there is no manifest \(Self.app).app in "),
        ]
    )
    func fails(_ line: String?, _ reason: String) async throws {
        let folder = try TemporaryFolder()
        let bus = try await PrivateBus()
        let (daemon, session) = try await launch(line, on: bus, folder)
        let words = try await decision("programFailed", of: daemon)
        #expect(words.contains(reason), "\(words)")
        withExtendedLifetime(session) {}
    }
}

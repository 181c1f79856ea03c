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
struct SessionLauncherTests: ~Copyable {
    private static let app = "org.example.app"
    private static let name = "org.example.App.Provider"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A program that owns a name until it is killed, and writes its number to a file.
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
    private func launch(_ line: String?, on bus: PrivateBus) async throws -> (DaemonProcess, RunningProgram) {
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
        let path = folder.path
        try folder.write(Self.owner, to: "owner.py")
        let arguments = "$DBUS_STARTER_ADDRESS \(path)/started \(Self.name)"
        try folder.write("exec /usr/bin/python3 \(path)/owner.py \(arguments)\n", to: "owner.sh")
        let bus = try await PrivateBus(starting: [Self.name: "/bin/sh \(path)/owner.sh"])
        let (daemon, session) = try await launch("BusName=\(Self.name)", on: bus)
        #expect(try await decision("programStarted", of: daemon).hasSuffix("the program is started"))
        let identifier = try String(decoding: Checkout.bytes(of: path + "/started"), as: UTF8.self)
        try await RunningProgram.output(of: ["kill", identifier])
        // It had not connected, so its end is a failure.
        #expect(try await decision("programFailed", of: daemon).contains("ended"))
        #expect(try await session.stop() == .status(0), "\(session.errors)")
    }

    /// A systemd whose start of a unit ends as the command line says.
    private static let manager = """
        import dbus, dbus.service, sys
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        address, result = sys.argv[1:]
        bus = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
        name = "org.freedesktop.systemd1"
        path = "/org/freedesktop/systemd1"
        properties = {"LoadState": "loaded", "ActiveState": "inactive", "User": ""}

        class Object(dbus.service.Object):
            @dbus.service.method(name + ".Manager")
            def Subscribe(self): pass

            @dbus.service.method(name + ".Manager", in_signature="s", out_signature="o")
            def LoadUnit(self, unit): return path + "/unit/weather_2eservice"

            @dbus.service.method(name + ".Manager", in_signature="ss", out_signature="o")
            def StartUnit(self, unit, mode):
                GLib.idle_add(self.finish, unit)
                return path + "/job/7"

            def finish(self, unit):
                if result == "stopping first":
                    change("signal", 15, "deactivating", "failed")
                    change("success", 0, "activating", "active")
                self.JobRemoved(7, path + "/job/7", unit, result)
                if result == "stopping first": change("exit-code", 3, "failed")

            @dbus.service.signal(name + ".Manager", signature="uoss")
            def JobRemoved(self, number, job, unit, result): pass

            @dbus.service.signal("org.freedesktop.DBus.Properties", signature="sa{sv}as")
            def PropertiesChanged(self, interface, values, invalidated): pass

            @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
            def Get(self, interface, property): return properties[property]

        def change(word, status, *states):
            unit.PropertiesChanged(name + ".Service", {"Result": word, "ExecMainStatus": status}, [])
            for state in states: unit.PropertiesChanged(name + ".Unit", {"ActiveState": state}, [])

        manager = Object(bus, path)
        unit = Object(bus, path + "/unit/weather_2eservice")
        bus.request_name(name)
        print("ready", flush=True)
        GLib.MainLoop().run()
        """

    private func systemd(on bus: PrivateBus, ending result: String) async throws -> RunningProgram {
        let program = try RunningProgram(["/usr/bin/python3", "-c", Self.manager, bus.address, result])
        try await waiting(until: "systemd") {
            if !program.isRunning { throw Overdue("a systemd: \(program.errors)") }
            return program.output.contains("ready")
        }
        return program
    }

    @Test(
        "tells of the end of a start, whatever systemd's word for it, and of a run, not of the one before it",
        arguments: [
            ("a word of the future", "a word of the future"), ("done", "a condition of the unit is not met"),
            ("stopping first", "exit-code 3"),
        ]
    )
    func jobEnds(_ result: String, _ words: String) async throws {
        let bus = try await PrivateBus()
        let systemd = try await systemd(on: bus, ending: result)
        let (daemon, session) = try await launch("Unit=weather.service", on: bus)
        let failed = try await decision("programFailed", of: daemon)
        #expect(failed.contains("ended") && failed.contains(words), "\(failed)")
        withExtendedLifetime((systemd, session)) {}
    }

    @Test(
        "says why it cannot start a program",
        arguments: [
            ("Unit=weather.service", "systemd1"),
            ("Exec=/nonexistent/weather", "there is no program /nonexistent/weather"),
            ("BusName=org.example.Nobody", "org.example.Nobody"),
            (nil, "there is no manifest \(Self.app).app in "),
        ]
    )
    func fails(_ line: String?, _ reason: String) async throws {
        let bus = try await PrivateBus()
        let (daemon, session) = try await launch(line, on: bus)
        let words = try await decision("programFailed", of: daemon)
        #expect(words.contains(reason), "\(words)")
        withExtendedLifetime(session) {}
    }
}

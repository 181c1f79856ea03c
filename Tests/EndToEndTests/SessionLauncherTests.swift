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
struct SessionLauncherTests: ~Copyable {
    private static let app = "org.example.app"
    private static let name = "org.example.App.Provider"
    private static let manifest = "data/waymark/apps/\(app).app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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

    /// Makes a bus that starts a program in Python for the name, which writes its number to the file `started`.
    private func bus(starting program: String) async throws -> PrivateBus {
        let path = folder.path
        try folder.write(program, to: "owner.py")
        let arguments = "$DBUS_STARTER_ADDRESS \(path)/started \(Self.name)"
        try folder.write("exec /usr/bin/python3 \(path)/owner.py \(arguments)\n", to: "owner.sh")
        return try await PrivateBus(starting: [Self.name: "/bin/sh \(path)/owner.sh"])
    }

    /// Places a widget of an app, whose manifest has such a line in `[Provider]`, and returns the session's programs.
    private func launch(_ line: String?, on bus: PrivateBus) async throws -> (DaemonProcess, RunningProgram) {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let text = manifestText() + "\n[Extension widgets]\nKinds=where\n[Provider]\n"
        // The launcher believes nothing but the file.
        try client.register(text + "Exec=/usr/bin/true\n")
        if let line { try folder.write(text + line + "\n", to: Self.manifest) }
        _ = try await ScriptedProvider(daemon, wantsLocation: false)
        let session = try session(daemon.socketPath, bus)
        try await waiting(until: "a launcher") {
            try client.call(InspectInterface.GetStatus()).startsPrograms
        }
        _ = try client.call(HostInterface.Place(app: Self.app, kind: "where"))
        return (daemon, session)
    }

    private func session(_ socket: String, _ bus: PrivateBus) throws -> RunningProgram {
        try RunningProgram(
            [BuiltPrograms.session, "--socket", socket, "--bus", bus.address],
            environment: ["XDG_DATA_HOME": folder.path + "/data"]
        )
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
        let bus = try await bus(starting: Self.owner)
        let (daemon, session) = try await launch("BusName=\(Self.name)", on: bus)
        #expect(try await decision("programStarted", of: daemon).hasSuffix("the program is started"))
        let identifier = try String(decoding: Checkout.bytes(of: folder.path + "/started"), as: UTF8.self)
        try await RunningProgram.output(of: ["kill", identifier])
        // It had not connected, so its end is a failure.
        #expect(try await decision("programFailed", of: daemon).contains("ended"))
        #expect(try await session.stop() == .status(0), "\(session.errors)")
    }

    /// A program that ends as soon as it owns the name, once a file tells it to take that.
    private static let quick = """
        import dbus, os, sys, time
        bus = dbus.bus.BusConnection(sys.argv[1])
        open(sys.argv[2], "w").write(str(os.getpid()))
        while not os.path.exists(sys.argv[2] + ".go"): time.sleep(0.01)
        bus.request_name(sys.argv[3])
        os._exit(1)
        """

    @Test("tells of the end of an owner that has ended before its name could be followed")
    func quickBusName() async throws {
        let bus = try await bus(starting: Self.quick)
        let (daemon, session) = try await launch("BusName=\(Self.name)", on: bus)
        let mark = folder.path + "/started"
        let process = try await waiting(for: "the program") {
            (try? Checkout.bytes(of: mark)).flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        }
        session.signal(SIGSTOP)
        try folder.write("", to: "started.go")
        try await waiting(until: "the end of the program") { Glibc.kill(process, 0) != 0 }
        session.signal(SIGCONT)
        #expect(try await decision("programFailed", of: daemon).contains("ended"))
    }

    /// A service that has the program started, ends the stream, and answers the next one only once the program has ended
    /// and a file tells it to; prints the reports.
    private static let service = """
        import json, os, socket, sys, time
        path, mark, app = sys.argv[1:]
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        kept = []

        def take(method):
            while True:
                connection = listener.accept()[0]
                text = b""
                while not text.endswith(bytes(1)): text += connection.recv(4096)
                call = json.loads(text[:-1])
                kept.append(connection)
                if call["method"].endswith(method): return connection, call["parameters"]

        def send(connection, parameters, **more):
            text = json.dumps(dict(parameters=parameters, **more), separators=(",", ":"))
            connection.sendall(text.encode() + bytes(1))

        def report():
            connection, parameters = take(".Report")
            print(parameters["session"], parameters["outcome"], flush=True)
            send(connection, {})

        first = take(".Serve")[0]
        program = {"app": app, "user": os.getuid(), "launch": "l1"}
        send(first, {"sequence": 1, "event": "session", "session": "s1"}, continues=True)
        send(first, {"sequence": 2, "event": "start", "program": program, "deadlineSeconds": 60.0}, continues=True)
        report()
        first.shutdown(socket.SHUT_RDWR)
        second, parameters = take(".Serve")
        print("running", len(parameters["running"]), flush=True)
        os.kill(int(open(mark).read()), 9)
        while not os.path.exists(mark + ".go"): time.sleep(0.01)
        send(second, {"sequence": 1, "event": "session", "session": "s2"}, continues=True)
        report()
        """

    @Test("tells of the end of a program between its call and the answer, as at a restart of the service")
    func endedMeanwhile() async throws {
        let bus = try await bus(starting: Self.owner)
        try folder.write(manifestText() + "\n[Provider]\nBusName=\(Self.name)\n", to: Self.manifest)
        let (socket, mark) = (folder.path + "/service", folder.path + "/started")
        let service = try RunningProgram(["/usr/bin/python3", "-c", Self.service, socket, mark, Self.app])
        let session = try session(socket, bus)
        try await session.says("\(Self.app): ended")
        #expect(service.output == "s1 started\nrunning 1\n")
        try folder.write("", to: "started.go")
        try await waiting(until: "the report: \(service.errors)") { service.output.contains("s2 ended") }
    }

    /// A systemd whose start of a unit ends as the command line says.
    private static let manager = """
        import dbus, dbus.service, sys
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        address, result, state, jobs = sys.argv[1:]
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
                properties["ActiveState"] = state
                for job in jobs.split(","): self.JobRemoved(int(job), path + "/job/" + job, unit, result)

            @dbus.service.signal(name + ".Manager", signature="uoss")
            def JobRemoved(self, number, job, unit, result): pass

            @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
            def Get(self, interface, property): return properties[property]

        manager = Object(bus, path)
        unit = Object(bus, path + "/unit/weather_2eservice")
        bus.request_name(name)
        print("ready", flush=True)
        GLib.MainLoop().run()
        """

    private func systemd(
        on bus: PrivateBus,
        ending result: String,
        in state: String,
        jobs: String
    ) async throws -> RunningProgram {
        let arguments = [bus.address, result, state, jobs]
        let program = try RunningProgram(["/usr/bin/python3", "-c", Self.manager] + arguments)
        try await waiting(until: "systemd") {
            if !program.isRunning { throw Overdue("a systemd: \(program.errors)") }
            return program.output.contains("ready")
        }
        return program
    }

    @Test(
        "tells of the end of a start, whatever systemd's word for it",
        arguments: [
            ("a word of the future", "a word of the future"), ("done", "a condition of the unit is not met"),
        ]
    )
    func jobEnds(_ result: String, _ words: String) async throws {
        let bus = try await PrivateBus()
        let systemd = try await systemd(on: bus, ending: result, in: "inactive", jobs: "7")
        let (daemon, session) = try await launch("Unit=weather.service", on: bus)
        let failed = try await decision("programFailed", of: daemon)
        #expect(failed.contains("ended") && failed.contains(words), "\(failed)")
        withExtendedLifetime((systemd, session)) {}
    }

    @Test("takes the end of another job of the unit for no end, nor that of a start that goes on")
    func otherJobs() async throws {
        let bus = try await PrivateBus()
        let systemd = try await systemd(on: bus, ending: "canceled", in: "activating", jobs: "6,7")
        let (daemon, session) = try await launch("Unit=weather.service", on: bus)
        _ = try await decision("programStarted", of: daemon)
        #expect(try await session.stop() == .status(0), "\(session.errors)")
        #expect(!session.errors.contains("ended"))
        withExtendedLifetime(systemd) {}
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

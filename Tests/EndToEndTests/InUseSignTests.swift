import Glibc
import LocationModel
import MessageBus
import TestSupport
import Testing
import WaymarkInterfaces

@Suite(
    "The sign that the location is in use",
    .enabled(if: PrivateBus.obstacle == nil, "\(PrivateBus.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct InUseSignTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is in a bar while an app learns the location, and gone when it ends or the person pauses")
    func bar() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let bar = try tool.start(["watch", "--in-use", "--format", "line"])
        try ScriptedClient(daemon).authorize(Self.app, .authorizedWhenInUse)
        var follower = try tool.start(["locate", "--follow", "--app", Self.app])
        try await waiting(until: "the sign") { bar.output.contains("location: org.example.app\n") }
        _ = try await follower.stop()
        try await waiting(until: "its end") { bar.output.hasSuffix("location: org.example.app\n\n") }
        follower = try tool.start(["locate", "--follow", "--app", Self.app])
        try await waiting(until: "the sign again") { bar.output.hasSuffix("\nlocation: org.example.app\n") }
        try await daemon.restart()
        try await waiting(until: "the sign after the restart") {
            bar.output.hasSuffix("\n\nlocation: org.example.app\n")
        }
        try await tool.succeed("pause", "1h")
        try await waiting(until: "the pause") { bar.output.hasSuffix("location: org.example.app\n\n") }
    }

    @Test("is in the tray of the desktop meanwhile, and its menu pauses")
    func tray() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let bus = try await PrivateBus()
        let session = try RunningProgram([
            BuiltPrograms.session, "--socket", daemon.socketPath, "--bus", bus.address,
        ])
        let tray = try Tray(on: bus.address)
        try ScriptedClient(daemon).authorize(Self.app, .authorizedWhenInUse)
        let follower = try tool.start(["locate", "--follow", "--app", Self.app])
        let item = try await waiting(for: "the item") { try tray.item() }
        #expect(try tray.property("Title", of: item)?.text == "org.example.app knows the location")
        let menu = try tray.menu(of: item)
        #expect(menu.first?.hasPrefix("org.example.app knows the exact location since ") == true)
        #expect(menu.first?.hasSuffix(": app in use") == true)
        let pause = try #require(menu.firstIndex(of: "Pause for 1 hour"))
        try tray.click(Int32(pause + 1), of: item)
        try await waiting(until: "the pause") { try await tool.succeed("status").contains("is paused until") }
        try await waiting(until: "the item's end") { try tray.isGone(item) }
        #expect(follower.isRunning && session.isRunning)
        #expect(try await session.stop() == .status(0))
    }

    /// A systemd that runs what it is told to, with the programs in a folder before all others.
    private static let systemd = """
        import dbus, dbus.service, os, subprocess, sys
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        name = "org.freedesktop.systemd1"
        bus = dbus.bus.BusConnection(sys.argv[1], mainloop=DBusGMainLoop())
        units = set()

        class Manager(dbus.service.Object):
            @dbus.service.method(name + ".Manager")
            def Subscribe(self): pass

            @dbus.service.method(name + ".Manager", in_signature="ssa(sv)a(sa(sv))", out_signature="o")
            def StartTransientUnit(self, unit, mode, properties, others):
                if unit in units: raise dbus.DBusException("it runs", name=name + ".UnitExists")
                units.add(unit)
                words = [word.replace("$$", "$") for word in dict(properties)["ExecStart"][0][1]]
                path = sys.argv[2] + ":" + os.environ["PATH"]
                subprocess.Popen(words, env=dict(os.environ, PATH=path))
                return "/org/freedesktop/systemd1/job/1"

        manager = Manager(bus, "/org/freedesktop/systemd1")
        bus.request_name(name)
        print("ready", flush=True)
        GLib.MainLoop().run()
        """

    @Test(
        "has a menu that starts the board and opens its page of permissions, as often as somebody wants",
        .enabled(if: NotificationDesktop.obstacle == nil, "\(NotificationDesktop.obstacle ?? "")")
    )
    func permissions() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let bus = try await PrivateBus()
        // The board lies beside the session's program.
        let path = folder.path + "/waymark-session"
        try await RunningProgram.output(of: ["cp", BuiltPrograms.session, path])
        for (program, text) in [
            ("systemctl", #"echo "$@""#), ("waymark-board", #"echo "a page $1""#),
            ("xdg-open", #"echo "opens $1""#),
        ] {
            try folder.write("#!/bin/sh\n\(text)\n", to: program)
            #expect(chmod("\(folder.path)/\(program)", 0o755) == 0)
        }
        let arguments = ["-c", Self.systemd, bus.address, folder.path]
        let systemd = try RunningProgram(["/usr/bin/python3"] + arguments)
        try await waiting(until: "systemd") { systemd.output.contains("ready") }
        let session = try RunningProgram([path, "--socket", daemon.socketPath, "--bus", bus.address])
        let tray = try Tray(on: bus.address)
        try ScriptedClient(daemon).authorize(Self.app, .authorizedWhenInUse)
        let follower = try Tool(daemon).start(["locate", "--follow", "--app", Self.app])
        let item = try await waiting(for: "the item") { try tray.item() }
        let entry = try #require(try tray.menu(of: item).firstIndex(of: "Permissions…"))
        let opened = "--user start waymark-board.service\nopens a page --permissions\n"
        for count in 1...2 {
            try tray.click(Int32(entry + 1), of: item)
            let output = "ready\n" + String(repeating: opened, count: count)
            try await waiting(until: "the page") { systemd.output == output }
        }
        #expect(follower.isRunning && session.isRunning)
    }
}

/// A tray that takes items, as a desktop has it.
private final class Tray {
    private static let name = "org.kde.StatusNotifierWatcher"
    private let bus: MessageBus
    private var items: [String] = []
    private var exported: BusSubscription?

    init(on address: String) throws {
        bus = try MessageBus(.at(address))
        exported = try bus.export(
            self,
            at: "/StatusNotifierWatcher",
            as: BusInterface<Tray>(
                Self.name,
                [.method("RegisterStatusNotifierItem", in: "s") { $0.register($1) }]
            )
        )
        try bus.requestName(Self.name)
    }

    private func register(_ call: BusCall) {
        if let item = call.message.arguments.first?.text { items.append(item) }
        call.reply()
    }

    /// Returns the item that has registered itself; `nil` while there is none.
    func item() throws -> String? {
        while try bus.process() {}
        return items.last
    }

    func isGone(_ item: String) throws -> Bool { try bus.owner(of: item) == nil }

    func property(_ name: String, of item: String) throws -> BusValue? {
        let interface = "org.kde.StatusNotifierItem"
        let value = try bus.property(name, of: interface, at: "/StatusNotifierItem", of: item)
        if case .variant(let inner)? = value { return inner }
        return value
    }

    private func menu(_ member: String, of item: String, _ arguments: BusValue...) throws -> [BusValue] {
        let path = try #require(try property("Menu", of: item)?.text)
        let method = MessageBus.Method(member, of: "com.canonical.dbusmenu", at: path, of: item)
        return try bus.call(method, arguments)
    }

    /// Returns the labels of the menu's entries; of a separator, an empty one.
    func menu(of item: String) throws -> [String] {
        let reply = try menu("GetLayout", of: item, .int32(0), .int32(-1), .array(of: "s", []))
        let children = reply.last?.elements?.last?.elements ?? []
        return children.map { child in
            guard case .variant(let entry) = child else { return "" }
            return entry.elements?[1][key: "label"]?.text ?? ""
        }
    }

    func click(_ entry: Int32, of item: String) throws {
        let data = BusValue.variant(.string(""))
        _ = try menu("Event", of: item, .int32(entry), .string("clicked"), data, .uint32(0))
    }
}

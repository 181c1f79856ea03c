import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The monitor on a real terminal", .serialized, .ownThreads, .timeLimit(.minutes(10)))
struct MonitorScreenTests {
    private static let drive = "\(Checkout.root)/Samples/recordings/city-drive.nmea"
    private static let app = "org.example.clock"

    private struct Scene {
        let daemon: DaemonProcess
        let provider: RunningProgram
    }

    /// Starts a daemon with a provider and two widgets: the first was in view lately, the second is in view.
    private func scene(receiver: String = "file://\(drive)?speed=20&loop") async throws -> Scene {
        let daemon = try await DaemonProcess(receiver: receiver)
        let provider = try RunningProgram(
            [BuiltPrograms.tool, "provide", Self.app, "where", "--", "echo", "here"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try daemon.authorize(Self.app, .authorizedWhenInUse, widgets: .granted)
        let place = HostInterface.Place(app: Self.app, kind: "where")
        let first = try await waiting(for: "the kind") { try? daemon.call(place).widget }
        let second = try daemon.call(place).widget
        for (widget, isVisible) in [(first, true), (first, false), (second, true)] {
            try daemon.call(HostInterface.SetVisibility(widget: widget, visible: isVisible))
        }
        return Scene(daemon: daemon, provider: provider)
    }

    private func monitor(_ scene: Scene, _ environment: [String: String] = [:]) async throws -> TmuxTerminal {
        let own = ["WAYMARK_SOCKET": scene.daemon.socketPath, "LC_ALL": "C.UTF-8"]
        return try await TmuxTerminal(
            "'\(BuiltPrograms.tool)' monitor",
            environment: own.merging(environment) { $1 }
        )
    }

    @Test("shows fix, widgets with countdowns, and decisions, obeys its keys, and fits every size")
    func screen() async throws {
        let scene = try await scene()
        let terminal = try await monitor(scene)
        let first = try await terminal.shows("for 14 min")
        for text in ["location services on", Self.app, "in view"] { #expect(first.contains(text)) }
        try await terminal.shows(", accurate to")
        try await terminal.shows("a significant change")
        for (columns, rows) in [(40, 12), (20, 4), (3, 2), (1, 1)] {
            try await terminal.resize(columns: columns, rows: rows)
        }
        try await terminal.resize(columns: 200, rows: 60)
        try await terminal.shows("WIDGETS  2")
        try await terminal.resize(columns: 50, rows: 10)
        // How much is below.
        try await terminal.shows("of the upper half bel")
        try await terminal.press("End")
        try await terminal.shows("WIDGETS  2")
        try await terminal.press("q")
        try await terminal.endsWithRestoredTerminal(status: 0)
    }

    @Test("shows wide characters, and does without them, without colours, and without abilities")
    func terminals() async throws {
        let folder = try TemporaryFolder()
        try folder.write(String(decoding: Checkout.bytes(of: Self.drive), as: UTF8.self), to: "車.nmea")
        let scene = try await scene(receiver: "file://\(folder.path)/車.nmea?speed=20&loop")
        let colourful = try await monitor(scene)
        try await colourful.shows("the fix of 車.nmea") { $0.contains("accurate") && $0.contains("車.nmea") }
        #expect(try await colourful.text(withColours: true).contains("32m"))
        let sober = try await monitor(scene, ["NO_COLOR": "1"])
        try await sober.shows(", accurate to")
        #expect(!(try await sober.text(withColours: true).contains("32m")))
        let old = try await monitor(scene, ["LC_ALL": "C", "TERM": "vt100"])
        try await old.shows("?.nmea")
        let dumb = try await monitor(scene, ["TERM": "dumb"])
        try await dumb.shows("ended 1")
        #expect(try await dumb.text().contains("'dumb' cannot show a screen; set TERM"))
    }

    @Test(
        "restores the terminal when it is ended or crashes",
        arguments: [(SIGTERM, 0), (SIGINT, 0), (SIGTRAP, 133)]
    )
    func signals(signal: CInt, status: Int) async throws {
        let scene = try await scene()
        let terminal = try await monitor(scene)
        try await terminal.shows("WIDGETS  2")
        kill(try await terminal.program(), signal)
        try await terminal.endsWithRestoredTerminal(status: status)
    }

    @Test("ends with its terminal")
    func closed() async throws {
        let scene = try await scene()
        let terminal = try await monitor(scene)
        try await terminal.shows("WIDGETS  2")
        let identifier = try await terminal.program()
        try await terminal.close()
        try await waiting(until: "its end") { kill(identifier, 0) != 0 && errno == ESRCH }
    }
}

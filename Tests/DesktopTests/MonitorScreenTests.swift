import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("The monitor on a real terminal", .serialized, .ownThreads, .timeLimit(.minutes(10)))
struct MonitorScreenTests {
    private static let drive = "\(Checkout.root)/Samples/recordings/city-drive.nmea"
    private static let app = "org.example.clock"

    /// Starts a daemon with a provider and two widgets: the first was in view lately, the second is in view.
    private func scene(
        receiver: String = "file://\(drive)?speed=20&loop"
    ) async throws -> (DaemonProcess, RunningProgram, first: String, second: String) {
        let daemon = try await DaemonProcess(receiver: receiver)
        let provider = try RunningProgram(
            [BuiltPrograms.tool, "provide", Self.app, "where", "--", "echo", "here"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await waiting(until: "the kind") {
            try await run(daemon, "kinds").contains("where")
        }
        _ = try await run(daemon, "authorize", Self.app, "when-in-use", "--widgets", "yes")
        let first = try await run(daemon, "place", Self.app, "where").trimmingNewlines
        let second = try await run(daemon, "place", Self.app, "where").trimmingNewlines
        for words in [["show", first], ["hide", first], ["show", second]] {
            _ = try await run(daemon, words)
        }
        return (daemon, provider, first, second)
    }

    private func run(_ daemon: DaemonProcess, _ words: String...) async throws -> String {
        try await run(daemon, words)
    }

    private func run(_ daemon: DaemonProcess, _ words: [String]) async throws -> String {
        let tool = try RunningProgram(
            [BuiltPrograms.tool] + words,
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try #require(try await tool.end() == .status(0), "\(words): \(tool.errors)")
        return tool.output
    }

    private func monitor(
        _ daemon: DaemonProcess,
        _ environment: [String: String] = [:]
    ) async throws -> TmuxTerminal {
        let own = ["WAYMARK_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8"]
        return try await TmuxTerminal(
            "'\(BuiltPrograms.tool)' monitor",
            environment: own.merging(environment) { $1 }
        )
    }

    @Test("shows fix, receivers, apps, widgets with countdowns, and decisions, and obeys its keys")
    func keys() async throws {
        let (daemon, provider, left, shown) = try await scene()
        defer { provider.kill() }
        let terminal = try await monitor(daemon)
        let first = try await terminal.shows("for 14:")
        #expect(first.contains("location services on"))
        #expect(first.contains(Self.app))
        #expect(first.contains("\(shown)  ") && first.contains("in view"))
        try await terminal.shows("FIX  accurate to")
        try await terminal.shows("a significant change")

        try await terminal.press("/", left, "Enter")
        try await terminal.shows("only the first widget") {
            $0.contains("WIDGETS  1 of 2") && !$0.contains(" \(shown) ")
        }
        try await terminal.press("Escape")
        try await terminal.shows("WIDGETS  2\n")
        try await terminal.press("p")
        try await terminal.shows("PAUSED")
        _ = try await run(daemon, "remove", left)
        try await terminal.press("?")
        try await terminal.shows("Page Up, Page Down")
        try await terminal.press("?")
        try await terminal.press("p")
        try await terminal.shows("WIDGETS  1\n")
        try await terminal.press("Tab", "Home")
        try await terminal.shows("DECISIONS, scrolled")
        try await terminal.press("q")
        try await terminal.endsWithRestoredTerminal(status: 0)
    }

    @Test("fits every size of the terminal")
    func sizes() async throws {
        let (daemon, provider, _, _) = try await scene()
        defer { provider.kill() }
        let terminal = try await monitor(daemon)
        try await terminal.shows("WIDGETS  2")
        for (columns, rows) in [(40, 12), (20, 4), (3, 2), (1, 1)] {
            try await terminal.resize(columns: columns, rows: rows)
        }
        try await terminal.resize(columns: 200, rows: 60)
        try await terminal.shows("WIDGETS  2")
        try await terminal.resize(columns: 50, rows: 10)
        try await terminal.shows("a line that says how much is below") {
            $0.contains("of the upper half bel")
        }
        try await terminal.press("Down", "Down", "Down", "Down", "Down")
        try await terminal.shows("WIDGETS  2")
        try await terminal.press("q")
        try await terminal.endsWithRestoredTerminal(status: 0)
    }

    @Test("shows wide characters, and does without them, without colours, and without abilities")
    func terminals() async throws {
        let folder = try TemporaryFolder()
        try folder.write(String(decoding: Checkout.bytes(of: Self.drive), as: UTF8.self), to: "車.nmea")
        let (daemon, provider, _, _) = try await scene(receiver: "file://\(folder.path)/車.nmea?speed=20&loop")
        defer { provider.kill() }
        let colourful = try await monitor(daemon)
        try await colourful.shows("the fix, from 車.nmea") { $0.contains("FIX  acc") && $0.contains("車.nmea") }
        #expect(try await colourful.text(withColours: true).contains("32m"))
        let sober = try await monitor(daemon, ["NO_COLOR": "1"])
        try await sober.shows("FIX  accurate to")
        #expect(!(try await sober.text(withColours: true).contains("32m")))
        let old = try await monitor(daemon, ["LC_ALL": "C", "TERM": "vt100"])
        try await old.shows("?.nmea")
        let dumb = try await monitor(daemon, ["TERM": "dumb"])
        try await dumb.shows("ended 1")
        #expect(try await dumb.text().contains("'dumb' cannot show a screen; use --plain, or set TERM"))
    }

    @Test(
        "restores the terminal when it is ended or crashes",
        arguments: [(SIGTERM, 0), (SIGINT, 0), (SIGTRAP, 133)]
    )
    func signals(signal: CInt, status: Int) async throws {
        let (daemon, provider, _, _) = try await scene()
        defer { provider.kill() }
        let terminal = try await monitor(daemon)
        try await terminal.shows("WIDGETS  2")
        kill(try await terminal.program(), signal)
        try await terminal.endsWithRestoredTerminal(status: status)
    }

    @Test("ends with its terminal")
    func closed() async throws {
        let (daemon, provider, _, _) = try await scene()
        defer { provider.kill() }
        let terminal = try await monitor(daemon)
        try await terminal.shows("WIDGETS  2")
        let identifier = try await terminal.program()
        try await terminal.close()
        try await waiting(until: "its end") { kill(identifier, 0) != 0 && errno == ESRCH }
    }
}

import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A command at a place", .ownThreads, .timeLimit(.minutes(10)))
struct EventCommandTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon() async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(),
            configuration: "[Visits]\nDwell=2s\n"
        )
        for app in ["io.waymark.On", "io.waymark.Visits"] {
            try ScriptedClient(daemon).authorize(app, .authorizedAlways)
        }
        return daemon
    }

    private static let circle = "\(StillRecording.latitudeDegrees),\(StillRecording.longitudeDegrees),200m"

    @Test("runs once for each event, goes on with the service, and ends when it is forgotten")
    func region() async throws {
        let daemon = try await daemon()
        let tool = Tool(daemon)
        try await tool.succeed("region", "add", "io.waymark.On", "home", "--circle", Self.circle)
        let script = #"read -r event; echo "$WAYMARK_EVENT $WAYMARK_REGION $event"; exit 3"#
        let command = ["on", "enter", "home", "--assuming", "outside", "--", "sh", "-c", script]
        var on = try tool.start(command)
        try await waiting(until: "its end") { on.errors.contains("the command exited with status 3") }
        #expect(on.output.hasPrefix(#"enter home {"identifier":"e"#), "\(on.output)")
        try await daemon.restart()
        try await waiting(until: "the region") {
            try await tool.succeed("region", "list", "io.waymark.On").contains("on_enter")
        }
        #expect(try await on.stop() == .status(0))
        // The machine is where it was.
        on = try tool.start(command)
        let told = "echo $WAYMARK_LATITUDE; exit 1"
        let visit = try await tool.run(["on", "visit", "--once", "--", "sh", "-c", told])
        #expect(visit.output.hasPrefix("52.") && visit.ending == .status(1))
        #expect(visit.errors.hasSuffix("waymarkctl: the command exited with status 1\n"), "\(visit.errors)")
        #expect(on.output == "")
        try await tool.succeed("forget", "io.waymark.On")
        #expect(try await on.end() == .status(0))
        #expect(on.errors.hasSuffix("io.waymark.On monitors this no more, so nothing is run for it\n"))
    }

    @Test("can be one's own list of visits, which is forgotten at a word")
    func visits() async throws {
        let daemon = try await daemon()
        let state = ["XDG_STATE_HOME": "\(folder.path)/state"]
        func run(_ arguments: String...) throws -> RunningProgram {
            try Tool(daemon).start(["visits"] + arguments, state)
        }
        func shown() async throws -> String {
            let program = try run()
            #expect(try await program.end() == .status(0))
            return program.output + program.errors
        }
        #expect(try await shown().hasPrefix("waymarkctl: nothing is kept yet"))
        var keeper = try run("--keep")
        try await waiting(until: "a visit") { try await shown().contains(" to now ") }
        var status = stat()
        #expect(unsafe stat("\(folder.path)/state/waymark/visits", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try await keeper.stop() == .status(0))
        try await daemon.restart()
        keeper = try run("--keep")
        #expect(try await shown().contains(" to now "))
        try await waiting(until: "the keeper") { try await Tool(daemon).json("status")["sessions"].int == 1 }
        #expect(try await run("--keep").end() == .status(1))
        let forgetting = try run("--forget")
        #expect(try await forgetting.end() == .status(0))
        #expect(forgetting.output == "forgotten; no visits are kept any more\n")
        #expect(try await keeper.end() == .status(0))
        #expect(try await shown().hasPrefix("waymarkctl: nothing is kept yet"))
    }
}

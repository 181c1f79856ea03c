import Glibc
import TestSupport
import Testing

@Suite("One location with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct LocateTests {
    private static let app = "org.example.app"
    private static let tool = "io.waymark.waymarkctl"

    @Test("is printed by waymarkctl locate once the tool is allowed, and before that how to allow it")
    func tool() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let undecided = try await tool.run("locate")
        #expect(undecided.ending == .status(5) && undecided.output == "")
        #expect(undecided.errors.contains("'waymarkctl authorize \(Self.tool) when-in-use' allows it"))
        try await tool.succeed("authorize", Self.tool, "when-in-use")
        let line = try await tool.succeed("locate", "--accuracy", "100", "--deadline", "20")
        #expect(line.hasPrefix("52.520000,13.405000  "))
        #expect(line.hasSuffix(" ago\n") && line.contains(" m  "))
        let reply = try await tool.json("locate")
        #expect(reply["location"]["latitudeDegrees"].double == StillRecording.latitudeDegrees)

        let other = try await tool.run("--format", "json", "locate", "--app", Self.app)
        #expect(other.ending == .status(5))
        #expect(try other.json["absence"]["reason"].string == "notDetermined")
    }

    /// Asks for a location on a terminal, where the person gives it once.
    private func answered(_ daemon: DaemonProcess) async throws -> Keyboard {
        let keyboard = try Keyboard("locate", at: daemon)
        try await keyboard.sees("May waymarkctl know the location while it is in use?")
        try await keyboard.type("once\n")
        return keyboard
    }

    @Test("is printed after the person answered on the terminal, where nobody else can ask")
    func terminal() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let keyboard = try await answered(daemon)
        try await keyboard.sees("52.520000,13.405000  ")
        #expect(try await keyboard.program.end() == .status(0))
    }

    @Test("can be interrupted while it is waited for, also after the person answered on the terminal")
    func interrupted() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let keyboard = try await answered(daemon)
        try await keyboard.sees("when-in-use, once")
        try await waiting(until: "its end") {
            // The first may come while it still looks for further questions.
            keyboard.program.signal(SIGINT)
            return !keyboard.program.isRunning
        }
        #expect(try await keyboard.program.end() == .signal(SIGINT))
    }
}

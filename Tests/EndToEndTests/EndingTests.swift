import Glibc
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A command that goes on", .ownThreads, .timeLimit(.minutes(10)))
struct EndingTests: ~Copyable {
    private static let place = HostInterface.Place(app: "org.example.app", kind: "where")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts a daemon with many widgets.
    private func scene() async throws -> (DaemonProcess, ScriptedProvider, ScriptedClient) {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        for _ in 0..<200 { try client.call(Self.place) }
        return (daemon, provider, client)
    }

    @Test(
        "ends at a signal although nobody reads its output",
        arguments: [
            ["watch"], ["watch", "--format", "json"], ["journal", "--follow"],
            ["record", "-o", "-"],
        ]
    )
    func unread(_ command: [String]) async throws {
        let (daemon, provider, client) = try await scene()
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(end) }
        // The least that a pipe holds, which each of them fills.
        let setSize: CInt = 1031  // F_SETPIPE_SZ, which Swift does not see.
        #expect(fcntl(end, setSize, 4096) == 4096)
        let program = try RunningProgram(
            ["sh", "-c", "exec \"$@\" >\(pipe)", "sh", BuiltPrograms.tool] + command,
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await waiting(until: "the pipe to be full") {
            // Something new for those that tell no past.
            try client.call(Self.place)
            var room = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
            return poll(&room, 1, 0) == 0
        }
        _ = try await program.stop()
        withExtendedLifetime(provider) {}
    }

    @Test("ends at a signal while it tells a service that does not answer what is in view")
    func unanswered() async throws {
        let (daemon, provider, client) = try await scene()
        let bar = try Tool(daemon).start(["watch", "--format", "waybar", "--always-in-view"])
        try await waiting(until: "a widget in view") {
            try client.call(InspectInterface.ListWidgets()).widgets.contains(where: \.visible)
        }
        daemon.signal(SIGSTOP)
        let ending = try await bar.stop()
        daemon.signal(SIGCONT)
        #expect(ending == .status(0))
        withExtendedLifetime(provider) {}
    }
}

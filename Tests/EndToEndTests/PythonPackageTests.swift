import TestSupport
import Testing

@Suite(
    "The Python package",
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: Python.isRecent, Python.tooOld)
)
struct PythonPackageTests: ~Copyable {
    private static let app = "org.example.app"
    private static let place = "52.52"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(_ program: String, _ socketPath: String) throws -> RunningProgram {
        try RunningProgram(
            ["python3", "-c", program, Self.app, "where"],
            environment: Python.environment.merging(["WAYMARK_SOCKET": socketPath]) { $1 }
        )
    }

    @Test("locates, follows and shows as in the document, also after a restart of the service")
    func document() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let provider = try #require(
            try Document("docs/providers-in-other-languages.md").examples(in: "python").first
        )
        let serving = try start(provider, daemon.socketPath)
        try await tool.lists(Self.app, of: serving)
        let examples = try Document("docs/python.md").examples(in: "python")
        try #require(examples.count == 3)
        let programs = try examples.map { try start($0, daemon.socketPath) }
        let (blocking, host, asynchronous) = (programs[0], programs[1], programs[2])
        try await waiting(until: "why there is none: \(blocking.errors)\(host.errors)") {
            blocking.output.contains("notDetermined\n") && host.output.contains("denied: unauthorized\n")
        }
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        func showPlace(after counts: [Int]) async throws {
            try await waiting(until: "the place: \(programs.map(\.errors))") {
                zip([blocking, asynchronous, host], counts).allSatisfy { program, count in
                    program.output.dropFirst(count).contains(" \(Self.place)")
                }
            }
        }
        try await showPlace(after: [0, 0, 0])
        #expect(try await tool.onlyWidget()["visible"].bool == true)

        try await daemon.restart()
        try await showPlace(after: [blocking, asynchronous, host].map(\.output.count))
        try await tool.waitUntilVisible()
        let located = try start(examples[0], daemon.socketPath)
        try await waiting(until: "the location once: \(located.errors)") {
            located.output.hasPrefix("here \(Self.place)")
        }
        withExtendedLifetime(serving) {}
    }

    @Test(
        "tells the service why there is no timeline, and goes on",
        arguments: [
            ("raise ValueError('no sky')", "no sky"), ("raise ValueError('\\udcff sky')", "? sky"),
            ("return 'x' * 70000", "too long"),
            ("return {'percentage': float('nan')}", "not JSON"), ("return 5", "not int"),
            ("return waymark.Timeline([])", "entries"),
        ]
    )
    func failure(_ body: String, message: String) async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let provider = try start(
            """
            import sys, waymark

            def broken(request):
                \(body)

            async def good(request):
                return waymark.Timeline([waymark.Entry("good")], at_end=True)

            waymark.Provider(sys.argv[1], {"broken": broken, "where": good}).main()
            """,
            daemon.socketPath
        )
        try await tool.lists("broken", of: provider)
        let widget = try await tool.place(Self.app, "broken")
        try await waiting(until: "the failure is explained") {
            try await tool.run("explain", widget).output.contains(message)
        }
        _ = try await tool.place(Self.app, "where")
        try await waiting(until: "the other kind is shown") {
            try await daemon.views().contains { $0["entry"]["content"]["text"].string == "good" }
        }
        #expect(provider.isRunning)
    }

    @Test("ends a provider with a message if there is no service, or it refuses")
    func refused() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = "import waymark; waymark.Provider('no name', {'where': str}).main()"
        let alone = try start(provider, folder.path + "/nobody")
        #expect(try await alone.end() == .status(3))
        #expect(alone.errors.contains("cannot connect to \(folder.path)/nobody"))
        let refused = try start(provider, daemon.socketPath)
        #expect(try await refused.end() == .status(1))
        #expect(refused.errors.contains("InvalidParameter: the service does not accept the value of '"))
        #expect(!refused.errors.contains("Traceback"))
    }
}

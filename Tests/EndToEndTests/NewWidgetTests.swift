import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("What 'waymarkctl new widget' writes", .ownThreads, .timeLimit(.minutes(10)))
struct NewWidgetTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command in a folder below the test's, with the built tool in its path.
    private func start(_ script: String, in place: String = ".", socket: String? = nil) throws
        -> RunningProgram
    {
        var environment = Python.environment
        environment["PATH"] = "\(BuiltPrograms.folder):\(Environment.value(of: "PATH") ?? "/usr/bin:/bin")"
        environment["WAYMARK_SOCKET"] = socket ?? "/nonexistent"
        return try RunningProgram(
            ["sh", "-c", "cd \"$0\" && \(script)", "\(folder.path)/\(place)"],
            environment: environment
        )
    }

    private func succeed(_ script: String, in place: String = ".") async throws -> String {
        let program = try start(script, in: place)
        let ending = try await program.end()
        try #require(ending == .status(0), "\(script): \(program.output)\(program.errors)")
        return program.output + program.errors
    }

    private func readme(of name: String) throws -> [String] {
        String(decoding: try Checkout.bytes(of: "\(folder.path)/\(name)/README.md"), as: UTF8.self)
            .split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }

    @Test(
        "passes its own test, and shows the place, as its README says",
        arguments: ["shell", "python", "swift"]
    )
    func runs(_ language: String) async throws {
        if language == "python", !Python.isRecent { try Test.cancel(Python.tooOld) }
        if language == "swift", !SwiftCompiler.isThere { try Test.cancel("\(SwiftCompiler.missing)") }
        let made = try await succeed("waymarkctl new widget Here-1 --\(language) --app org.example.Made")
        #expect(made.contains("Here-1/README.md"))
        _ = try await succeed("waymarkctl lint --strict org.example.Made.app", in: "Here-1")
        let commands = try readme(of: "Here-1")
        var run = try #require(commands.first)
        let test = try #require(commands.first { $0.contains("test") })
        if language == "swift" {
            // Its package would take minutes to build.
            let description = try await succeed("swift package dump-package", in: "Here-1")
            #expect(description.contains("Here-1") && description.contains("ProviderTests"))
            let source = try Checkout.bytes(of: "\(folder.path)/Here-1/Sources/Provider/Widget.swift")
            let program = try await SwiftCompiler.program(String(decoding: source, as: UTF8.self), in: folder)
            #expect(run == "swift run &")
            run = "\(program) &"
        } else {
            #expect(try await succeed(test, in: "Here-1").contains(language == "python" ? "OK" : "ok: "))
        }

        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let provider = try start("exec \(run.dropLast(2))", in: "Here-1", socket: daemon.socketPath)
        try await tool.lists("Here-1", of: provider)
        try await tool.succeed("authorize", "org.example.Made", "when-in-use", "--widgets", "yes")
        let watch = try #require(commands.first { $0.hasPrefix("waymarkctl watch") })
        let host = try start("exec \(watch)", socket: daemon.socketPath)
        try await host.says("52.52 13.405")
        let snapshot = try await tool.succeed("snapshot", "org.example.Made", "Here-1")
        #expect(snapshot.contains("52.5163 13.3777"))
        #expect(provider.isRunning)
    }

    @Test("touches nothing that exists, not even through a link")
    func existing() async throws {
        for preparation in ["mkdir a", "touch b", "ln -s /nonexistent c", "mkdir t && ln -s t d"] {
            _ = try await succeed(preparation)
        }
        for name in ["a", "b", "c", "d"] {
            let refused = try start("waymarkctl new widget \(name)")
            #expect(try await refused.end() == .status(1))
            #expect(refused.errors.contains(name) && refused.errors.contains("exists"))
        }
        #expect(try await succeed("find . -newer c -path './*/*'") == "")
    }
}

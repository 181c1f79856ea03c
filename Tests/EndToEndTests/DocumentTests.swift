import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

@Suite(
    "The Swift examples of the documents",
    .enabled(if: SwiftCompiler.isThere, "swiftc is not in PATH, so no example is compiled"),
    .timeLimit(.minutes(5))
)
struct DocumentTests: ~Copyable {
    private static let app = "org.example.WhereAmI"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The Swift examples of a document, each from its fence to the closing one.
    private func examples(in document: String) throws -> [String] {
        let text = String(decoding: try Checkout.bytes(of: "\(Checkout.root)/\(document)"), as: UTF8.self)
        return text.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().map { rest in
            String(rest.prefix(upTo: rest.firstRange(of: "```")?.lowerBound ?? rest.endIndex))
        }
    }

    @Test(
        "compile as they stand",
        arguments: ["README.md", "docs/monitoring.md", "docs/regions.md", "docs/writing-a-provider.md"]
    )
    func compile(_ document: String) async throws {
        let examples = try examples(in: document)
        #expect(!examples.isEmpty)
        for (index, example) in examples.enumerated() {
            let source = "\(folder.path)/\(index).swift"
            // What an example leaves to its reader.
            let home = "let home = Coordinate(latitudeDegrees: 48, longitudeDegrees: 7.8)!\n"
            let isWhole = example.contains("import Waymark")
            try folder.write(
                (isWhole ? "" : "import Waymark\n") + (example.contains("center: home") ? home : "")
                    + example,
                to: "\(index).swift"
            )
            try await SwiftCompiler.run(["-typecheck", source])
        }
    }

    @Test("include a provider that runs")
    func run() async throws {
        let example = try #require(try examples(in: "README.md").first)
        try folder.write(example, to: "main.swift")
        let program = folder.path + "/where-am-i"
        try await SwiftCompiler.run(
            ["-o", program, folder.path + "/main.swift"] + (try await SwiftCompiler.library(in: folder.path))
        )

        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let tool = Tool(daemon)
        let provider = try RunningProgram([program], environment: ["WAYMARK_SOCKET": daemon.socketPath])
        try await waiting(until: "the kind is served") {
            try await tool.run("place", Self.app, "where").ending == .status(0)
        }
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        let host = try RunningProgram(
            [BuiltPrograms.tool, "watch", "w1", "--visible"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await waiting(until: "the place is shown") { host.output.contains("52.52° north") }
        #expect(provider.errors == "")
    }
}

/// The compiler, with the modules that the tests were built with.
enum SwiftCompiler {
    /// Whether it can be run.
    static let isThere: Bool = {
        (Environment.value(of: "PATH") ?? "").split(separator: ":")
            .contains { ChildProcess.isExecutable("\($0)/swiftc") }
    }()

    /// Compiles, and fails with what the compiler says.
    static func run(_ arguments: [String]) async throws {
        let build = BuiltPrograms.folder
        let modules = [
            "-swift-version", "6", "-I", "\(build)/Modules", "-I", "\(Checkout.root)/Sources/CMath",
            "-I", "\(Checkout.root)/Sources/CLinux/include",
            "-Xcc", "-fmodule-map-file=\(build)/CLinux.build/module.modulemap",
        ]
        let compiler = try RunningProgram(["swiftc"] + modules + arguments)
        let ending = try await compiler.end(within: .seconds(200))
        try #require(ending == .status(0), "\(compiler.output)\(compiler.errors)")
    }

    /// Makes an archive of the objects of all libraries, from which the linker takes what it needs.
    static func library(in folder: String) async throws -> [String] {
        let script = """
            cd \(Checkout.root)/Sources
            for name in *; do
                [ -e $name/main.swift ] || find \(BuiltPrograms.folder)/$name.build -name '*.o' 2>/dev/null
            done | xargs ar rcs \(folder)/libparts.a
            """
        let archiver = try RunningProgram(["sh", "-c", script])
        try #require(try await archiver.end() == .status(0), "\(archiver.errors)")
        return ["\(folder)/libparts.a"]
    }
}

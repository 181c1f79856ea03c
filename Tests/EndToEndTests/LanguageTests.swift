import TestSupport
import Testing

@Suite("A provider as in the document", .ownThreads, .timeLimit(.minutes(10)))
struct LanguageTests: ~Copyable {
    private static let app = "org.example.app"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func program(_ language: String) throws -> String {
        try #require(try Document("docs/providers-in-other-languages.md").examples(in: language).first)
    }

    @Test("in Swift is the sample's text")
    func swift() throws {
        let sample = try Checkout.bytes(of: Checkout.root + "/Samples/MinimalProvider/main.swift")
        #expect(try Self.program("swift") == String(decoding: sample, as: UTF8.self))
    }

    @Test(
        "shows the place, and why there is none",
        arguments: [
            ("sh", ["sh"], "sh"), ("swift", [], "swift"), ("python", ["python3"], "py"),
            ("javascript", ["node"], "js"), ("go", ["go", "run"], "go"),
        ]
    )
    func runs(_ language: String, interpreter: [String], suffix: String) async throws {
        if let program = interpreter.first, !ChildProcess.isInstalled(program) {
            try Test.cancel("\(program) is not installed")
        }
        if language == "python", !Python.isRecent { try Test.cancel(Python.tooOld) }
        let path = "\(folder.path)/where.\(suffix)"
        try folder.write(try Self.program(language), to: "where.\(suffix)")
        let command =
            interpreter.isEmpty ? [BuiltPrograms.folder + "/waymark-sample-minimal"] : interpreter + [path]
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try RunningProgram(
            command + [Self.app, "where"],
            environment: [
                "WAYMARK_SOCKET": daemon.socketPath,
                "PATH": "\(BuiltPrograms.folder):/usr/local/bin:/usr/bin:/bin",
                "GOCACHE": "\(folder.path)/cache", "GO111MODULE": "off",
            ].merging(Python.environment) { first, _ in first }
        )
        let tool = Tool(daemon)
        let widget = try await waiting(for: "the kind: \(provider.errors)") {
            if !provider.isRunning { throw Overdue("\(language): \(provider.errors)") }
            let outcome = try await tool.run("place", Self.app, "where")
            return outcome.ending == .status(0) ? outcome.output.trimmingNewline : nil
        }
        func text() async throws -> String? { try await daemon.views()[0]["entry"]["content"]["text"].string }
        try await waiting(until: "a timeline: \(provider.errors)") { try await text() == "unauthorized" }
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await tool.succeed("show", widget)
        try await waiting(until: "the place") {
            let numbers = try await text()?.split(separator: " ").compactMap { Double($0) } ?? []
            return numbers.count == 2 && abs(numbers[0] - StillRecording.latitudeDegrees) < 1e-5
                && abs(numbers[1] - StillRecording.longitudeDegrees) < 1e-5
        }
        withExtendedLifetime(provider) {}
    }
}

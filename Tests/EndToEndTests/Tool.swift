import TestSupport
import Testing

/// Runs `waymarkctl`, or another program with commands.
struct Tool {
    struct Outcome {
        let ending: RunningProgram.Ending
        let output: String
        let errors: String

        var json: JSON { get throws { try JSON(output) } }
    }

    let socketPath: String
    private let program: String

    init(_ daemon: DaemonProcess) { self.init(socketPath: daemon.socketPath) }

    init(socketPath: String, program: String = BuiltPrograms.tool) {
        self.socketPath = socketPath
        self.program = program
    }

    /// `waymark-lab`, which speaks to the same service where it needs one.
    var lab: Tool { Tool(socketPath: socketPath, program: BuiltPrograms.lab) }

    private var environment: [String: String] {
        [
            "WAYMARK_SOCKET": socketPath, "NO_COLOR": "1",
            // Whether somebody is at the machine's own session is none of a test's business.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
    }

    func run(_ arguments: [String]) async throws -> Outcome {
        let program = try start(arguments)
        let ending = try await program.end()
        return Outcome(ending: ending, output: program.output, errors: program.errors)
    }

    func run(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

    /// Runs a command that must succeed, and returns its output.
    @discardableResult
    func succeed(_ arguments: String..., at location: SourceLocation = #_sourceLocation) async throws
        -> String
    {
        let outcome = try await success(arguments, location)
        #expect(outcome.errors == "", sourceLocation: location)
        return outcome.output
    }

    /// Runs a command that must succeed, and returns its output as JSON.
    @discardableResult
    func json(_ arguments: String..., at location: SourceLocation = #_sourceLocation) async throws -> JSON {
        try await success(["--format", "json"] + arguments, location).json
    }

    private func success(_ arguments: [String], _ location: SourceLocation) async throws -> Outcome {
        let outcome = try await run(arguments)
        let words: Comment = "\(arguments): \(outcome.errors)"
        try #require(outcome.ending == .status(0), words, sourceLocation: location)
        return outcome
    }

    /// Starts a command that runs until it is ended.
    func start(_ arguments: [String], _ variables: [String: String] = [:]) throws -> RunningProgram {
        try RunningProgram([program] + arguments, environment: environment.merging(variables) { $1 })
    }

    /// Places a widget, once its kind is known, and returns its identifier.
    func place(_ app: String, _ kind: String) async throws -> String {
        try await waiting(for: "the kind \(kind)") {
            let placed = try await run("place", app, kind)
            return placed.ending == .status(0) ? placed.output.trimmingNewline : nil
        }
    }

    func lists(_ kind: String, of provider: RunningProgram) async throws {
        try await waiting(until: "the kind: \(provider.output)\(provider.errors)") {
            try await run("kinds").output.contains(kind)
        }
    }

    func waitUntilVisible(_ visible: Bool = true) async throws {
        try await waiting(until: visible ? "it is in view" : "it is out of view") {
            try await widgets().map { $0["visible"].bool } == [visible]
        }
    }

    func widgets() async throws -> [JSON] { try await json("widgets")["widgets"].array }

    func onlyWidget() async throws -> JSON {
        let all = try await widgets()
        try #require(all.count == 1)
        return all[0]
    }

    func widget(_ identifier: String) async throws -> JSON {
        try #require(try await widgets().first { $0["widget"].string == identifier })
    }
}

import Glibc
import TestSupport
import Testing

/// The tool, run as another user.
final class Stranger {
    /// An unused user ID, different from the overflow user ID.
    static let user = 65_123
    static let group = 65_124

    private static let command = ["setpriv", "--reuid", "\(user)", "--regid", "\(user)"]

    /// The command prefix that adds it to ``group``, or to no group but its own.
    private let groups: [String]

    let folder: TemporaryFolder

    /// Copies the tool to a place where every user can run it: the checkout may be in a private home.
    init(isInGroup: Bool = false) async throws {
        groups = isInGroup ? ["--groups", "\(Self.group)"] : ["--clear-groups"]
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let command = ["install", "-m", "755", BuiltPrograms.tool, folder.path + "/waymarkctl"]
        try await RunningProgram.output(of: command)
    }

    func run(_ arguments: [String], on daemon: DaemonProcess) async throws -> Tool.Outcome {
        let program = try start(arguments, on: daemon)
        let ending = try await program.end()
        return Tool.Outcome(ending: ending, output: program.output, errors: program.errors)
    }

    /// Runs a command that must succeed, and returns its output as JSON.
    func json(_ command: String, on daemon: DaemonProcess) async throws -> JSON {
        let outcome = try await run(["--format", "json", command], on: daemon)
        #expect(outcome.ending == .status(0), "\(outcome.errors)")
        return try outcome.json
    }

    func start(_ arguments: [String], on daemon: DaemonProcess) throws -> RunningProgram {
        try RunningProgram(
            Self.command + groups + [folder.path + "/waymarkctl", "--socket", daemon.socketPath] + arguments
        )
    }

    /// Whether this process may switch users, and the tool can run as another user.
    static let isPossible =
        getuid() == 0 && RunningProgram.succeeds(command + ["--clear-groups", "true"])
}

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
        let copy = try RunningProgram([
            "install", "-m", "755", BuiltPrograms.tool, folder.path + "/waymarkctl",
        ])
        try #require(try await copy.end() == .status(0), "\(copy.errors)")
    }

    func run(_ arguments: [String], on daemon: DaemonProcess) async throws -> Tool.Outcome {
        let program = try RunningProgram(
            Self.command + groups + [folder.path + "/waymarkctl", "--socket", daemon.socketPath] + arguments
        )
        let ending = try await program.end()
        return Tool.Outcome(ending: ending, output: program.output, errors: program.errors)
    }

    /// Starts a provider that keeps its stream open until it is killed.
    func provider(_ app: String, on daemon: DaemonProcess) async throws -> RunningProgram {
        let script = """
            import socket, sys, json, time
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            call = {"method": "io.waymark.Widgets.Serve", "more": True, "parameters": {
                "app": sys.argv[2], "kinds": [{"kind": "where", "wantsLocation": True}]}}
            s.sendall(json.dumps(call).encode() + bytes(1))
            while True:
                data = s.recv(65536)
                if not data: sys.exit(1)
                print(data.decode().replace(chr(0), chr(10)), end="", flush=True)
            """
        // Use the system's Python, because the prepared one may be in a private home too.
        let program = try RunningProgram(
            Self.command + groups + ["/usr/bin/python3", "-c", script, daemon.socketPath, app]
        )
        try await waiting(until: "the stranger's session: \(program.errors)") {
            program.output.contains("session")
        }
        return program
    }

    /// Whether this process may switch users, and the tool can run as another user.
    static let isPossible: Bool = {
        guard getuid() == 0, let program = try? RunningProgram(command + ["--clear-groups", "true"]) else {
            return false
        }
        var status: CInt = 0
        return waitpid(program.identifier, &status, 0) == program.identifier && status == 0
    }()
}

import Glibc
import TestSupport
import Testing

/// A program in a sandbox as Flatpak makes it, around the app `org.example.Sandboxed`.
final class SandboxedProgram {
    static let app = "org.example.Sandboxed"
    static let isPossible = access("/usr/bin/bwrap", X_OK) == 0

    private let folder: TemporaryFolder
    private let socketPath: String

    init(_ daemon: DaemonProcess) throws {
        folder = try TemporaryFolder()
        socketPath = daemon.socketPath
        try folder.write("[Application]\nname=\(Self.app)\n\n[Instance]\ninstance-id=42\n", to: "info")
    }

    /// Makes each call on a connection of its own, which stays open, and returns the first reply to each; with `children`, a
    /// child process makes each connection and ends.
    func call(_ messages: [String], children: Bool = false) async throws -> [JSON] {
        let place = socketPath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let program = try RunningProgram(
            [
                "/bin/sh", "-c", #"exec 9<"$0"; exec "$@""#, folder.path + "/info",
                "bwrap", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib",
                "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--bind", place, place,
                "--ro-bind-data", "9", "/.flatpak-info",
                "/usr/bin/python3", "-c", Self.script, socketPath, children ? "child" : "self",
            ] + messages
        )
        let ending = try await program.end()
        try #require(ending == .status(0), "\(program.errors)")
        return try JSON.lines(program.output)
    }

    private static let script = """
        import os, socket, sys
        connections = []
        for message in sys.argv[3:]:
            connection = socket.socket(socket.AF_UNIX)
            if sys.argv[2] == "self":
                connection.connect(sys.argv[1])
            else:
                child = os.fork()
                if child == 0:
                    connection.connect(sys.argv[1])
                    os._exit(0)
                os.waitpid(child, 0)
            connection.sendall(message.encode() + bytes(1))
            reply = b""
            while not bytes(1) in reply:
                piece = connection.recv(65536)
                if not piece: sys.exit("the service closed the connection")
                reply += piece
            print(reply.split(bytes(1))[0].decode(), flush=True)
            connections.append(connection)
        """
}

import Glibc
import LinuxSystem
import TestSupport

/// A real process that connects to the test's socket and stays connected until it is ended.
struct Visitor: ~Copyable {
    let program: RunningProgram
    let peer: PeerCredentials
    private let folder: TemporaryFolder
    private let stream: any LocalStream

    /// Starts the visitor through a command built for the socket's folder, and accepts its connection.
    init(through command: (String) throws -> [String] = { _ in [] }) async throws {
        let folder = try TemporaryFolder()
        // A visitor of another user must be able to reach the socket.
        chmod(folder.path, 0o711)
        let listener = try UnixListener(at: folder.path + "/socket")
        let program = try RunningProgram(
            try command(folder.path) + ["/usr/bin/python3", "-c", Self.script, folder.path + "/socket"]
        )
        let stream = try await Self.admit(listener, program)
        peer = try stream.peer()
        self.program = program
        self.folder = folder
        self.stream = stream
    }

    private static func admit(_ listener: UnixListener, _ program: RunningProgram) async throws
        -> any LocalStream
    {
        let deadline = ContinuousClock.now + .seconds(40)
        while ContinuousClock.now < deadline {
            if case .connection(let stream) = try listener.accept() { return stream }
            guard program.isRunning else { throw Overdue("a visitor, which said: \(program.errors)") }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Overdue("a visitor")
    }

    private static let script = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)
        """
}

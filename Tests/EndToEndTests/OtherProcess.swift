import TestSupport

/// A process through which a test connects, so that the service takes the connections for those of another program.
///
/// A process that serves widgets is no app, and the tests are one process.
final class OtherProcess {
    /// The socket to connect to instead of the service's.
    let socketPath: String

    private let program: RunningProgram
    private let folder: TemporaryFolder

    init(to servicePath: String) async throws {
        let folder = try TemporaryFolder()
        let socketPath = folder.path + "/socket"
        let program = try RunningProgram(["/usr/bin/python3", "-c", Self.script, servicePath, socketPath])
        try await waiting(until: "the other process: \(program.errors)") { program.output == "ready\n" }
        self.socketPath = socketPath
        self.program = program
        self.folder = folder
    }

    private static let script = """
        import socket, sys, threading

        def pass_on(source, sink):
            try:
                while data := source.recv(65536): sink.sendall(data)
            except OSError: pass
            for end in (source, sink):
                try: end.shutdown(socket.SHUT_RDWR)
                except OSError: pass

        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[2])
        listener.listen()
        print("ready", flush=True)
        while True:
            client, _ = listener.accept()
            service = socket.socket(socket.AF_UNIX)
            service.connect(sys.argv[1])
            for ends in ((client, service), (service, client)):
                threading.Thread(target=pass_on, args=ends, daemon=True).start()
        """
}

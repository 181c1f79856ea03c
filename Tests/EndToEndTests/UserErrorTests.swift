import Glibc
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite(
    "A mistake that a user can make has an error that says what to do",
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct UserErrorTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("if the socket is not for this user")
    func notPermitted() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        chmod(daemon.socketPath, 0)
        let words = "its owner decides who may, by the mode of the socket and its folder"
        let isRoot = getuid() == 0
        let outcome =
            isRoot ? try await Stranger().run(["locate"], on: daemon) : try await Tool(daemon).run("locate")
        #expect(outcome.ending == .status(3))
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("if the service is older than the program")
    func olderService() async throws {
        let path = folder.path + "/older"
        let service = try await Self.olderService(at: path)
        let error = await #expect(throws: ClientError.self) {
            try await WaymarkService(socketPath: path).availability()
        }
        #expect(error?.refusal?.isOfOlderService ?? false, "\(String(describing: error))")
        let outcome = try await Tool(socketPath: path).run("availability")
        #expect(outcome.ending == .status(1))
        #expect(outcome.errors.contains("upgrade it, or restart it after an upgrade"), "\(outcome.errors)")
        let board = try await BoardProcess(socketPath: path)
        let loss = try await board.stream().next("service", #""state":"lost""#).data
        #expect(loss.contains(#""problem":"olderService""#))
        let answer = try await board.answer("POST", "/kinds", body: "{}")
        #expect(answer.status == 409 && answer.body.contains("older than this program"), "\(answer)")
        withExtendedLifetime(service) {}
    }

    /// Starts a service that knows no method, as one of an older version does not know those that came later.
    private static func olderService(at path: String) async throws -> RunningProgram {
        let script = """
            import json, socketserver, sys

            class Client(socketserver.StreamRequestHandler):
                def handle(self):
                    while call := self.request.recv(65536):
                        method = json.loads(call[:-1])["method"]
                        error = {"error": "org.varlink.service.MethodNotFound", "parameters": {"method": method}}
                        self.request.sendall(json.dumps(error).encode() + bytes(1))

            with socketserver.ThreadingUnixStreamServer(sys.argv[1], Client) as server:
                print("listens", flush=True)
                server.serve_forever()
            """
        let program = try RunningProgram(["python3", "-c", script, path])
        try await program.says("listens")
        return program
    }
}

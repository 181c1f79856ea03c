import Glibc
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// The mistakes that a user can make, each in the library, the tool and the board.
@Suite(
    "A mistake that a user can make has an error that says what to do",
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct UserErrorTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The failure of a call of the library.
    private func failure(_ body: () async throws -> Void) async throws -> ClientError {
        let error = await #expect(throws: ClientError.self) { try await body() }
        return try #require(error)
    }

    /// What a board tells its page of a service that it cannot use.
    private func loss(of board: BoardProcess) async throws -> String {
        try await board.stream().next("service", #""state":"lost""#).data
    }

    @Test("if the service is not running")
    func notRunning() async throws {
        let path = folder.path + "/nobody"
        let error = try await failure {
            _ = try await LocationManager(app: Self.app, on: WaymarkService(socketPath: path))
        }
        guard case .cannotConnect(path, _) = error else { throw Overdue("cannotConnect, not \(error)") }
        #expect(error.description.contains("is waymarkd running?"))
        let outcome = try await Tool(socketPath: path).run("locate")
        #expect(outcome.ending == .status(3))
        #expect(outcome.errors.contains("is waymarkd running? --socket names another socket"))
        let board = try await BoardProcess(socketPath: path)
        #expect(try await loss(of: board).contains(#""problem":"notRunning""#))
        let answer = try await board.answer("POST", "/kinds", body: "{}")
        #expect(answer.status == 502 && answer.body.contains("is the service running?"))
    }

    @Test("if the socket is not for this user")
    func notPermitted() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        chmod(daemon.socketPath, 0)
        await #expect(processExitsWith: .success) {
            [path = daemon.socketPath as String, user = Stranger.user as Int] in
            // Nothing is forbidden to root.
            if getuid() == 0 { try #require(setuid(uid_t(user)) == 0) }
            let error = await #expect(throws: ClientError.self) {
                try await WaymarkService(socketPath: path).location(for: "org.example.app")
            }
            #expect(error == .notPermitted(path: path))
            #expect(error?.description.contains("its owner decides who may") ?? false)
        }
        let words = "its owner decides who may, by the mode of the socket and its folder"
        let outcome =
            getuid() == 0
            ? try await Stranger().run(["locate"], on: daemon) : try await Tool(daemon).run("locate")
        #expect(outcome.ending == .status(3))
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        let board = try await BoardProcess(
            socketPath: daemon.socketPath,
            user: getuid() == 0 ? Stranger.user : nil
        )
        #expect(try await loss(of: board).contains(#""problem":"notPermitted""#))
        let answer = try await board.answer("POST", "/kinds", body: "{}")
        #expect(answer.status == 502 && answer.body.contains(words), "\(answer)")
    }

    @Test("if nobody makes such a widget")
    func unknownKind() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let error = try await failure {
            _ = try await WidgetHost(on: WaymarkService(socketPath: daemon.socketPath)).place(
                "none",
                of: Self.app
            )
        }
        #expect(error == .unknownKind("none"))
        #expect(error.description.contains("run a provider that serves it, or register a manifest"))
        let outcome = try await Tool(daemon).run("place", Self.app, "none")
        #expect(outcome.ending == .status(4))
        #expect(outcome.errors.contains("'waymarkctl kinds' lists those of manifests and of providers"))
        let bar = try Tool(daemon).start(["watch", "--format", "waybar", "--place", "\(Self.app)/none"])
        try await waiting(until: "the tooltip") {
            bar.output.contains("waymarkctl kinds")
        }
        let board = try await BoardProcess(socketPath: daemon.socketPath)
        let answer = try await board.answer("POST", "/place", body: #"{"app":"\#(Self.app)","kind":"none"}"#)
        #expect(answer.status == 409 && answer.body.contains("Open the gallery again"), "\(answer)")
    }

    @Test("if the person has not allowed the location")
    func notAuthorized() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let error = try await failure {
            _ = try await WaymarkService(socketPath: daemon.socketPath).location(for: Self.app)
        }
        guard case .noLocation(let absence) = error else { throw Overdue("noLocation, not \(error)") }
        #expect(absence.reason == .notDetermined)
        #expect(error.description.contains("request authorization, or allow it with 'waymarkctl authorize'"))
        let tool = Tool(daemon)
        let outcome = try await tool.run("locate")
        #expect(outcome.ending == .status(5))
        #expect(outcome.errors.contains("waymarkctl authorize"), "\(outcome.errors)")

        let provider = try await ScriptedProvider(daemon)
        let widget = try await tool.place(Self.app, "where")
        let bar = try tool.start(["watch", "--format", "waybar", widget])
        try await waiting(until: "the tooltip") {
            bar.output.contains("waymarkctl authorize \(Self.app) when-in-use --widgets yes")
        }
        let board = try await BoardProcess(socketPath: daemon.socketPath)
        let stream = try await board.stream()
        // The page has a button for this state, and the reason behind it.
        try await stream.next("widget", #""status":"denied""#)
        let answer = try await board.answer("POST", "/explain", body: #"{"widget":"\#(widget)"}"#)
        #expect(
            answer.status == 200 && answer.body.contains(#""check":"appAuthorized","holds":false"#),
            "\(answer)"
        )
        withExtendedLifetime(provider) {}
    }

    @Test("if the service is older than the program")
    func olderService() async throws {
        let path = folder.path + "/older"
        let service = try await Self.olderService(at: path)
        let error = try await failure { _ = try await WaymarkService(socketPath: path).availability() }
        guard case .olderService = error else { throw Overdue("olderService, not \(error)") }
        #expect(error.description.contains("upgrade it, or restart it after an upgrade"))
        let updates = try await failure {
            let service = WaymarkService(socketPath: path)
            for try await _ in LocationUpdate.liveUpdates(for: Self.app, on: service) {}
        }
        #expect(updates == .olderService(method: "io.waymark.Location.FollowLocation"))
        let outcome = try await Tool(socketPath: path).run("availability")
        #expect(outcome.ending == .status(1))
        #expect(outcome.errors.contains("upgrade it, or restart it after an upgrade"), "\(outcome.errors)")
        let board = try await BoardProcess(socketPath: path)
        #expect(try await loss(of: board).contains(#""problem":"olderService""#))
        let answer = try await board.answer("POST", "/kinds", body: "{}")
        #expect(answer.status == 409 && answer.body.contains("older than the board"), "\(answer)")
        withExtendedLifetime(service) {}
    }

    /// Starts a service that knows no method, as one of an older version does not know those that came later.
    private static func olderService(at path: String) async throws -> RunningProgram {
        let script = """
            import json, socketserver, sys

            class Client(socketserver.StreamRequestHandler):
                def handle(self):
                    received = b""
                    while piece := self.request.recv(65536):
                        received += piece
                        while b"\\0" in received:
                            call, received = received.split(b"\\0", 1)
                            method = json.loads(call)["method"]
                            error = {"error": "org.varlink.service.MethodNotFound", "parameters": {"method": method}}
                            self.request.sendall(json.dumps(error).encode() + b"\\0")

            with socketserver.ThreadingUnixStreamServer(sys.argv[1], Client) as server:
                print("listens", flush=True)
                server.serve_forever()
            """
        let program = try RunningProgram(["python3", "-c", script, path])
        try await waiting(until: "the older service: \(program.errors)") {
            program.output.contains("listens")
        }
        return program
    }
}

import Glibc
import TestSupport
import Testing

@Suite("The board's server", .ownThreads, .timeLimit(.minutes(10)))
struct BoardRequestTests {
    @Test("serves the page to a browser without a token, and lets it load nothing from elsewhere")
    func page() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for path in [
            "/", "/board.css", "/board.js", "/cards.js", "/dialogs.js", "/service.js", "/trace.js",
            "/icon.svg",
        ] {
            let answer = try await board.answer("GET", path, headers: ["Authorization": ""])
            #expect(answer.status == 200, "\(path)")
            #expect(answer.body.utf8.count > 100, "\(path)")
            #expect(answer.head.contains("Content-Security-Policy: default-src 'none';"))
            #expect(answer.head.contains("script-src 'self'; style-src 'self'"))
            #expect(answer.head.contains("X-Content-Type-Options: nosniff"))
            #expect(!answer.body.contains("https://"), "\(path)")
        }
    }

    @Test(
        "refuses who has no token, another page, and another name of the machine",
        arguments: [
            (["Authorization": ""], 401), (["Authorization": "Bearer 0"], 401),
            (["Authorization": "Bearer " + String(repeating: "0", count: 64)], 401),
            (["Host": "evil.example"], 421), (["Host": "localhost:1"], 421), (["Host": ""], 421),
            (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
            (["Origin": "http://127.0.0.1:1"], 403),
        ]
    )
    func refused(headers: [String: String], status: Int) async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for (method, path) in [("GET", "/events"), ("POST", "/view"), ("POST", "/kinds")] {
            let answer = try await board.answer(method, path, headers: headers, body: "{}")
            #expect(answer.status == status, "\(path): \(answer)")
        }
    }

    @Test(
        "names what is wrong with a request",
        arguments: [
            ("POST", "/view", "{", 400, "no JSON object"), ("POST", "/view", "[]", 400, "no JSON object"),
            ("POST", "/view", "{}", 400, "'stream'"),
            ("POST", "/remove", #"{"widget":"w1","x":1}"#, 400, "'x'"),
            ("POST", "/nothing", "{}", 404, "/nothing"), ("GET", "/nothing", "", 404, "/nothing"),
            ("DELETE", "/view", "", 404, "/view"),
            ("POST", "/answer", #"{"prompt":"p1","choice":"yes"}"#, 400, "'choice'"),
            ("POST", "/answer", #"{"prompt":"p1","choice":"deny"}"#, 409, "no longer pending"),
            ("POST", "/kinds", "{}", 502, "/nonexistent"),
            ("POST", "/view", #"{"x":""# + String(repeating: "y", count: 20_000) + #""}"#, 413, "too long"),
        ]
    )
    func wrong(method: String, path: String, body: String, status: Int, text: String) async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        let answer = try await board.answer(method, path, body: body)
        #expect(answer.status == status)
        #expect(answer.body.contains(text), "\(answer)")
    }

    @Test("closes what is no HTTP, and goes on")
    func nonsense() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for text in ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", String(repeating: "x", count: 100_000) + "\r\n\r\n"] {
            let connection = try HTTPConnection(to: board.port)
            try? connection.send(text, "/", headers: [:])
            var received = ""
            try await waiting(until: "the end of the connection") {
                received = try connection.received()
                return connection.isClosed
            }
            #expect(!received.hasPrefix("HTTP/1.1 200"))
        }
        #expect(try await board.answer("GET", "/").status == 200)
    }

    @Test("serves 32 tabs, refuses the next one, and takes one again when one was closed")
    func tabs() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        var streams: [BoardStream] = []
        for _ in 0..<32 { streams.append(try await board.stream()) }
        let refused = try await board.answer("GET", "/events")
        #expect(refused.status == 503)
        #expect(refused.body.contains("Too many tabs"))
        streams.removeLast()
        try await waiting(until: "a place") { (try? await board.stream()) != nil }
    }

    @Test("ends at SIGTERM with tabs open, and keeps the token for the next one of the session")
    func ends() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        let stream = try await board.stream()
        try await stream.next("service")
        let token = try board.token
        board.signal(SIGTERM)
        #expect(try await board.end() == .status(0))
        let printed = try RunningProgram(
            [BuiltPrograms.board, "--listen", "[::1]:9", "--print-url"],
            environment: ["XDG_RUNTIME_DIR": board.runtimeFolder]
        )
        #expect(try await printed.end() == .status(0))
        #expect(printed.output == "http://[::1]:9/#\(token)\n")
    }

    @Test("says what is wrong with its start")
    func start() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for (options, status, text) in [
            (["--listen", "127.0.0.1:\(board.port)"], 1, "choose another with --listen"),
            (["--listen", "0.0.0.0:8137"], 2, "by which browsers reach this machine"),
            (["--listen", "8137"], 2, "--help says more"), (["x"], 2, "--help says more"),
        ] as [([String], CInt, String)] {
            let program = try RunningProgram(
                [BuiltPrograms.board] + options,
                environment: ["XDG_RUNTIME_DIR": board.runtimeFolder]
            )
            #expect(try await program.end() == .status(status))
            #expect(program.errors.contains(text), "\(program.errors)")
        }
    }
}

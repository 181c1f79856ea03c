import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("The board's server", .ownThreads, .timeLimit(.minutes(10)))
struct BoardRequestTests {
    @Test("serves the page to a browser without a token, and lets it load nothing from elsewhere")
    func page() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for path in [
            "/", "/board.css", "/board.js", "/cards.js", "/dialogs.js", "/service.js", "/trace.js",
            "/arrange.js", "/content.js", "/drawing.js", "/kiosk.js", "/widgets.css", "/icons.svg",
            "/icon.svg", "/location", "/location.css", "/location.js", "/questions.js",
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
            (["Authorization": ""], 401), (["Host": "evil.example"], 421),
            (["Origin": "http://evil.example"], 403),
        ]
    )
    func refused(headers: [String: String], status: Int) async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for (method, path) in [("GET", "/events"), ("POST", "/view"), ("POST", "/kinds")] {
            let answer = try await board.answer(method, path, headers: headers, body: "{}")
            #expect(answer.status == status, "\(path): \(answer)")
        }
    }

    @Test("names what is wrong with a request")
    func wrong() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        for (method, path, body, status, text) in [
            ("POST", "/view", "[]", 400, "no JSON object"), ("POST", "/view", "{}", 400, "'stream'"),
            ("POST", "/remove", #"{"widget":"w1","x":1}"#, 400, "'x'"),
            ("GET", "/nothing", "", 404, "/nothing"), ("DELETE", "/view", "", 404, "/view"),
            ("POST", "/answer", #"{"prompt":"p1","choice":"yes"}"#, 400, "'choice'"),
            ("POST", "/answer", #"{"prompt":"p1","choice":"deny"}"#, 409, "no longer pending"),
            ("POST", "/kinds", "{}", 502, "/nonexistent"),
            ("POST", "/view", #"{"x":""# + String(repeating: "y", count: 20_000) + #""}"#, 413, "too long"),
        ] as [(String, String, String, Int, String)] {
            let answer = try await board.answer(method, path, body: body)
            #expect(answer.status == status && answer.body.contains(text), "\(path): \(answer)")
        }
    }

    @Test("serves 32 tabs, refuses the next one, and takes one again when one was closed")
    func tabs() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        var streams: [BoardStream] = []
        for _ in 0..<32 { streams.append(try await board.stream()) }
        let refused = try await board.answer("GET", "/events")
        #expect(refused.status == 503 && refused.body.contains("Too many tabs"))
        streams.removeLast()
        try await waiting(until: "a place") { (try? await board.stream()) != nil }
    }

    @Test("opens by a file of its user with a code that works once")
    func opens() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        let url = try await board.url
        let path = String(url.dropFirst("file://".count))
        let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
        let address = try #require(text.firstMatch(of: #/url=http://([^/]+)/\#([0-9a-f]{64})"/#)).output
        #expect(try String(address.1) == "\(board.host):\(board.port)")
        for status in [200, 401] {
            let body = #"{"code":"\#(address.2)"}"#
            let answer = try await board.answer("POST", "/unlock", headers: ["Authorization": ""], body: body)
            #expect(answer.status == status, "\(answer)")
            if status == 200 { #expect(try answer.body == #"{"token":"\#(board.token)"}"#) }
        }
        let foreign = ["Authorization": "", "Origin": "http://localhost:\(board.port)"]
        #expect(try await board.answer("POST", "/unlock", headers: foreign, body: "{}").status == 403)
    }

    @Test("writes an address with a secret to a terminal only, because command lines are public")
    func terminal() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        let refused = try await board.run("--print-url")
        #expect(try await refused.end() == .status(1))
        #expect(refused.output.isEmpty && refused.errors.contains("--open"))
    }

    @Test("keeps its secrets with its sockets, and draws others once they were closed")
    func secrets() async throws {
        let port = try LoopbackPort.unused()
        let listener = try TCPListener(host: "localhost", port: port)
        let sockets = listener.descriptors
        let board = try await BoardProcess(socketPath: "/nonexistent", port: nil, sockets: sockets)
        #expect(board.port == port)
        let (token, host) = (try board.token, try board.host)
        // A second one on another port would take the session's files from it.
        let second = try await board.run()
        #expect(try await second.end() == .status(1))
        #expect(second.errors.contains("waymark-board --open"))
        try await board.restart(sockets: sockets)
        #expect(try (board.token, board.host) == (token, host))
        #expect(try await board.answer("GET", "/").status == 200)
        let unused = try await board.url

        // Whoever had the port in the meantime may have been told these.
        let other = try TCPListener(host: "localhost", port: try LoopbackPort.unused())
        try await board.restart(sockets: other.descriptors)
        #expect(board.port == other.port)
        #expect(try board.token != token)
        #expect(try board.host != host)
        #expect(access(String(unused.dropFirst("file://".count)), F_OK) != 0)
    }

    @Test("is not opened while somebody else listens at its port")
    func otherListener() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        board.signal(SIGKILL)
        _ = try await board.end()
        for isTaken in [false, true] {
            let other = isTaken ? try TCPListener(host: "127.0.0.1", port: board.port) : nil
            let opening = try await board.run("--open")
            #expect(try await opening.end() == .status(1))
            #expect(opening.output.isEmpty)
            #expect(opening.errors.contains("systemctl --user start waymark-board.service"))
            withExtendedLifetime(other) {}
        }
    }

    @Test("takes a port of its user if another program has the usual one, and keeps it")
    func ownPort() async throws {
        // Another test, or a board of this machine, may have it already.
        let usual = try? TCPListener(host: "127.0.0.1", port: 8137)
        let board = try await BoardProcess(socketPath: "/nonexistent", port: nil)
        #expect(board.port != 8137)
        let kept = board.port
        try board.endSession()
        try await board.restart()
        #expect(board.port == kept)
        // A second board would only hide the first.
        let second = try await board.run()
        #expect(try await second.end() == .status(1))
        #expect(second.errors.contains("runs in this session already"))
        withExtendedLifetime(usual) {}
    }

    @Test("serves eight connections of one user that have shown no token, and more that have")
    func strangers() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        var streams: [BoardStream] = []
        for _ in 0..<4 { streams.append(try await board.stream()) }
        let idle = try (0..<12).map { _ in try HTTPConnection(to: board.port) }
        try await waiting(until: "four closed connections") {
            for connection in idle { _ = try connection.received() }
            return idle.count(where: \.isClosed) == 4
        }
        #expect(try streams.allSatisfy { try !$0.isClosed })
        withExtendedLifetime(idle) {}
    }

    @Test(
        "answers its user while another one takes as many connections as he can",
        .enabled(if: geteuid() == 0, "only root can become another user")
    )
    func otherUser() async throws {
        let board = try await BoardProcess(socketPath: "/nonexistent")
        let attack = """
            import socket, sys, time
            held = [socket.create_connection(("127.0.0.1", \(board.port))) for _ in range(500)]
            print("held", flush=True)
            time.sleep(600)
            """
        let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let other = try RunningProgram(nobody + ["/usr/bin/python3", "-c", attack])
        try await waiting(until: "the connections") {
            if !other.isRunning { throw Overdue("the connections: \(other.errors)") }
            return other.output.contains("held")
        }
        #expect(try await board.answer("GET", "/").status == 200)
        #expect(try await board.answer("POST", "/kinds", body: "{}").status == 502)
        #expect(other.isRunning)
    }
}

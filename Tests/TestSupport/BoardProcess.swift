/// A `waymark-board` with a port and a session of its own.
package final class BoardProcess {
    package private(set) var port: UInt16 = 0

    /// The folder of the session, and of what the board keeps over sessions.
    package var folder: String { home.path }

    private let home: TemporaryFolder
    private let command: [String]
    private var program: RunningProgram

    /// Starts a board and waits until it serves the page.
    ///
    /// The port is `nil` for the one that the board chooses, 0 for an unused one. It is passed the listening sockets.
    package init(
        socketPath: String,
        port: UInt16? = 0,
        options: [String] = [],
        sockets: [CInt] = []
    ) async throws {
        home = try TemporaryFolder()
        var command = [BuiltPrograms.board, "--socket", socketPath]
        if let port {
            command += ["--listen", "localhost:\(port == 0 ? try LoopbackPort.unused() : port)"]
        }
        self.command = command + options
        program = try Self.start(self.command, in: home.path, sockets)
        try await waitUntilServed()
    }

    private static func start(_ command: [String], in folder: String, _ sockets: [CInt]) throws
        -> RunningProgram
    {
        // LISTEN_PID must be the board's process ID: the shell's, which `exec` keeps.
        let passing = ["/bin/sh", "-c", "export LISTEN_PID=$$; exec \"$0\" \"$@\""]
        var environment = ["XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder + "/state"]
        if !sockets.isEmpty { environment["LISTEN_FDS"] = "\(sockets.count)" }
        return try RunningProgram(
            (sockets.isEmpty ? [] : passing) + command,
            environment: environment,
            descriptors: sockets
        )
    }

    private func waitUntilServed() async throws {
        port = try await waiting(for: "the board") {
            if !program.isRunning { throw Overdue("a board: \(program.errors)") }
            return program.errors.firstMatch(of: #/serves port (\d+)/#).flatMap { UInt16($0.output.1) }
        }
    }

    /// Ends it, and starts another in the same session.
    package func restart(sockets: [CInt] = []) async throws {
        program.kill()
        program = try Self.start(command, in: home.path, sockets)
        try await waitUntilServed()
    }

    /// Ends the session: what only counts for it is gone.
    package func endSession() throws {
        program.kill()
        for name in ["waymark-board", "waymark-board.token"] { removeTree("\(home.path)/\(name)") }
    }

    /// Runs the program once more in this session, until it ends.
    package func run(_ options: String...) async throws -> RunningProgram {
        let run = try Self.start([BuiltPrograms.board] + options, in: home.path, [])
        _ = try await run.end()
        return run
    }

    package var token: String {
        get throws {
            let bytes = try Checkout.bytes(of: home.path + "/waymark-board.token")
            return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
        }
    }

    package var host: String {
        get throws {
            let bytes = try Checkout.bytes(of: home.path + "/waymark-board/sockets")
            return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != " " })
        }
    }

    /// The address of a file that opens the page.
    package var url: String {
        get async throws {
            let run = try await run("--open")
            return String(run.output.prefix { $0 != "\n" })
        }
    }

    package func signal(_ number: CInt) { program.signal(number) }

    package func end() async throws -> RunningProgram.Ending { try await program.end() }

    package func answer(
        _ method: String,
        _ path: String,
        headers: [String: String] = [:],
        body: String = ""
    ) async throws -> HTTPConnection.Answer {
        let connection = try HTTPConnection(to: port)
        try connection.send(method, path, headers: try self.headers.merging(headers) { $1 }, body: body)
        return try await connection.answer()
    }

    package func stream() async throws -> BoardStream {
        let connection = try HTTPConnection(to: port)
        try connection.send("GET", "/events", headers: try headers)
        return try await BoardStream(connection)
    }

    private var headers: [String: String] {
        get throws {
            [
                "Host": "\(try host):\(port)", "Authorization": "Bearer \(try token)", "Connection": "close",
                "Content-Type": "application/json",
            ]
        }
    }
}

package final class BoardStream {
    package struct Event: Hashable, Sendable {
        package let name: String
        package let data: String
    }

    /// The stream's name, by which its tab reports its view.
    package private(set) var name = ""

    private let connection: HTTPConnection
    private var count = 0

    package var isClosed: Bool {
        get throws {
            _ = try connection.received()
            return connection.isClosed
        }
    }

    init(_ connection: HTTPConnection) async throws {
        self.connection = connection
        let first = try await next("stream")
        name = first.data.split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
    }

    package func events() throws -> [Event] {
        let lines = try connection.received().split(separator: "\r\n").flatMap { $0.split(separator: "\n") }
        return zip(lines, lines.dropFirst()).compactMap { name, data in
            guard name.hasPrefix("event: "), data.hasPrefix("data: ") else { return nil }
            return Event(name: String(name.dropFirst(7)), data: String(data.dropFirst(6)))
        }
    }

    /// Waits for the next event of this name whose value contains a text, and skips those before it.
    @discardableResult
    package func next(_ name: String, _ text: String = "") async throws -> Event {
        do {
            return try await waiting(for: "the event \(name) with \(text.debugDescription)") {
                let all = try events()
                let rest = all.dropFirst(count)
                guard let index = rest.firstIndex(where: { $0.name == name && $0.data.contains(text) }) else {
                    if connection.isClosed { throw Overdue("the stream has ended without the event \(name)") }
                    return nil
                }
                count = index + 1
                return all[index]
            }
        } catch let overdue as Overdue { throw Overdue("\(overdue.description) among \(try events())") }
    }
}

import Glibc
import LinuxSystem

/// A `waymark-board` with a port and a token of its own.
package final class BoardProcess {
    /// The port of the page.
    package let port: UInt16

    private let folder: TemporaryFolder
    private let program: RunningProgram

    /// Starts a board and waits until it serves the page.
    ///
    /// - Parameters:
    ///   - socketPath: The service's socket.
    ///   - user: The user to run it as, which only root may choose; `nil` for this one.
    ///   - options: Further options.
    /// - Throws: ``SystemError`` or ``Overdue`` if it does not start.
    package init(socketPath: String, user: Int? = nil, options: [String] = []) async throws {
        folder = try TemporaryFolder()
        let port = try LoopbackPort.unused()
        self.port = port
        var command = [BuiltPrograms.board]
        if let user {
            // Another user cannot run it in a private home.
            let copy = folder.path + "/waymark-board"
            let install = try RunningProgram(["install", "-m", "755", BuiltPrograms.board, copy])
            guard try await install.end() == .status(0), chown(folder.path, uid_t(user), gid_t(user)) == 0
            else {
                throw Overdue("a copy of the board: \(install.errors)")
            }
            command = ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", copy]
        }
        let program = try RunningProgram(
            command + ["--socket", socketPath, "--listen", "127.0.0.1:\(port)"] + options,
            environment: ["XDG_RUNTIME_DIR": folder.path]
        )
        self.program = program
        try await waiting(until: "the board") {
            if !program.isRunning { throw Overdue("a board: \(program.errors)") }
            return program.errors.contains("serves http://127.0.0.1:\(port)/")
        }
    }

    /// The secret of the page.
    package var token: String {
        get throws {
            let bytes = try Checkout.bytes(of: folder.path + "/waymark-board.token")
            return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
        }
    }

    /// The address of the page with its token.
    package var url: String { get throws { "http://127.0.0.1:\(port)/#\(try token)" } }

    /// The folder of the token, to start another board in the same session.
    package var runtimeFolder: String { folder.path }

    /// Sends it a signal.
    package func signal(_ number: CInt) { program.signal(number) }

    /// Waits for its end.
    package func end() async throws -> RunningProgram.Ending { try await program.end() }

    /// Sends a request and waits for the answer.
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

    /// Opens a tab's stream of events.
    package func stream() async throws -> BoardStream {
        let connection = try HTTPConnection(to: port)
        try connection.send("GET", "/events", headers: try headers)
        return try await BoardStream(connection)
    }

    private var headers: [String: String] {
        get throws {
            [
                "Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(try token)", "Connection": "close",
                "Content-Type": "application/json",
            ]
        }
    }
}

/// The events of a tab, read by a test.
package final class BoardStream {
    /// An event.
    package struct Event: Hashable, Sendable {
        package let name: String

        /// The value, in JSON.
        package let data: String
    }

    /// The stream's name, by which its tab reports its view.
    package private(set) var name = ""

    private let connection: HTTPConnection
    private var count = 0

    init(_ connection: HTTPConnection) async throws {
        self.connection = connection
        let first = try await next("stream")
        name = first.data.split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
    }

    /// All events so far.
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
                    return nil
                }
                count = index + 1
                return all[index]
            }
        } catch let overdue as Overdue { throw Overdue("\(overdue.description) among \(try events())") }
    }
}

import Glibc
import LinuxSystem
import TestSupport
import Testing

/// A terminal of a real tmux, in which a program runs.
final class TmuxTerminal {
    private let folder: TemporaryFolder
    private let client: [String]
    private let server: RunningProgram

    private static let environment = ["TERM": "xterm-256color", "TMUX": "", "LC_ALL": "C.UTF-8"]

    init(_ command: String, environment: [String: String]) async throws {
        folder = try TemporaryFolder()
        client = ["tmux", "-S", "\(folder.path)/tmux", "-f", "/dev/null"]
        server = try RunningProgram(client + ["-D"], environment: Self.environment)
        let socket = "\(folder.path)/tmux"
        try await waiting(until: "tmux") { access(socket, F_OK) == 0 }
        let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        // SwiftPM sets NO_COLOR. A terminal that a program left in raw mode lacks some of these words.
        let settings = "stty -a | tr -s ' ;\\n' '\\n' | grep -xE 'icanon|echo|icrnl|opost' | sort"
        let script = "env -u NO_COLOR \(variables) \(command); status=$?"
        let whole = "\(script); echo $(\(settings)), ended $status; cat"
        try await run("new-session", "-d", "-x", "110", "-y", "30", whole)
    }

    deinit { server.kill() }

    /// Returns what the terminal shows, with the codes of its colours if `withColours` is set.
    func text(withColours: Bool = false) async throws -> String {
        try await run(["capture-pane", "-p"] + (withColours ? ["-e"] : []))
    }

    /// Waits until the terminal shows a text, and returns all that it shows.
    @discardableResult
    func shows(_ part: String) async throws -> String { try await shows(part) { $0.contains(part) } }

    /// Waits until what the terminal shows is as described, and returns it.
    @discardableResult
    func shows(_ what: String, _ isSo: (String) -> Bool) async throws -> String {
        var text = ""
        do {
            try await waiting(until: what) {
                text = try await self.text()
                return isSo(text)
            }
        } catch is Overdue { throw Overdue("\(what) on the screen:\n\(text)") }
        return text
    }

    func press(_ keys: String...) async throws { try await run(["send-keys"] + keys) }

    func resize(columns: Int, rows: Int) async throws {
        try await run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    func program() async throws -> pid_t {
        let shell = try await run("display", "-p", "#{pane_pid}").trimmingNewlines
        let path = "/proc/\(shell)/task/\(shell)/children"
        let children = try String(decoding: Checkout.bytes(of: path), as: UTF8.self)
        return try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
    }

    func close() async throws { try await run("kill-server") }

    /// Waits for the program's end, and checks that it left the terminal as it was.
    func endsWithRestoredTerminal(status: Int) async throws {
        try await shows("echo icanon icrnl opost, ended \(status)\n")
        #expect(try await run("display", "-p", "#{alternate_on}#{cursor_flag}").trimmingNewlines == "01")
    }

    @discardableResult
    private func run(_ arguments: String...) async throws -> String { try await run(arguments) }

    @discardableResult
    private func run(_ arguments: [String]) async throws -> String {
        try await RunningProgram.output(of: client + arguments, environment: Self.environment)
    }
}

extension String {
    var trimmingNewlines: String { String(split(separator: "\n").joined()) }
}

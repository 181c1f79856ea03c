import Glibc

/// A private session bus with a notification server controlled by the test.
///
/// The bus is a real `dbus-daemon`; the server is `Tests/TestSupport/notification-server.py`.
package final class NotificationDesktop {
    /// Why it cannot run here; `nil` if it can.
    package static let obstacle: String? = {
        for program in ["dbus-daemon", "mkfifo"] where !ChildProcess.isInstalled(program) {
            return "\(program) is not installed"
        }
        return RunningProgram.succeeds([python, "-c", "import dbus, gi.repository.GLib"])
            ? nil : "Debian's python3-dbus and python3-gi are not installed"
    }()

    /// Debian's Python, which has the modules from Debian's packages.
    private static let python = "/usr/bin/python3"

    package let address: String

    private let folder: TemporaryFolder
    private let bus: RunningProgram
    private var server: RunningProgram?

    /// Starts the bus without a server.
    package init() async throws {
        folder = try TemporaryFolder()
        let bus = try RunningProgram(["dbus-daemon", "--session", "--nofork", "--print-address=1"])
        self.bus = bus
        address = try await waiting(for: "the bus") {
            bus.output.split(separator: "\n").first.map(String.init)
        }
        guard mkfifo(fifo, 0o600) == 0 else { throw Overdue("a fifo at \(fifo)") }
    }

    private var fifo: String { folder.path + "/fifo" }

    /// Starts a server and waits until it owns its name.
    package func startServer(capabilities: [String] = ["actions", "body", "body-markup"]) async throws {
        let script = Checkout.root + "/Tests/TestSupport/notification-server.py"
        let server = try RunningProgram(
            [Self.python, script, fifo] + capabilities,
            environment: ["DBUS_SESSION_BUS_ADDRESS": address]
        )
        self.server = server
        try await waiting(until: "the notification server") {
            if !server.isRunning { throw Overdue("a notification server: \(server.errors)") }
            return server.output.contains("ready")
        }
    }

    package func killServer() { server?.kill() }

    package func killBus() { bus.kill() }

    /// The requests to the server so far, each as a JSON object.
    package var events: [String] {
        (server?.output ?? "").split(separator: "\n").map(String.init).filter { !$0.contains("ready") }
    }

    /// Waits for a request to the server that contains all these texts, and returns it.
    package func event(_ texts: String...) async throws -> String {
        try await waiting(for: "\(texts) among \(events)") {
            events.first { event in texts.allSatisfy { event.contains($0) } }
        }
    }

    /// Acts as the person: `press ID KEY` or `close ID REASON`.
    package func person(_ command: String) throws {
        let number = open(fifo, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw Overdue("the fifo") }
        defer { close(number) }
        let bytes = Array("\(command)\n".utf8)
        guard write(number, bytes, bytes.count) == bytes.count else { throw Overdue("the fifo") }
    }
}

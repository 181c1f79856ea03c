import Glibc
import LinuxSystem
import TestSupport
import Testing

/// A mosquitto of the test's own, and what it was sent.
final class Mosquitto {
    struct Message: Hashable {
        let topic: String
        let payload: String
        let isRetained: Bool
    }

    static let program = "/usr/sbin/mosquitto"
    static let isInstalled = access(program, X_OK) == 0 && access("/usr/bin/mosquitto_sub", X_OK) == 0

    let port: UInt16
    private let folder: TemporaryFolder
    private let client: [String]
    private var broker: RunningProgram?
    private var subscriber: RunningProgram?

    /// Starts a broker that keeps nothing over its end.
    ///
    /// - Parameters:
    ///   - lines: Further lines of its configuration.
    ///   - client: The options with which clients of the test connect.
    /// - Throws: ``Overdue``, or what else keeps it from starting.
    init(_ lines: String = "allow_anonymous true", client: [String] = []) async throws {
        port = try LoopbackPort.unused()
        folder = try TemporaryFolder()
        self.client = client
        // As root it would become another user, who may not enter the folder.
        let user = geteuid() == 0 ? "user root\n" : ""
        try folder.write("listener \(port) 127.0.0.1\n\(user)\(lines)\n", to: "mosquitto.conf")
        try await start()
    }

    func start() async throws {
        let broker = try RunningProgram([Self.program, "-c", folder.path + "/mosquitto.conf"])
        self.broker = broker
        subscriber = nil
        let file = try subscribe("#")
        try await waiting(until: "mosquitto: \(broker.errors)") {
            try #require(broker.isRunning, "\(broker.errors)")
            try publish("test/ready", "yes")
            return file.output.contains("test/ready")
        }
        subscriber = file
    }

    func kill() {
        broker?.kill()
        broker = nil
    }

    private func subscribe(_ topic: String) throws -> RunningProgram {
        // Until there is a broker, it ends at once.
        let script = "until mosquitto_sub \"$@\"; do sleep 0.1; done"
        let options = ["-p", "\(port)", "-h", "127.0.0.1", "-q", "1", "-t", topic, "-F", "%r|%t|%p"] + client
        return try RunningProgram(["sh", "-c", script, "sh"] + options)
    }

    func publish(_ topic: String, _ payload: String, isRetained: Bool = false) throws {
        try publish(topic, by: ["-m", payload] + (isRetained ? ["-r"] : []))
    }

    func publish(_ topic: String, ofFile path: String) throws { try publish(topic, by: ["-f", path]) }

    private func publish(_ topic: String, by options: [String]) throws {
        let common = ["-p", "\(port)", "-h", "127.0.0.1", "-q", "1", "-t", topic] + client
        let program = try RunningProgram(["mosquitto_pub"] + common + options)
        while program.isRunning { usleep(5000) }
    }

    /// Returns what was sent since the broker was started, in the order in which it came.
    var messages: [Message] {
        Self.messages(subscriber?.output ?? "")
    }

    func messages(_ topic: String) -> [Message] { messages.filter { $0.topic == topic } }

    private static func messages(_ output: String) -> [Message] {
        output.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1] != "test/ready" else { return nil }
            return Message(topic: String(parts[1]), payload: String(parts[2]), isRetained: parts[0] == "1")
        }
    }

    /// Returns what the broker keeps for whoever subscribes now.
    func retained(_ topic: String) async throws -> String? {
        let options = [
            "-p", "\(port)", "-h", "127.0.0.1", "-t", topic, "-F", "%r|%t|%p", "-W", "2", "-C", "1",
        ]
        let program = try RunningProgram(["mosquitto_sub"] + options + client)
        _ = try await program.end()
        return Self.messages(program.output).first { $0.isRetained }?.payload
    }
}

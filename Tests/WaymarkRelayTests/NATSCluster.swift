import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Relay

/// Three nodes of nats-server that speak MQTT and keep each message three times, and what one of them was sent.
final class NATSCluster {
    static let program = "/usr/sbin/nats-server"
    static let isInstalled =
        access(program, X_OK) == 0 && access("/usr/bin/mosquitto_sub", X_OK) == 0
        && access("/usr/bin/curl", X_OK) == 0

    private let folder: TemporaryFolder
    private let ports: [UInt16]
    private var nodes: [Int: RunningProgram] = [:]
    private var reader: RunningProgram?

    init() async throws {
        folder = try TemporaryFolder()
        var unused: Set<UInt16> = []
        while unused.count < 12 { unused.insert(try LoopbackPort.unused()) }
        ports = Array(unused)
        let routes = (0..<3).map { "nats://127.0.0.1:\(ports[3 + $0])" }.joined(separator: ", ")
        for node in 0..<3 {
            try folder.write(
                """
                server_name: node\(node)
                listen: 127.0.0.1:\(ports[6 + node])
                http: 127.0.0.1:\(ports[9 + node])
                jetstream { store_dir: "\(folder.path)/node\(node)" }
                cluster { name: test, listen: 127.0.0.1:\(ports[3 + node]), routes: [\(routes)] }
                mqtt { listen: 127.0.0.1:\(port(node)), stream_replicas: 3 }

                """,
                to: "node\(node).conf"
            )
            try start(node)
        }
        for node in 0..<3 {
            try await waiting(until: "node \(node): \(nodes[node]?.errors ?? "")") {
                try await !status(node, "healthz").isEmpty
            }
        }
    }

    func port(_ node: Int) -> UInt16 { ports[node] }

    func start(_ node: Int) throws {
        nodes[node] = try RunningProgram([Self.program, "-c", "\(folder.path)/node\(node).conf"])
    }

    func kill(_ node: Int) { nodes.removeValue(forKey: node)?.kill() }

    private func status(_ node: Int, _ path: String) async throws -> String {
        let curl = try RunningProgram(["curl", "-sf", "http://127.0.0.1:\(ports[9 + node])/\(path)"])
        _ = try await curl.end()
        return curl.output
    }

    /// Returns the node that leads the stream of all MQTT messages, which there is once somebody has connected.
    func leader() async throws -> Int {
        for node in 0..<3 {
            let text = try await status(node, "jsz?accounts=1&streams=1")
            guard let stream = text.firstRange(of: #""name": "$MQTT_msgs""#) else { continue }
            let rest = text[stream.upperBound...]
            guard let name = rest.firstRange(of: #""leader": "node"#),
                let digit = rest[name.upperBound...].first
            else { continue }
            return try #require(digit.wholeNumberValue)
        }
        throw Overdue("a leader")
    }

    func read(from node: Int) async throws {
        let options = ["-h", "127.0.0.1", "-p", "\(port(node))", "-q", "1", "-t", "test/ready"]
        let script = "until mosquitto_sub \"$@\"; do sleep 0.1; done"
        let events = ["-t", "waymark/#", "-F", "%t|%p"]
        let reader = try RunningProgram(["sh", "-c", script, "sh"] + options + events)
        self.reader = reader
        try await waiting(until: "the reader: \(reader.errors)") {
            _ = try await RunningProgram(["mosquitto_pub"] + options + ["-m", "yes"]).end()
            return reader.output.contains("test/ready")
        }
    }

    var events: [RelayEvent] {
        (reader?.output ?? "").split(separator: "\n").compactMap { line in
            guard line.hasPrefix("waymark/anna/boat/"), let start = line.firstIndex(of: "|") else {
                return nil
            }
            return try? RelayEvent(json: Array(line[line.index(after: start)...].utf8))
        }
    }
}

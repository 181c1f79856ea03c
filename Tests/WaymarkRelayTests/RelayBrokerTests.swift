import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink

@testable import Relay
@testable import WaymarkRelay

/// A `waymark-relay` with its own files.
final class RelayProgram {
    private let folder: TemporaryFolder
    private(set) var program: RunningProgram?
    private let socket: String

    init(_ configuration: String, socket: String? = nil) throws {
        // In memory the real disk does not slow thousands of commits down.
        folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil)
        self.socket = socket ?? folder.path + "/no-service"
        mkdir(folder.path + "/run", 0o700)
        try configure(configuration)
    }

    var state: String { folder.path + "/state" }
    var statusPath: String { folder.path + "/run/status" }
    var log: String { program?.errors ?? "" }

    func configure(_ text: String) throws {
        try folder.write("[Device]\nUser=anna\nName=boat\n\(text)\n", to: "relay.conf")
    }

    func write(_ text: String, to name: String) throws -> String {
        try folder.write(text, to: name)
        return "\(folder.path)/\(name)"
    }

    /// Starts the program, by a launcher that limits it for example.
    func start(by launcher: [String] = []) throws {
        let files = ["--config", folder.path + "/relay.conf", "--state", state, "--socket", socket]
        program = try RunningProgram(
            launcher + [BuiltPrograms.relay] + files,
            environment: ["RUNTIME_DIRECTORY": folder.path + "/run"]
        )
    }

    func kill() {
        program?.kill()
        program = nil
    }

    func hasLogged(_ text: String) async throws {
        do {
            try await waiting(until: "the log") { log.contains(text) }
        } catch is Overdue { throw Overdue("\(text.debugDescription) in the log:\n\(log)") }
    }

    /// Puts events into the outbox while the program does not run: such as tell no place, which would wait for the service.
    func fill(_ reasons: [String]) throws {
        let model = ModelRelay(state)
        try model.start()
        let now = ModelRelay.moment(0)
        for reason in reasons {
            let anchor = RelayAnchor(state: .holding, reason: reason)
            try model.delivery?.take(RelayEvent(.anchor, at: now.utc) { $0.anchor = anchor }, at: now)
        }
        model.kill()
    }
}

extension Mosquitto {
    /// How a relay reaches it, without encryption.
    var section: String { "[Broker]\nAddress=127.0.0.1:\(port)\nTLS=no\nReconnectWithin=1s" }

    /// The events that came in Waymark's own format.
    var events: [RelayEvent] {
        messages.filter { $0.topic.hasPrefix("waymark/anna/boat/") }
            .compactMap { try? RelayEvent(json: Array($0.payload.utf8)) }
    }

    var sequences: [Int] { events.map(\.sequence) }
}

@Suite(
    "waymark-relay, with a real mosquitto",
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: Mosquitto.isInstalled, "the package mosquitto is not installed")
)
struct RelayBrokerTests {
    private static let names = (1...30).map { "region \($0)" }

    @Test("sends the rest after a kill, and twice at most what was in flight, with the same key")
    func killed() async throws {
        let broker = try await Mosquitto()
        let relay = try RelayProgram(broker.section)
        try relay.fill(Self.names)
        try relay.start()
        try await waiting(until: "an event: \(relay.log)") { !broker.sequences.isEmpty }
        relay.kill()
        try await waiting(until: "the will") {
            broker.messages("waymark/anna/boat/status").last?.payload == "offline"
        }
        try relay.start()
        try await waiting(until: "the rest: \(relay.log)") { Set(broker.sequences) == Set(1...30) }
        let counts = broker.sequences.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        #expect(counts.values.allSatisfy { $0 <= 2 } && counts.values.filter { $0 == 2 }.count <= 20)
        #expect(Set(broker.events).count == 30)
    }

    @Test("says that the password is wrong, loses nothing, and sends it with the right one")
    func password() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "passwords")
        let passwords = folder.path + "/passwords"
        let made = try RunningProgram(["mosquitto_passwd", "-b", passwords, "anna", "right"])
        #expect(try await made.end() == .status(0), "\(made.errors)")
        let broker = try await Mosquitto(
            "allow_anonymous false\npassword_file \(passwords)",
            client: ["-u", "anna", "-P", "right"]
        )
        let relay = try RelayProgram("")
        try relay.fill(["a"])
        let file = try relay.write("wrong\n", to: "password")
        try relay.configure("\(broker.section)\nUser=anna\nPasswordFile=\(file)")
        try relay.start()
        try await relay.hasLogged("the broker refuses: Connection Refused: not authorised")
        relay.kill()
        _ = try relay.write("right\n", to: "password")
        try relay.start()
        try await waiting(until: "the event: \(relay.log)") { broker.sequences == [1] }
        chmod(file, 0o644)
        relay.kill()
        try relay.start()
        #expect(try await relay.program?.end() == .status(78))
        #expect(relay.log.contains("everybody can read it"))
    }

    @Test("trusts the owner's authority by TLS, neither another one nor another name; has a certificate")
    func encryption() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path as String
        let script = """
            set -e; cd "$1"
            for ca in good bad; do
                openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$ca" -keyout $ca.key -out $ca.crt
            done
            for host in localhost elsewhere.example anna; do
                openssl req -newkey rsa:2048 -nodes -subj "/CN=$host" -keyout $host.key -out $host.csr
                echo "subjectAltName=DNS:$host" >ext
                openssl x509 -req -in $host.csr -CA good.crt -CAkey good.key -CAcreateserial -days 2 -extfile ext -out $host.crt
            done
            """
        let made = try RunningProgram(["sh", "-c", script, "sh", path])
        #expect(try await made.end() == .status(0), "\(made.errors)")
        func broker(_ name: String) async throws -> Mosquitto {
            let lines = """
                allow_anonymous true
                certfile \(path)/\(name).crt
                keyfile \(path)/\(name).key
                cafile \(path)/good.crt
                require_certificate true
                """
            let own = ["--cert", "\(path)/anna.crt", "--key", "\(path)/anna.key"]
            return try await Mosquitto(lines, client: ["--cafile", "\(path)/good.crt", "--insecure"] + own)
        }
        let right = try await broker("localhost")
        func section(_ broker: Mosquitto, _ authority: String, isCertified: Bool = true) -> String {
            let certificate = isCertified ? "\nCertificate=\(path)/anna.crt\nKey=\(path)/anna.key" : ""
            return "[Broker]\nAddress=localhost:\(broker.port)\nReconnectWithin=1s\n"
                + "Authority=\(path)/\(authority).crt\(certificate)"
        }
        let relay = try RelayProgram(section(right, "good"))
        try relay.fill(["a"])
        try relay.start()
        try await waiting(until: "the event: \(relay.log)") { right.sequences == [1] }
        let elsewhere = try await broker("elsewhere.example")
        for (lines, complaint) in [
            (section(right, "good", isCertified: false), "no connection to the broker"),
            (section(right, "bad"), "certificate verify failed"),
            (section(elsewhere, "good"), "no connection to the broker"),
        ] {
            relay.kill()
            try relay.configure(lines)
            try relay.start()
            try await relay.hasLogged(complaint)
            #expect(!relay.log.contains("connected to the broker"), "\(relay.log)")
        }
    }

    @Test("goes on, within the memory that its unit gives it, when the broker sends a message of 100 MB")
    func hugeMessage() async throws {
        let broker = try await Mosquitto()
        let relay = try RelayProgram("\(broker.section)\n[Formats]\nOwnTracks=yes")
        let unit = try Checkout.bytes(of: Checkout.root + "/systemd/waymark-relay.service")
        let limit = try #require(
            String(decoding: unit, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("LimitDATA=") }
        )
        try relay.start(by: ["prlimit", "--data=\(limit.dropFirst(10).dropLast())000000"])
        try await relay.hasLogged("connected to the broker")
        let file = try relay.write("", to: "huge")
        try #require(truncate(file, 100_000_000) == 0)
        try broker.publish("owntracks/anna/boat/cmd", ofFile: file)
        try await relay.hasLogged("there is no memory for the message that the broker sent")
        try relay.program.map { try #require($0.isRunning) }
        try await waiting(until: "the second greeting: \(relay.log)") {
            broker.messages("waymark/anna/boat/status").count { $0.payload == "online" } == 2
        }
    }

    @Test("ends a connection that the broker answers twice, instead of greeting it each time")
    func answersTwice() async throws {
        let (broker, section) = try await answering(times: 50)
        let relay = try RelayProgram("\(section)\nReconnectWithin=1h")
        try relay.start()
        try await relay.hasLogged("the broker answers one connection twice")
        #expect(relay.log.split(separator: "connected to the broker").count == 2, "\(relay.log)")
        try await waiting(until: "the end") { !broker.isRunning }
    }

    @Test("leaves it to the will to say that it is offline if the broker does not acknowledge that")
    func unheard() async throws {
        let (broker, section) = try await answering(times: 1)
        let relay = try RelayProgram(section)
        try relay.start()
        try await relay.hasLogged("connected to the broker")
        relay.program?.signal(SIGTERM)
        #expect(try await relay.program?.end() == .status(0))
        try await waiting(until: "the end") { !broker.isRunning }
        #expect(broker.output.hasSuffix("it has said offline and no good-bye\n"), "\(broker.output)")
    }

    @Test("says which topic the broker does not let it read, once, and goes on")
    func refusedTopic() async throws {
        let script = #"""
            for connection in range(2):
                client, _ = server.accept()
                stream = client.makefile("rb")
                while first := stream.read(1):
                    length, shift = 0, 0
                    while True:
                        byte = stream.read(1)[0]
                        length |= (byte & 127) << shift
                        shift += 7
                        if byte < 128: break
                    body = stream.read(length)
                    kind = first[0] >> 4
                    if kind == 1: client.sendall(bytes([0x20, 2, 0, 0]))
                    if kind == 8:
                        client.sendall(bytes([0x90, 3]) + body[:2] + bytes([0x80]))
                        print("refused", flush=True)
                        if connection == 0: client.shutdown(socket.SHUT_WR)
                stream.close()
                client.close()
            """#
        let (broker, section) = try await started(script)
        let relay = try RelayProgram("\(section)\nReconnectWithin=1s\n[Formats]\nOwnTracks=yes")
        try relay.start()
        let told = "the broker does not let the relay read owntracks/anna/boat/cmd"
        try await relay.hasLogged(told)
        try await waiting(until: "the second refusal: \(broker.errors)\(relay.log)") {
            broker.output.split(separator: "refused").count == 3
        }
        try await waiting(until: "the status: \(relay.log)") {
            let status = (try? Checkout.bytes(of: relay.statusPath)) ?? []
            return String(decoding: status, as: UTF8.self)
                .contains("connected, but the broker refuses to send owntracks")
        }
        #expect(relay.log.split(separator: told).count == 2, "\(relay.log)")
    }

    /// A broker that answers one connection so many times, acknowledges nothing, and ends with it.
    private func answering(times: Int) async throws -> (broker: RunningProgram, section: String) {
        let script = """
            client, _ = server.accept()
            client.recv(4096)
            client.sendall(bytes([0x20, 2, 0, 0]) * \(times))
            heard = b""
            try:
                while piece := client.recv(4096): heard += piece
            except ConnectionError:
                pass
            said = "offline" if b"offline" in heard else "nothing"
            print("it has said", said, "and", "good-bye" if heard.endswith(bytes([0xE0, 0])) else "no good-bye", flush=True)
            """
        return try await started(script)
    }

    /// Starts a broker of a test's own, whose `server` listens, and returns how a relay reaches it.
    private func started(_ script: String) async throws -> (broker: RunningProgram, section: String) {
        let beginning = """
            import socket
            server = socket.create_server(("127.0.0.1", 0))
            print(server.getsockname()[1], flush=True)

            """
        let broker = try RunningProgram(["python3", "-c", beginning + script])
        try await waiting(until: "the port: \(broker.errors)") { broker.output.contains("\n") }
        return (broker, "[Broker]\nAddress=127.0.0.1:\(broker.output.prefix { $0 != "\n" })\nTLS=no")
    }

    @Test("says so when another relay runs as the same device")
    func twice() async throws {
        let broker = try await Mosquitto()
        let relays = [try RelayProgram(broker.section), try RelayProgram(broker.section)]
        for relay in relays { try relay.start() }
        try await waiting(until: "the hint") {
            relays.contains { $0.log.contains("does another relay run as anna/boat?") }
        }
    }
}

@Suite(
    "waymark-relay, with three real nodes of nats-server",
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: NATSCluster.isInstalled, "nats-server, mosquitto-clients or curl is not installed")
)
struct RelayClusterBrokerTests {
    @Test("loses nothing when the leader is killed, and then its own node")
    func killed() async throws {
        let cluster = try await NATSCluster()
        try await cluster.read(from: 0)
        // What the reader loses when its own node ends is not the relay's.
        let leader = try await cluster.leader()
        let reader = (leader + 1) % 3
        try await cluster.read(from: reader)
        let node = (leader + 2) % 3
        let relay = try RelayProgram(
            "[Broker]\nAddress=127.0.0.1:\(cluster.port(node))\nTLS=no\nReconnectWithin=1s"
        )
        try relay.fill((1...3000).map { "region \($0)" })
        try relay.start()
        try await waiting(until: "events: \(relay.log)") { cluster.events.count > 100 }
        cluster.kill(leader)
        try await waiting(until: "events after the leader's end: \(relay.log)", within: .seconds(120)) {
            cluster.events.count > 1500
        }
        cluster.kill(node)
        try cluster.start(leader)
        try await relay.hasLogged("no connection to the broker")
        try cluster.start(node)
        try await waiting(until: "all events: \(relay.log)", within: .seconds(120)) {
            Set(cluster.events.map(\.sequence)) == Set(1...3000)
        }
        #expect(Set(cluster.events).count == 3000)
    }
}

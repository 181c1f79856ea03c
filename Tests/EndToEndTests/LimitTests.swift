import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("The limits of the daemon", .ownThreads, .timeLimit(.minutes(10)))
struct LimitTests {
    @Test("leave no descriptor open after a hundred clients that connect, stream and vanish")
    func noDescriptorsLeft() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        // It stays open, so that no descriptor of its own comes or goes.
        let observer = try ScriptedClient(daemon)
        // The first connection may open descriptors that stay open.
        _ = try await ScriptedProvider(daemon)
        try await waiting(until: "the first connection to be closed") {
            try observer.call(InspectInterface.GetStatus()).sessions == 0
        }
        let before = daemon.descriptorCount
        for number in 0..<60 {
            switch number % 4 {
            case 0:
                let provider = try await ScriptedProvider(daemon, app: "org.example.app\(number)")
                withExtendedLifetime(provider) {}
            case 1: _ = try await ScriptedClient(daemon).stream(HostInterface.Watch()).next()
            case 2:
                // Disconnects before the first reply.
                _ = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions())
            default:
                // Disconnects in the middle of a message.
                let stream = try UnixStream(connectingTo: daemon.socketPath)
                _ = try stream.send(Array(#"{"method":"io.way"#.utf8), from: 0)
            }
        }
        // Forty more in four processes that are killed while they stream.
        let clients = try (0..<4).map { _ in
            try RunningProgram([Python.interpreter, "-c", Self.streamingClient, daemon.socketPath])
        }
        for client in clients {
            try await waiting(until: "ten streams: \(client.errors)") { client.output.contains("ready") }
        }
        #expect(daemon.descriptorCount >= before + 40)
        for client in clients { client.kill() }
        let after = try await waiting(for: "\(before) descriptors, not \(daemon.descriptorCount)") {
            daemon.descriptorCount <= before ? daemon.descriptorCount : nil
        }
        #expect(after == before)
        #expect(try observer.call(InspectInterface.GetStatus()).sessions == 0)
    }

    private static let streamingClient = """
        import socket, sys, json, time
        streams = []
        for number in range(10):
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            call = {"method": "io.waymark.Widgets.Serve", "more": True, "parameters": {
                "app": "org.example.killed", "kinds": [{"kind": "k%d" % number, "wantsLocation": True}]}}
            s.sendall(json.dumps(call).encode() + bytes(1))
            s.recv(4096)
            streams.append(s)
        print("ready", flush=True)
        time.sleep(600)
        """

    @Test("close a connection that sends a message of more than 64 KiB, terminated or not")
    func longMessages() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        for end in [[], [UInt8(0)]] {
            let stream = try UnixStream(connectingTo: daemon.socketPath)
            let padding = [UInt8](repeating: UInt8(ascii: "x"), count: 66_000)
            let message =
                Array(#"{"method":"org.varlink.service.GetInfo","parameters":{"x":""#.utf8) + padding
            try await stream.sendAll(message + Array(#""}}"#.utf8) + end)
            let answer = try await stream.receiveToEnd()
            #expect(answer.isEmpty)
        }
        if geteuid() == 0 {
            #expect(try value(of: "waymark_faulty_connections_total", ScriptedClient(daemon)) == 2)
        }
        try await daemon.hasLogged("its message is longer than 65536 bytes (MaxMessageSize=)")
        // The largest accepted message: refused for its contents, not for its length.
        let client = try ScriptedClient(daemon)
        let app = String(repeating: "a", count: 65_000)
        let failure = try client.failure(of: SettingsInterface.Authorize(app: app, status: .denied))
        #expect(failure.name == "org.varlink.service.InvalidParameter")
        #expect(failure.parameters["parameter"].string == "app")
    }

    @Test("close a connection that does not finish a message in time")
    func partialMessage() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nMessageTimeout=300ms\n"
        )
        let idle = try UnixStream(connectingTo: daemon.socketPath)
        let stream = try UnixStream(connectingTo: daemon.socketPath)
        try await stream.sendAll(Array(#"{"method":"org.varlink."#.utf8))
        #expect(try await stream.receiveToEnd().isEmpty)
        try await daemon.hasLogged("its message took longer than 0.3 seconds (MessageTimeout=)")
        // A client that has not started a message may wait.
        try await idle.sendAll(Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0])
        var buffer = [UInt8](repeating: 0, count: 4096)
        let deadline = ContinuousClock.now + .seconds(20)
        var received = try idle.receive(into: &buffer)
        while received == .nothing, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(5))
            received = try idle.receive(into: &buffer)
        }
        #expect(String(decoding: buffer, as: UTF8.self).contains("waymarkd"))
    }

    @Test("close the connections of a user beyond its limit at once, and log it once")
    func tooManyConnections() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nMaxConnectionsPerUser=10\n"
        )
        // This is the daemon's own user, whose limit is double. The connection that checked for readiness may be open.
        var clients: [ScriptedClient] = []
        func connect() throws {
            for _ in 0..<30 {
                let client = try ScriptedClient(daemon)
                do {
                    try client.call(SettingsInterface.ListApps())
                    clients.append(client)
                } catch ClientFailure.connectionClosed {}
            }
        }
        try connect()
        #expect((19...20).contains(clients.count))
        try await daemon.hasLogged(" above the limits: one user may have 20 (MaxConnectionsPerUser=)")
        #expect(daemon.log.split(separator: "\n").filter { $0.contains("above the limits") }.count == 1)
        for client in clients { try client.call(SettingsInterface.ListApps()) }
        if geteuid() == 0 {
            // Those after the first are counted together, when the next line is logged.
            let refused = try value(of: "waymark_refused_connections_total", clients[0])
            #expect(try #require(refused) >= 1)
        }
        // A connection that has ended only now leaves a place, which is taken before the tool comes.
        try connect()
        let outcome = try await Tool(daemon).run("status")
        #expect(outcome.ending == .status(3))
        #expect(
            outcome.errors.contains("or has as many connections as it allows"),
            "\(outcome.errors)"
        )
    }

    /// Returns the value of a figure, which only root may read.
    private func value(of name: String, _ client: ScriptedClient) throws -> Double? {
        try client.call(InspectInterface.GetMetrics()).metrics.first { $0.name == name }?.samples.first?.value
    }

    @Test("coalesce the events of a slow client, and report how many it missed")
    func slowReader() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nCoalesceAbove=4K\nStallTimeout=5min\n[Widgets]\nDailyReloads=none\n"
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let host = try ScriptedClient(daemon)
        let widget = try host.call(HostInterface.Place(app: "org.example.app", kind: "where")).widget
        let watch = try ScriptedClient(daemon).stream(HostInterface.Watch())
        _ = try await watch.next()
        let content = String(repeating: "x", count: 8_000)
        // Far more than the kernel buffers for a reader.
        for number in 0..<120 {
            let accepted = try provider.calls.call(
                WidgetsInterface.ReloadTimelines(session: provider.session, widget: widget)
            )
            if number > 0 { #expect(accepted.reloads.map(\.widget) == [widget]) }
            try provider.answer(try await provider.nextReload(), "\(number) \(content)")
        }
        var dropped = 0
        var last: HostInterface.Watch.Reply?
        var sequence = 1
        try await waiting(until: "the newest state") {
            while let event = try watch.poll() {
                sequence += 1
                #expect(event.sequence == sequence)
                dropped += event.dropped ?? 0
                last = event
            }
            return last?.widget?.entry?.content.object["text"]?.text?.hasPrefix("119 ") ?? false
        }
        #expect(dropped > 0)
        #expect(daemon.isRunning)
    }

    @Test("close a client that has read nothing for too long")
    func stalledReader() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nCoalesceAbove=4K\nStallTimeout=300ms\n"
        )
        let client = try ScriptedClient(daemon)
        let stalled = try UnixStream(connectingTo: daemon.socketPath)
        try await stalled.sendAll(
            Array(#"{"method":"io.waymark.Inspect.WatchDecisions","more":true}"#.utf8) + [0]
        )
        let name = "org.example." + String(repeating: "a", count: 100)
        try await waiting(until: "the daemon to disconnect it") {
            for _ in 0..<200 {
                try client.call(SettingsInterface.Authorize(app: name, status: .denied))
                try client.call(SettingsInterface.Authorize(app: name, status: .authorizedAlways))
            }
            return daemon.log.contains("(StallTimeout=)")
        }
    }

    @Test("prevent two daemons from using one socket")
    func oneSocket() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let folder = try TemporaryFolder()
        try folder.write("", to: "waymarkd.conf")
        let other = try RunningProgram(
            [BuiltPrograms.daemon]
                + DaemonProcess.options(
                    in: folder.path,
                    receiver: "gpsd://localhost:1",
                    socketPath: daemon.socketPath
                )
        )
        #expect(try await other.end() == .status(1))
        let message = "\(daemon.socketPath) is served by another process; stop it or choose another path"
        #expect(other.errors.contains(message), "\(other.errors)")
        #expect(try await Tool(daemon).run("status").ending == .status(0))
    }

    @Test("prevent two daemons from using one state")
    func oneState() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let folder = try TemporaryFolder()
        try folder.write("", to: "waymarkd.conf")
        let other = try RunningProgram(
            [BuiltPrograms.daemon]
                + DaemonProcess.options(
                    in: folder.path,
                    receiver: "gpsd://localhost:1",
                    stateDirectory: daemon.stateDirectory
                )
        )
        #expect(try await other.end() == .status(1))
        let message =
            "the state directory \(daemon.stateDirectory) is in use by another waymarkd "
            + "(process \(daemon.identifier))"
        #expect(other.errors.contains(message), "\(other.errors)")
        #expect(access(folder.path + "/s", F_OK) != 0, "it has left a socket")
        #expect(try await Tool(daemon).run("status").ending == .status(0))
    }
}

extension UnixStream {
    /// Sends everything, or as much as the peer accepts before it closes.
    borrowing func sendAll(_ bytes: [UInt8]) async throws {
        var sent = 0
        while sent < bytes.count {
            do throws(SystemError) {
                sent += try send(bytes, from: sent)
            } catch {
                if error.isDisconnection { return }
                throw error
            }
            if sent < bytes.count { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    /// Receives until the peer closes.
    borrowing func receiveToEnd() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            do throws(SystemError) {
                switch try receive(into: &buffer) {
                case .bytes(let count):
                    bytes += buffer[..<count]
                    continue
                case .end: return bytes
                case .nothing: break
                }
            } catch {
                if error.isDisconnection { return bytes }
                throw error
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Overdue("the end of a connection")
    }
}

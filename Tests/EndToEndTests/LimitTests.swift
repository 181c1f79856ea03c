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

    @Test("prevent two daemons from using one socket, or one state", arguments: [true, false])
    func two(isSocket: Bool) async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let folder = try TemporaryFolder()
        try folder.write("", to: "waymarkd.conf")
        let options = DaemonProcess.options(
            in: folder.path,
            receiver: "gpsd://localhost:1",
            socketPath: isSocket ? daemon.socketPath : nil,
            stateDirectory: isSocket ? nil : daemon.stateDirectory
        )
        let other = try RunningProgram([BuiltPrograms.daemon] + options)
        #expect(try await other.end() == .status(1))
        let message =
            isSocket
            ? "\(daemon.socketPath) is served by another process; stop it or choose another path"
            : "the state directory \(daemon.stateDirectory) is in use by another waymarkd "
                + "(process \(daemon.identifier))"
        #expect(other.errors.contains(message), "\(other.errors)")
        #expect(access(folder.path + "/s", F_OK) != 0, "it has left a socket")
        #expect(try await Tool(daemon).run("status").ending == .status(0))
    }
}

import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("The daemon's descriptors", .ownThreads, .timeLimit(.minutes(10)))
struct DescriptorTests {
    @Test("are closed after sixty clients that connect, stream and vanish")
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
        let after = try await waiting(for: "\(before) descriptors, not \(daemon.descriptorCount)") {
            daemon.descriptorCount <= before ? daemon.descriptorCount : nil
        }
        #expect(after == before)
        #expect(try observer.call(InspectInterface.GetStatus()).sessions == 0)
    }
}

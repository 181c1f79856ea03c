import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A slow reader of locations with the real daemon", .timeLimit(.minutes(3)))
struct SlowFollowerTests: ~Copyable {
    private static let app = "org.example.app"
    private static let fixes = 3600
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon(_ configuration: String = "") async throws -> DaemonProcess {
        try folder.write(StillRecording.text(seconds: Self.fixes), to: "long.nmea")
        let daemon = try await DaemonProcess(
            receiver: "file://\(folder.path)/long.nmea?speed=max",
            configuration: configuration
        )
        let authorize = SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse)
        try ScriptedClient(daemon).call(authorize)
        return daemon
    }

    /// Waits until the recording has ended, which ends the stream's updates.
    private func playOut(_ daemon: DaemonProcess) async throws {
        let client = try ScriptedClient(daemon)
        try await waiting(until: "the end of the recording") {
            try client.call(InspectInterface.GetStatus()).receivers[0].state == .ended
        }
    }

    @Test("gets the newest update, and is told how many it missed")
    func newest() async throws {
        let daemon = try await daemon()
        // A stream that never pauses at rest.
        let follow = LocationInterface.FollowLocation(app: Self.app, activity: .airborne)
        let stream = try ScriptedClient(daemon).stream(follow)
        try await playOut(daemon)
        var (told, missed) = (0, 0)
        while true {
            let update = try await stream.next()
            guard update.event == .update else { continue }
            told += 1
            #expect(update.sequence >= told)
            missed += update.dropped ?? 0
            if update.absence?.cause == .ended { break }
        }
        #expect(missed > 0)
        // The recording's last fix has no successor that would complete it before the end.
        #expect(told + missed >= Self.fixes - 1)
    }

    @Test("costs the service a bounded amount of memory, however many there are")
    func memory() async throws {
        let streams = 250
        let daemon = try await daemon(
            "[Socket]\nMaxConnections=400\nMaxConnectionsPerUser=400\n[Quotas]\nSessions=300\n"
        )
        var held: [ScriptedStream<LocationInterface.FollowLocation>] = []
        let follow = LocationInterface.FollowLocation(
            app: Self.app,
            minimumIntervalSeconds: 0.1,
            activity: .airborne
        )
        for _ in 0..<streams {
            let stream = try ScriptedClient(daemon).stream(follow)
            // The listener's queue is shorter than that.
            _ = try await stream.next()
            held.append(stream)
        }
        let before = try residentKilobytes(of: daemon)
        try await playOut(daemon)
        let grown = try residentKilobytes(of: daemon) - before
        // A piece of the socket's buffer and the newest update for each; all updates together would be a gigabyte.
        #expect(grown < streams * 64, "\(grown) KiB for \(streams) streams")
        #expect(held.count == streams)
    }

    private func residentKilobytes(of daemon: DaemonProcess) throws -> Int {
        let status = String(
            decoding: try Checkout.bytes(of: "/proc/\(daemon.identifier)/status"),
            as: UTF8.self
        )
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.split(separator: " ")[1]))
    }
}

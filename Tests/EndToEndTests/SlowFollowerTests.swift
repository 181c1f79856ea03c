import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A slow reader of locations with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct SlowFollowerTests: ~Copyable {
    private static let app = "org.example.app"
    private static let fixes = 3600
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon(
        _ configuration: String = "",
        fixes: Int = Self.fixes
    ) async throws -> DaemonProcess {
        try folder.write(StillRecording.text(seconds: fixes), to: "long.nmea")
        let daemon = try await DaemonProcess(
            receiver: "file://\(folder.path)/long.nmea?speed=max",
            configuration: configuration
        )
        return daemon
    }

    private func authorize(_ daemon: DaemonProcess) throws {
        let authorize = SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse)
        try ScriptedClient(daemon).call(authorize)
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
        try authorize(daemon)
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
        let figures = try await Tool(daemon).succeed("metrics").split(separator: "\n")
        let name = "waymark_dropped_events_total "
        let dropped = figures.first { $0.hasPrefix(name) }.flatMap { Double($0.dropFirst(name.count)) }
        #expect(try #require(dropped) >= Double(missed))
    }

    @Test(
        "costs the service a bounded amount of memory, however many there are",
        .enabled(
            if: ProcessLimits.descriptors.map { $0 >= 3000 } ?? true,
            "this process may open fewer than 3,000 descriptors"
        )
    )
    func memory() async throws {
        let streams = 1000
        // All updates together would be 160 MB.
        let daemon = try await daemon(
            "[Socket]\nMaxConnections=1200\nMaxConnectionsPerUser=1200\n[Quotas]\nSessions=1100\n",
            fixes: 400
        )
        var held: [ScriptedStream<LocationInterface.FollowLocation>] = []
        let follow = LocationInterface.FollowLocation(
            app: Self.app,
            minimumIntervalSeconds: 0.1,
            activity: .airborne
        )
        for number in 0..<streams {
            let stream = try ScriptedClient(daemon).stream(follow)
            // The listener's queue is shorter than that. Each is told that it may not know yet. Suspending a thousand
            // times would cost a thousand turns among the other tests, and never would stop those.
            while try stream.poll() == nil { usleep(500) }
            if number.isMultiple(of: 20) { await Task.yield() }
            held.append(stream)
        }
        let before = try daemon.residentKibibytes
        // Nothing has asked for a location, so the recording starts only now.
        try authorize(daemon)
        try await playOut(daemon)
        let grown = try daemon.residentKibibytes - before
        // A piece of the socket's buffer and the newest update for each.
        #expect(grown < streams * 64, "\(grown) KiB for \(streams) streams")
        #expect(held.count == streams)
    }
}

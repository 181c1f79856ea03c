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
}

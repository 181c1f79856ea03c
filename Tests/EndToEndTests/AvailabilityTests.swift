import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("What the machine can give, with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct AvailabilityTests {
    @Test("is told by the tool")
    func available() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let untried = try await Tool(daemon).succeed("availability")
        #expect(untried.contains("gps                  unknown      no receiver has been reached yet"))
        let stream = try ScriptedClient(daemon).stream(
            LocationInterface.FollowLocation(app: "org.example.Compass")
        )
        try ScriptedClient(daemon).authorize("org.example.Compass", .authorizedWhenInUse)
        while try await stream.next().location == nil {}
        let lines = try await Tool(daemon).succeed("availability")
        #expect(lines.contains("location             available"))
        #expect(lines.contains("heading              unknown      no receiver has given a heading yet"))
        #expect(lines.contains("beacons              unavailable  no program listens for beacons"))
    }
}

import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("What the machine can give, with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct AvailabilityTests {
    @Test("is told to an app in Swift and by the tool, and is no permission")
    func available() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let untried = try await Tool(daemon).succeed("availability")
        #expect(untried.contains("gps                  unknown      no receiver has been reached yet"))
        let stream = try ScriptedClient(daemon).stream(
            LocationInterface.FollowLocation(app: "org.example.Compass")
        )
        try ScriptedClient(daemon).call(
            SettingsInterface.Authorize(app: "org.example.Compass", status: .authorizedWhenInUse)
        )
        while try await stream.next().location == nil {}
        let features = try await WaymarkService(socketPath: daemon.socketPath).availability()
        #expect(features.map(\.feature) == LocationFeature.allCases)
        for feature in features {
            switch feature.feature {
            case .heading: #expect(feature.availability == .unknown && feature.obstacle == .noHeading)
            case .beacons:
                #expect(feature.availability == .unavailable && feature.obstacle == .noBeaconProgram)
            default: #expect(feature.availability == .available && feature.obstacle == nil)
            }
        }
        let lines = try await Tool(daemon).succeed("availability")
        #expect(lines.contains("location             available"))
        #expect(lines.contains("heading              unknown      no receiver has given a heading yet"))
        #expect(lines.contains("beacons              unavailable  no program listens for beacons"))
    }
}

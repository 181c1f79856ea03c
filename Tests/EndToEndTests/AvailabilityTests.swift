import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("What the machine can give, with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct AvailabilityTests {
    private static let manifest = """
        [App]
        Identifier=org.example.Compass
        Name=Compass
        RequiredCapabilities=magnetometer gps

        """

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

    @Test("that a manifest requires and the machine lacks is said by registration, apps, explain and lint")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: "serial:///dev/no-such-device")
        let client = try ScriptedClient(daemon)
        let service = WaymarkService(socketPath: daemon.socketPath)
        let tool = Tool(daemon)
        try folder.write(Self.manifest, to: "org.example.Compass.app")
        let file = "\(folder.path)/org.example.Compass.app"
        // Before the receiver was tried, it may work.
        #expect(
            try client.call(SettingsInterface.RegisterManifest(text: Self.manifest)).missingCapabilities == []
        )
        #expect(try await tool.run("lint", file).errors == "")
        try client.call(SettingsInterface.Authorize(app: "org.example.Compass", status: .authorizedWhenInUse))
        let stream = try ScriptedClient(daemon).stream(
            LocationInterface.FollowLocation(app: "org.example.Compass")
        )
        while try await stream.next().absence?.cause != .absent {}

        #expect(try await service.availability().first?.obstacle == .receiversUnreachable)
        let registered = try client.call(SettingsInterface.RegisterManifest(text: Self.manifest))
        #expect(registered.missingCapabilities.map(\.capability) == [.gps, .magnetometer])
        let lacks = "gps: no receiver can be reached"
        #expect(try await tool.succeed("apps").contains("lacks \(lacks)"))
        #expect(
            try await tool.succeed("explain", "org.example.Compass").contains("this machine lacks \(lacks)")
        )
        let lint = try await tool.run("lint", file)
        #expect(lint.ending == .status(0) && lint.output == "")
        #expect(
            lint.errors.contains(
                "org.example.Compass requires magnetometer, which this machine lacks: no receiver can be reached"
            )
        )
    }
}

import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A stream of headings with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct FollowHeadingTests {
    private static let app = "org.example.app"

    /// A boat that turns to the right by a degree a second, with a compass.
    private static func url(in folder: borrowing TemporaryFolder) throws -> String {
        let text = (0..<600).map { second in
            let values = "A,5231.20000,N,01324.30000,E,0.0,,120526,,,A"
            return StillRecording.sentence("GNRMC,\(StillRecording.clock(second)),\(values)")
                + StillRecording.sentence("IIHDG,\(second % 360).0,,,4.0,E")
        }.joined()
        try folder.write(text, to: "compass.nmea")
        return "file://\(folder.path)/compass.nmea?speed=20&loop"
    }

    @Test("is printed by waymarkctl heading")
    func tool() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try Self.url(in: folder))
        let tool = Tool(daemon)
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        #expect(try await tool.succeed("heading").hasSuffix(" degrees true\n"))
    }

    @Test(
        "is not given away by the descriptions of receivers to users without an app that may know",
        .enabled(if: Stranger.isPossible, "only root can act as another user")
    )
    func strangers() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try Self.url(in: folder))
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedWhenInUse)
        let stream = try ScriptedClient(daemon).stream(LocationInterface.FollowHeading(app: Self.app))
        while try await stream.next().heading == nil {}
        let receiver = try #require(try client.call(InspectInterface.GetStatus()).receivers.first)
        #expect(receiver.headingTrueDegrees != nil)
        let status = try await Stranger().run(["status", "--format", "json"], on: daemon)
        #expect(status.ending == .status(0), "\(status.errors)")
        #expect(status.output.contains(#""state":"fixed""#) && !status.output.contains("heading"))
    }
}

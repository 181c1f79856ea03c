import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("One location with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct LocateTests: ~Copyable {
    private static let app = "org.example.app"
    private static let tool = "io.waymark.waymarkctl"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon() async throws -> DaemonProcess {
        try await DaemonProcess(receiver: StillRecording.url(in: folder))
    }

    private func absence(of app: String, at service: WaymarkService) async throws -> Waymark.LocationAbsence {
        let error = await #expect(throws: ClientError.self) {
            try await service.location(for: app, deadline: .milliseconds(300))
        }
        guard case .noLocation(let absence, let text)? = error else { throw Unexpected() }
        #expect(!text.isEmpty)
        return absence
    }

    @Test("reaches an authorized app in Swift, and any other is told why not")
    func library() async throws {
        let daemon = try await daemon()
        let settings = try ScriptedClient(daemon)
        let service = WaymarkService(socketPath: daemon.socketPath)
        #expect(try await absence(of: Self.app, at: service).reason == .notDetermined)
        try settings.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse))
        let session = try await LocationManager(app: Self.app, on: service)
        let place = try await session.location(desiredAccuracyMeters: 100)
        #expect(abs(place.coordinate.latitudeDegrees - StillRecording.latitudeDegrees) < 1e-4)
        #expect(abs(place.coordinate.longitudeDegrees - StillRecording.longitudeDegrees) < 1e-4)
        #expect(try #require(place.horizontalAccuracyMeters) < 100)
        #expect(place.altitudeMeters == 35 && place.ellipsoidalAltitudeMeters == 80)
        #expect(place.age < .seconds(5))
        try settings.call(SettingsInterface.Authorize(app: Self.app, status: .denied))
        #expect(try await absence(of: Self.app, at: service).reason == .denied)
        try settings.call(SettingsInterface.SwitchServices(on: false))
        #expect(try await absence(of: Self.app, at: service).reason == .servicesOff)
    }

    @Test("is unknown while the receiver searches the sky, and says how many satellites it has")
    func searching() async throws {
        let text = (0..<600).map { second in
            StillRecording.sentence("GNGGA,\(StillRecording.clock(second)),,,,,0,03,99.9,,,,,,")
                + StillRecording.sentence("GPGSV,1,1,07,02,25,181,42")
                + StillRecording.sentence("GLGSV,1,1,02,65,25,181,")
        }.joined()
        try folder.write(text, to: "searching.nmea")
        let daemon = try await DaemonProcess(receiver: "file://\(folder.path)/searching.nmea?speed=20&loop")
        let client = try ScriptedClient(daemon)
        try client.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse))
        try client.call(SettingsInterface.Authorize(app: Self.tool, status: .authorizedWhenInUse))
        let stream = try ScriptedClient(daemon).stream(LocationInterface.FollowLocation(app: Self.app))
        while try await stream.next().absence?.satellitesInView != 9 {}
        let absence = try await absence(of: Self.app, at: WaymarkService(socketPath: daemon.socketPath))
        #expect(absence.reason == .locationUnknown && absence.cause == .acquiring)
        #expect(absence.satellitesUsed == 3 && absence.satellitesInView == 9)
        let tool = Tool(daemon)
        let words = "it has no position yet, 3 satellites used of 9 in view"
        let located = try await tool.run("locate", "--deadline", "0.5")
        #expect(located.errors.contains(words), "\(located.errors)")
        #expect(try await tool.succeed("status").contains("acquiring: \(words)"))
        let receiver = try client.call(InspectInterface.GetStatus()).receivers[0]
        #expect(receiver.satellitesUsed == 3 && receiver.satellitesInView == 9)
    }

    @Test(
        "is printed by waymarkctl locate once the tool is allowed, and before that the command that allows it"
    )
    func tool() async throws {
        let daemon = try await daemon()
        let tool = Tool(daemon)
        let undecided = try await tool.run("locate")
        #expect(undecided.ending == .status(5) && undecided.output == "")
        #expect(undecided.errors.contains("'waymarkctl authorize \(Self.tool) when-in-use' allows it"))
        try await tool.succeed("authorize", Self.tool, "when-in-use")
        let line = try await tool.succeed("locate", "--accuracy", "100", "--deadline", "20")
        #expect(line.hasPrefix("52.520000,13.405000  "))
        #expect(line.hasSuffix(" ago\n") && line.contains(" m  "))
        let reply = try await tool.json("locate")
        #expect(reply["location"]["latitudeDegrees"].double == StillRecording.latitudeDegrees)

        let other = try await tool.run("--format", "json", "locate", "--app", Self.app)
        #expect(other.ending == .status(5))
        #expect(try other.json["absence"]["reason"].string == "notDetermined")
        #expect(other.errors.contains("'waymarkctl authorize \(Self.app) when-in-use' allows it"))
        let usage = try await tool.run("locate", "--deadline", "301")
        #expect(usage.ending == .status(2))
    }

    @Test("is printed after the person answered the tool's question, which has the tool's own words")
    func asked() async throws {
        let daemon = try await daemon()
        let agent = try await ScriptedAgent(daemon)
        let locating = try Tool(daemon).start(["locate"])
        let prompt = try await agent.nextPrompt()
        #expect(prompt.app == Self.tool && prompt.name == "waymarkctl")
        #expect(prompt.purpose == "Prints the location on the terminal.")
        try agent.calls.call(agent.answer(prompt.prompt, .allowOnce))
        #expect(try await locating.end() == .status(0))
        #expect(locating.output.hasPrefix("52.520000,13.405000  "))
    }

    @Test("is printed after the person answered on the terminal, where nobody else can ask")
    func terminal() async throws {
        let daemon = try await daemon()
        let keyboard = try Keyboard(
            [BuiltPrograms.tool, "locate"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath, "NO_COLOR": "1", "LC_ALL": "C"]
        )
        try await keyboard.sees("May waymarkctl know the location while it is in use?")
        keyboard.type("once\n")
        try await keyboard.sees("52.520000,13.405000  ")
        #expect(try await keyboard.program.end() == .status(0))
    }
}

struct Unexpected: Error {}

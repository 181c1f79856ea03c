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
        try settings.authorize(Self.app, .authorizedWhenInUse)
        let session = try await LocationManager(app: Self.app, on: service)
        let place = try await session.location(desiredAccuracyMeters: 100)
        #expect(abs(place.coordinate.latitudeDegrees - StillRecording.latitudeDegrees) < 1e-4)
        #expect(abs(place.coordinate.longitudeDegrees - StillRecording.longitudeDegrees) < 1e-4)
        #expect(try #require(place.horizontalAccuracyMeters) < 100)
        #expect(place.altitudeMeters == 35 && place.ellipsoidalAltitudeMeters == 80)
        #expect(place.age < .seconds(5))
        try settings.authorize(Self.app, .denied)
        #expect(try await absence(of: Self.app, at: service).reason == .denied)
        try settings.call(SettingsInterface.SwitchServices(on: false))
        #expect(try await absence(of: Self.app, at: service).reason == .servicesOff)
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

    @Test("can be interrupted while it is waited for, also after the person answered on the terminal")
    func interrupted() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let keyboard = try Keyboard(
            [BuiltPrograms.tool, "locate"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath, "NO_COLOR": "1", "LC_ALL": "C"]
        )
        try await keyboard.sees("May waymarkctl know the location while it is in use?")
        keyboard.type("once\n")
        try await keyboard.sees("when-in-use, once")
        try await waiting(until: "its end") {
            // The first may come while it still looks for further questions.
            keyboard.program.signal(SIGINT)
            return !keyboard.program.isRunning
        }
        #expect(try await keyboard.program.end() == .signal(SIGINT))
    }
}

struct Unexpected: Error {}

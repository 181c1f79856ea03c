import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A service that simulates its location", .ownThreads, .timeLimit(.minutes(10)))
struct SimulationTests {
    private static let app = "org.example.app"

    @Test("has the location that the tool sets, marked as simulated everywhere, and none before and after")
    func setting() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let tool = Tool(daemon)
        #expect(try await tool.succeed("status").contains("locations are simulated"))
        #expect(try await tool.succeed("simulate", "show") == "no location is simulated\n")
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        let nowhere = try await tool.run("locate", "--deadline", "0.2")
        #expect(nowhere.ending == .status(6))

        let set = try await tool.succeed("simulate", "set", "52.52,13.405,34m", "--accuracy", "12")
        #expect(set.hasPrefix("simulated: 52.520000,13.405000  within 12 m"))
        let located = try await tool.succeed("locate")
        #expect(located.hasPrefix("52.520000,13.405000  12.0 m") && located.hasSuffix("simulated\n"))
        #expect(try await tool.json("locate")["location"]["altitudeMeters"].double == 34)
        #expect(try await tool.succeed("receivers").contains("simulated  fixed"))
        #expect(try await tool.succeed("access").contains("all these locations were simulated"))

        // Below the equator and elsewhere at once: nobody simulates a journey in between.
        try await tool.succeed("simulate", "set", "-34.9,-56.16")
        let moved = try await tool.json("locate", "--max-age", "0", "--deadline", "20")
        #expect(moved["location"]["latitudeDegrees"].double == -34.9)
        #expect(try await tool.succeed("simulate", "stop") == "no location is simulated\n")
        let gone = try await tool.run("locate", "--max-age", "0", "--deadline", "0.2")
        #expect(gone.ending == .status(6))
    }

    @Test("walks a route, and stops walking when somebody sets another location")
    func walking() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let provider = try await ScriptedProvider(daemon)
        let tool = Tool(daemon)
        try ScriptedClient(daemon).placeInView()
        #expect(try await tool.lab.run("walk", "--to", "52.53,13.42").errors.contains("set PLACE"))
        try await tool.succeed("simulate", "set", "52.52,13.405")
        let reload = try await provider.answer { $0.location != nil }
        #expect(reload.location?.source == .simulated)
        let watch = try tool.start(["watch", "--format", "waybar"])
        try await waiting(until: "the mark in the bar") { watch.output.contains("(simulated)") }
        try await tool.lab.succeed("walk", "--to", "52.60,13.42", "--limit", "100km/h", "--speed", "200")
        // The simulated receiver has errors of some metres.
        let end = try await tool.json("simulate", "show")["location"]["latitudeDegrees"].double ?? 0
        #expect(abs(end - 52.60) < 0.001)

        let before = try await tool.json("simulate", "show")["revision"].int ?? 0
        let walk = try tool.lab.start(["walk", "city-drive"])
        try await waiting(until: "the walk") {
            try await tool.json("simulate", "show")["revision"].int ?? 0 > before
        }
        try await tool.succeed("simulate", "set", "48.1,11.5")
        #expect(try await walk.end() == .status(1))
        #expect(walk.errors.contains("another location was set"))
        #expect(try await tool.json("simulate", "show")["location"]["latitudeDegrees"].double == 48.1)
        withExtendedLifetime(provider) {}
    }

    @Test("obeys the library")
    func library() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let service = WaymarkService(socketPath: daemon.socketPath)
        let place = try #require(Coordinate(latitudeDegrees: 52.52, longitudeDegrees: 13.405))
        let location = Location(coordinate: place, horizontalAccuracyMeters: 8, speedMetersPerSecond: 3)
        try await service.simulate(location)
        let read = try await service.simulatedLocation()
        #expect(read?.coordinate == place && read?.source == .simulated && read?.speedMetersPerSecond == 3)
        try ScriptedClient(daemon).authorize(Self.app, .authorizedWhenInUse)
        let events = try ScriptedClient(daemon).stream(MonitorInterface.FollowEvents(app: Self.app))
        #expect(try await events.next().state?.simulated == true)
        let got = try await service.location(for: Self.app)
        #expect(got.coordinate == place && got.source == .simulated && got.horizontalAccuracyMeters == 8)
        try await service.simulate(nil)
        #expect(try await service.simulatedLocation() == nil)
    }

    @Test("needs its own socket, and takes locations from its user and root only")
    func refusals() async throws {
        let own = try RunningProgram([BuiltPrograms.daemon, "--simulated", "--socket", "s"])
        #expect(try await own.end() == .status(78) && own.errors.contains("needs --socket and --state"))
        let real = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let refused = try await Tool(real).run("simulate", "set", "52.52,13.405")
        #expect(refused.ending == .status(1))
        #expect(refused.errors.contains("this service has real receivers; start one of your own"))
        guard geteuid() == 0 else { return }
        let daemon = try await DaemonProcess(receiver: nil)
        let stranger = try await Stranger().run(["simulate", "set", "1,1"], on: daemon)
        #expect(stranger.ending == .status(1))
        #expect(stranger.errors.contains("permission denied"))
    }
}

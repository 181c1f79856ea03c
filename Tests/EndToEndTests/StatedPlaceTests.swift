import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A stated place with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct StatedPlaceTests {
    private static let app = "org.example.app"

    private func daemon(_ place: String) async throws -> DaemonProcess {
        try await DaemonProcess(receiver: "gpsd://localhost:1", configuration: "[Place]\n\(place)\n")
    }

    @Test("reaches apps and people, marked as stated, while the receiver cannot be reached")
    func given() async throws {
        let daemon = try await daemon("Position=52.52,13.405,34m\nAccuracy=25m\nAfter=0\n")
        let tool = Tool(daemon)
        #expect(try await tool.succeed("status").contains("a place is stated"))
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        #expect(try await tool.succeed("locate") == "52.520000,13.405000  25.0 m  stated, not measured\n")
        #expect(try await tool.succeed("status").contains("the stated place is used"))
        try ScriptedClient(daemon).authorize(Self.app, .authorizedWhenInUse)
        let location = try await WaymarkService(socketPath: daemon.socketPath).location(for: Self.app)
        #expect(location.source == .stated && location.altitudeMeters == 34 && location.timeInstant == nil)
        #expect(location.horizontalAccuracy95Meters == 25)
        #expect(try await tool.succeed("journal").contains("that the configuration states is used"))
    }

    @Test("can be stated and withdrawn by root, survives a kill, and nobody else may read it")
    func stating() async throws {
        let daemon = try await daemon("File=none\nAfter=0\n")
        let tool = Tool(daemon)
        guard geteuid() == 0 else {
            #expect(try await tool.run("place-machine").ending != .status(0))
            return
        }
        #expect(try await tool.succeed("place-machine") == "no place is stated\n")
        let stated = try await tool.succeed("place-machine", "--accuracy", "40", "--", "-33.9,18.4")
        #expect(stated.hasPrefix("this machine is at -33.900000,18.400000  within 40 m"))
        try await daemon.restart()
        #expect(try await tool.succeed("place-machine").contains("stated with place-machine, not used now"))
        try ScriptedClient(daemon).authorize(Self.app, .authorizedWhenInUse)
        #expect(try await tool.json("locate", "--app", Self.app)["location"]["source"].string == "stated")
        #expect(try await tool.succeed("place-machine", "--withdraw") == "no place is stated\n")
        let wrong = try await tool.run("place-machine", "north")
        #expect(wrong.ending == .status(2) && wrong.errors.contains("'north' is not a place"))
    }
}

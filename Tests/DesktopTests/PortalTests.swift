import Glibc
import MessageBus
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// The portal and its permission store from Debian, and a program in a sandbox as Flatpak makes it.
@Suite("A sandboxed program that asks the portal", .ownThreads, .timeLimit(.minutes(10)))
struct PortalTests: ~Copyable {
    private static let app = "org.example.Sandboxed"
    private static let store = "org.freedesktop.impl.portal.PermissionStore"

    private let folder: TemporaryFolder

    init() throws { folder = try WrittenForGeoClue.home() }

    /// The bus of a person's session with the portal, a program of it that Waymark does not start, and the store.
    private struct Session {
        let program: RunningProgram
        let address: String
        let bus: MessageBus

        func store(_ member: String, _ arguments: BusValue...) throws -> [BusValue] {
            let name = PortalTests.store
            let method = MessageBus.Method(
                member,
                of: name,
                at: "/" + name.replacing(".", with: "/"),
                of: name
            )
            return try bus.call(method, [.string("location")] + arguments)
        }

        /// The level in the store; `nil` for none.
        var level: String? {
            let table = try? store("Lookup", .string("location")).first
            return table?[key: PortalTests.app]?.elements?.first?.text
        }

        func set(_ level: String) throws {
            let words = BusValue.array(of: "s", [.string(level), .string("0")])
            let app = BusValue.string(PortalTests.app)
            _ = try store("SetPermission", .boolean(true), .string("location"), app, words)
        }
    }

    @Test("gets what was decided about it by name, in Waymark or at the portal, also before a restart")
    func decisions() async throws {
        try folder.write(sentences(0...59), to: "still.nmea")
        let desktop = try await GeoClueDesktop(
            receiver: "file://\(folder.path)/still.nmea?speed=5&loop",
            bridgeUser: geteuid()
        )
        let daemon = desktop.daemon
        func known() throws -> SettingsInterface.App? {
            try daemon.call(SettingsInterface.ListApps()).apps.first { $0.app == Self.app }
        }
        try daemon.authorize("xdg-desktop-portal", .authorizedWhenInUse, accuracy: .full)
        let program = try desktop.start(
            ["dbus-run-session", "--", "/bin/sh", "-c", "echo $DBUS_SESSION_BUS_ADDRESS; exec sleep 600"],
            environment: WrittenForGeoClue.environment(folder.path)
        )
        defer { program.kill() }
        let address = try await waiting(for: "the bus") {
            program.output.split(separator: "\n").first.map(String.init)
        }
        let session = Session(program: program, address: address, bus: try MessageBus(.at(address)))
        /// What the sandboxed program prints.
        func ask() async throws -> String {
            let running = try desktop.start(
                ["timeout", "20", "/bin/sh", "\(Checkout.root)/Tests/DesktopTests/geoclue-portal.sh"]
                    + [folder.path, "once", "kept"],
                environment: WrittenForGeoClue.environment(folder.path)
                    .merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
            )
            _ = try await running.end()
            return running.output + running.errors
        }

        func keeper() throws -> RunningProgram {
            try RunningProgram(
                [BuiltPrograms.session, "--bus", address, "--socket", daemon.socketPath],
                environment: ["STATE_DIRECTORY": folder.path]
            )
        }
        var running = try keeper()
        defer { running.kill() }
        try session.set("EXACT")
        try await waiting(until: "the portal's answer: \(running.errors)") {
            try known()?.choice == .authorizedWhenInUse
        }
        #expect(try known()?.accuracy == .full)
        #expect(try await ask().contains("Place: 47.9985"))

        try daemon.authorize(Self.app, accuracy: .reduced)
        try await waiting(until: "the area at the portal") { session.level == "NEIGHBORHOOD" }
        let area = try await ask()
        #expect(area.contains("Place: ") && !area.contains("Place: 47.9985"))

        try daemon.authorize(Self.app, .denied)
        try await waiting(until: "the refusal at the portal") { session.level == "NONE" }
        #expect(try await ask().contains("the portal refuses"))

        // Only the portal's side differs from what both had, so it counts, although it is not the stricter one.
        #expect(try await running.stop() == .status(0), "\(running.errors)")
        try session.set("EXACT")
        running = try keeper()
        try await waiting(until: "the decision at the portal: \(running.errors)") {
            try known()?.choice == .authorizedWhenInUse
        }
    }
}

import Glibc
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// Programs written for GeoClue, unchanged, with `waymark-geoclue` in GeoClue's place.
@Suite("Programs from Debian that were written for GeoClue", .timeLimit(.minutes(5)))
struct GeoClueClientTests: ~Copyable {
    /// A program: its name, the command, the app that it says it is, and what it prints for a place and a refusal.
    struct Program: Sendable, CustomTestStringConvertible {
        let name: String
        let command: [String]
        let app: String
        let place: String
        let area: String
        var testDescription: String { name }
    }

    private static let simple = """
        import gi
        gi.require_version('Geoclue', '2.0')
        from gi.repository import Geoclue, GLib
        try:
            simple = Geoclue.Simple.new_sync('simple', Geoclue.AccuracyLevel.EXACT, None)
            location = simple.get_location()
            print('Place: %.2f %.2f' % (location.props.latitude, location.props.longitude))
        except GLib.Error as error:
            print(error.message)
        """

    // The receiver is at 47.99850 7.82900.
    static let programs = [
        Program(
            name: "where-am-i",
            command: ["/usr/libexec/geoclue-2.0/demos/where-am-i", "-t", "5", "-a", "8"],
            app: "geoclue-where-am-i",
            place: "47.998500",
            area: "Latitude:"
        ),
        Program(
            name: "redshift",
            command: ["timeout", "20", "redshift", "-m", "dummy", "-l", "geoclue2", "-v", "-p"],
            app: "redshift",
            place: "Location: 4",
            area: "Location: 4"
        ),
        Program(
            name: "gammastep",
            command: ["timeout", "20", "gammastep", "-m", "dummy", "-l", "geoclue2", "-v", "-p"],
            app: "gammastep",
            place: "Location: 4",
            area: "Location: 4"
        ),
        Program(
            name: "libgeoclue",
            command: ["timeout", "20", "/usr/bin/python3", "-c", simple],
            app: "simple",
            place: "Place: 48.00 7.83",
            area: "Place: 4"
        ),
    ]

    /// What the person decided.
    enum Decision: String, Sendable, CaseIterable {
        case authorized
        case reduced
        case denied
        case undecided
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ program: Program, _ desktop: GeoClueDesktop) async throws -> String {
        let running = try desktop.start(program.command, environment: ["LC_ALL": "C.UTF-8"])
        _ = try await running.end()
        return running.output + running.errors
    }

    private func desktop(_ decision: Decision, _ app: String, receiver: String) async throws -> GeoClueDesktop
    {
        let desktop = try await GeoClueDesktop(receiver: receiver, bridgeUser: geteuid())
        guard decision != .undecided else { return desktop }
        _ = try ServiceConnection(to: desktop.daemon.socketPath).call(
            SettingsInterface.Authorize(
                app: app,
                status: decision == .denied ? .denied : .authorizedWhenInUse,
                accuracy: decision == .reduced ? .reduced : .full
            )
        )
        return desktop
    }

    @Test("get what the person decided, or a refusal at once", arguments: programs, Decision.allCases)
    func decisions(program: Program, decision: Decision) async throws {
        try folder.write(sentences(0...59), to: "still.nmea")
        let receiver = "file://\(folder.path)/still.nmea?speed=5&loop"
        let desktop = try await desktop(decision, program.app, receiver: receiver)
        let start = ContinuousClock.now
        let output = try await run(program, desktop)
        print("\(program.name), \(decision): \(start.duration(to: .now)): \(output.suffix(300))")
        switch decision {
        case .authorized: #expect(output.contains(program.place))
        case .reduced:
            #expect(output.contains(program.area) && !output.contains("47.998500"))
        case .denied, .undecided:
            #expect(!output.contains(program.area))
            #expect(output.contains("said no") || output.contains("asked") || output.contains("decided"))
        }
        let accesses = try ServiceConnection(to: desktop.daemon.socketPath).call(
            SettingsInterface.ListAccesses()
        )
        #expect(accesses.value.accesses.isEmpty == (decision == .denied || decision == .undecided))
    }
}

import Glibc
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// Programs written for GeoClue, unchanged, with `waymark-geoclue` in GeoClue's place.
@Suite("Programs from Debian that were written for GeoClue", .ownThreads, .timeLimit(.minutes(10)))
struct GeoClueClientTests: ~Copyable {
    enum Decision: String, Sendable, CaseIterable {
        case authorized
        case reduced
        case denied
        case undecided
    }

    private let folder: TemporaryFolder

    init() throws { folder = try WrittenForGeoClue.home() }

    private func desktop(_ decision: Decision, _ app: String, receiver: String) async throws -> GeoClueDesktop
    {
        let desktop = try await GeoClueDesktop(receiver: receiver, bridgeUser: geteuid())
        switch decision {
        case .authorized: try desktop.daemon.authorize(app, .authorizedWhenInUse, accuracy: .full)
        case .reduced: try desktop.daemon.authorize(app, .authorizedWhenInUse, accuracy: .reduced)
        case .denied: try desktop.daemon.authorize(app, .denied)
        case .undecided: break
        }
        return desktop
    }

    @Test(
        "get what the person decided, or a refusal at once",
        arguments: WrittenForGeoClue.all,
        Decision.allCases
    )
    func decisions(program: WrittenForGeoClue, decision: Decision) async throws {
        try folder.write(sentences(0...59), to: "still.nmea")
        let receiver = "file://\(folder.path)/still.nmea?speed=5&loop"
        let desktop = try await desktop(decision, program.app, receiver: receiver)
        let running = try program.start(program.once, on: desktop, home: folder.path)
        // Those in Python may wait for the person, and are no longer needed after the refusal.
        _ = try await running.end()
        let output = running.output + running.errors
        switch decision {
        case .authorized: #expect(output.contains(program.place))
        case .reduced:
            #expect(output.contains(program.anyPlace) && !output.contains("47.998500"))
            #expect(program.wantsArea || !output.contains(program.place))
        case .denied, .undecided:
            #expect(!output.contains(program.anyPlace))
            #expect(output.contains("said no") || output.contains("asked") || output.contains("decided"))
        }
        let accesses = try desktop.daemon.call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.isEmpty == (decision == .denied || decision == .undecided))
    }

    /// What is started anew while a program runs.
    enum Part: String, Sendable, CaseIterable {
        case daemon
        case bridge
    }

    @Test("go on after a restart", arguments: WrittenForGeoClue.all, Part.allCases)
    func restarts(program: WrittenForGeoClue, part: Part) async throws {
        let receiver = try NetworkVoice()
        let desktop = try await desktop(.authorized, program.app, receiver: receiver.url)
        let running = try program.start(program.follow, on: desktop, home: folder.path)
        defer { running.kill() }
        /// Tells a place until the program has printed it.
        func prints(_ latitude: String, _ text: String, times: Int = 1) async throws {
            do {
                try await waiting(until: text) {
                    try receiver.tell(latitude)
                    // gammastep reports to both.
                    let output = running.output + running.errors
                    return output.split(separator: "\n").count { $0.contains(text) } >= times
                }
            } catch let error as Overdue {
                let state = running.isRunning ? "it runs" : "it has ended"
                throw Overdue("\(error); \(state), and printed:\n\(running.output)\n\(running.errors)")
            }
        }
        let first = "4759.91000"
        try await prints(first, program.place)
        switch part {
        case .daemon: try await desktop.daemon.restart()
        case .bridge:
            try await desktop.restartBridge()
            guard program.goesOn else {
                #expect(try await running.end() == .status(0))
                return
            }
        }
        if !program.wantsArea {
            // 111 m further: a larger step would be doubted.
            return try await prints("4759.97000", program.nextPlace)
        }
        // The area stays the same, and is told once to each client.
        switch part {
        case .daemon: try await desktop.daemon.hasLogged("of \(program.app) follows the machine")
        case .bridge: try await prints(first, program.place, times: 2)
        }
        #expect(running.isRunning)
    }
}

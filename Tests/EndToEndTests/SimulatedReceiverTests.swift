import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// The tool's simulator as the receiver of a real daemon, over each kind of connection.
@Suite("A simulated receiver", .ownThreads, .timeLimit(.minutes(10)))
struct SimulatedReceiverTests {
    /// The vehicle halts, so that every reported position is near the place.
    private static let drive = [
        "simulate", "-34.9030,-56.1640", "--halt", "1h", "--start", "now", "--rate", "5", "--constellations",
        "GPS,Galileo", "--sentences", "all",
    ]

    /// Plays the drive, and waits until the tool has printed the address, if it prints one.
    private func play(_ options: [String], saysWhere: Bool = true) async throws -> (RunningProgram, String) {
        let simulator = try Tool(socketPath: "/nonexistent").start(Self.drive + options)
        guard saysWhere else { return (simulator, "") }
        let line = try await waiting(for: "where the simulator plays") {
            simulator.output.split(separator: "\n").first.map(String.init)
        }
        return (simulator, line)
    }

    /// Runs a daemon with the receiver until a provider gets a location, and ends the simulator.
    private func expectLocation(from receiver: String, of simulator: RunningProgram) async throws {
        let daemon = try await DaemonProcess(receiver: receiver, configuration: "[Widgets]\nFixTimeout=40s\n")
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.placeInView()
        let location = try #require(try await provider.answer { $0.location != nil }.location)
        let place = try #require(Coordinate(latitudeDegrees: -34.9030, longitudeDegrees: -56.1640))
        let reported = try #require(
            Coordinate(
                latitudeDegrees: location.latitudeDegrees,
                longitudeDegrees: location.longitudeDegrees
            )
        )
        #expect(place.distanceMeters(to: reported) < 20)
        simulator.signal(SIGINT)
        #expect(try await simulator.end() == .status(0))
        #expect(simulator.errors == "")
    }

    @Test("on a pseudo-terminal is a serial device")
    func pseudoTerminal() async throws {
        let folder = try TemporaryFolder()
        let link = "\(folder.path)/receiver"
        let (simulator, path) = try await play(["--pty=\(link)"])
        #expect(path.hasPrefix("/dev/pts/"))
        try await expectLocation(from: "serial://\(link)", of: simulator)
        #expect(access(link, F_OK) != 0, "the link goes with the terminal")
    }

    @Test("on a port is a server")
    func server() async throws {
        let (simulator, url) = try await play(["--tcp", "0"])
        try await expectLocation(from: url, of: simulator)
    }

    @Test("can send datagrams")
    func datagrams() async throws {
        let port = try TCPListener(host: "127.0.0.1", port: 0).port
        let (simulator, _) = try await play(["--udp", "127.0.0.1:\(port)"], saysWhere: false)
        try await expectLocation(from: "udp://127.0.0.1:\(port)", of: simulator)
    }

    @Test("sends each client the same from when it connects, and does not wait for slow ones")
    func clients() async throws {
        let simulator = try Tool(socketPath: "/nonexistent").start(
            ["simulate", "city-drive", "--tcp", "127.0.0.1:0", "--speed", "20"]
        )
        let line = try await waiting(for: "the port") { simulator.output.split(separator: "\n").first }
        let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
        let slow = try TCPStream(connectingTo: "127.0.0.1", port: port)
        let quick = try TCPStream(connectingTo: "127.0.0.1", port: port)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let flags = fcntl(quick.descriptor.rawValue, F_GETFL)
        _ = fcntl(quick.descriptor.rawValue, F_SETFL, flags | O_NONBLOCK)
        try await waiting(until: "two minutes of the drive") {
            while case .bytes(let count) = try quick.descriptor.read(into: &buffer) {
                received += buffer[..<count]
            }
            return received.count > 30_000
        }
        simulator.signal(SIGTERM)
        #expect(try await simulator.end() == .status(0))
        let whole = try Checkout.bytes(of: MainJobTests.recording)
        let text = String(decoding: whole, as: UTF8.self)
        let lines = String(decoding: received, as: UTF8.self).split(separator: "\r\n").dropFirst(2).prefix(
            300
        )
        #expect(lines.first?.hasPrefix("$GP") == true)
        #expect(text.contains(lines.joined(separator: "\r\n")))
        withExtendedLifetime(slow) {}
    }

    @Test("can be written with the true positions, and mistakes in a scenario are reported")
    func files() async throws {
        let folder = try TemporaryFolder()
        let tool = Tool(socketPath: "/nonexistent")
        let example = Checkout.root + "/Samples/Scenarios/drives/example.scenario"
        let paths = (nmea: "\(folder.path)/drive.nmea", truth: "\(folder.path)/drive.csv")
        try await tool.succeed("simulate", example, "--output", paths.nmea, "--truth", paths.truth)
        let rows = String(decoding: try Checkout.bytes(of: paths.truth), as: UTF8.self).split(separator: "\n")
        let decoded = try await tool.run("decode", "--fixes-only", paths.nmea)
        let withFix = rows.dropFirst().count { !$0.hasSuffix(",,,") }
        #expect(try JSON.lines(decoded.output).count == withFix)
        #expect(decoded.errors.contains("\n0 malformed sentences\n"))

        try folder.write("route origin 52.5,13.4\nroute waypont 52.6,13.4\n", to: "wrong.scenario")
        let refused = try await tool.run("simulate", "\(folder.path)/wrong.scenario", "--check")
        #expect(refused.ending == .status(1))
        #expect(refused.errors.contains("found 'waypont'; did you mean 'waypoint'?"))
        #expect(
            refused.errors.contains(
                "wrong.scenario:2:7: expected one of origin, track, speed, sky, waypoint, "
            )
        )
    }
}

import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// The simulator of `waymark-lab` as the receiver of a real daemon, over each kind of connection.
@Suite("A simulated receiver", .ownThreads, .timeLimit(.minutes(10)))
struct SimulatedReceiverTests {
    /// The vehicle halts, so that every reported position is near the place.
    private static let drive = [
        "simulate", "-34.9030,-56.1640", "--halt", "1h", "--start", "now", "--rate", "5", "--constellations",
        "GPS,Galileo", "--sentences", "all",
    ]

    private let lab = Tool(socketPath: "/nonexistent").lab

    /// Plays the drive, and waits until the tool has printed the address.
    private func play(_ options: String...) async throws -> (RunningProgram, String) {
        let simulator = try lab.start(Self.drive + options)
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
        #expect(place.distanceMeters(to: location.coordinate) < 20)
        #expect(try await simulator.stop(by: SIGINT) == .status(0))
        #expect(simulator.errors == "")
    }

    @Test("on a pseudo-terminal is a serial device")
    func pseudoTerminal() async throws {
        let folder = try TemporaryFolder()
        let link = "\(folder.path)/receiver"
        let (simulator, path) = try await play("--pty=\(link)")
        #expect(path.hasPrefix("/dev/pts/"))
        try await expectLocation(from: "serial://\(link)", of: simulator)
        #expect(access(link, F_OK) != 0, "the link goes with the terminal")
    }

    @Test("takes no link's place that leads elsewhere")
    func foreignLink() async throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/link"
        try #require(symlink("/nonexistent", link) == 0)
        let simulator = try lab.start(["simulate", "short-trip", "--speed", "100", "--pty=\(link)"])
        #expect(try await simulator.end() == .status(1))
        #expect(simulator.errors.contains("symlink \(link): File exists"), "\(simulator.errors)")
    }

    @Test("on a port is a server")
    func server() async throws {
        let (simulator, url) = try await play("--tcp", "0")
        try await expectLocation(from: url, of: simulator)
    }

    @Test("can send datagrams")
    func datagrams() async throws {
        let port = try TCPListener(host: "127.0.0.1", port: 0).port
        let simulator = try lab.start(Self.drive + ["--udp", "127.0.0.1:\(port)"])
        try await expectLocation(from: "udp://127.0.0.1:\(port)", of: simulator)
    }

    @Test("can be written with the true positions")
    func files() async throws {
        let folder = try TemporaryFolder()
        let example = Checkout.root + "/Samples/Scenarios/drives/example.scenario"
        let paths = (nmea: "\(folder.path)/drive.nmea", truth: "\(folder.path)/drive.csv")
        try await lab.succeed("simulate", example, "--output", paths.nmea, "--truth", paths.truth)
        let rows = String(decoding: try Checkout.bytes(of: paths.truth), as: UTF8.self).split(separator: "\n")
        let decoded = try await lab.run("decode", "--fixes-only", paths.nmea)
        let withFix = rows.dropFirst().count { !$0.hasSuffix(",,,") }
        #expect(try JSON.lines(decoded.output).count == withFix)
        #expect(decoded.errors.contains("\n0 malformed sentences\n"))
    }
}

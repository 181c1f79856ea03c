import Glibc
import LinuxSystem
import OwnTracks
import TestSupport
import Testing

@Suite("A phone, with the real service", .ownThreads, .timeLimit(.minutes(5)))
struct PhoneTests: ~Copyable {
    private let daemon: DaemonProcess
    private let folder: TemporaryFolder
    private let port: UInt16

    init() async throws {
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.unused()
        daemon = try await DaemonProcess(receiver: "feed://phone?source=phone")
        self.port = port
        self.folder = folder
    }

    private func configure(_ address: String, _ more: String = "") throws {
        try folder.write("[Listen]\nAddress=\(address)\n\(more)\n", to: "phone.conf")
    }

    private var options: [String] {
        ["--config", folder.path + "/phone.conf", "--state", folder.path + "/state"]
    }

    private func pair(_ name: String) async throws -> String {
        let program = try RunningProgram([BuiltPrograms.phone] + options + ["pair", name])
        #expect(try await program.end() == .status(0), "\(program.errors)")
        let words = program.output.split(separator: "\n").map(String.init)
        return try #require(words.first { PhoneKey($0) != nil })
    }

    private func serve() throws -> RunningProgram {
        try RunningProgram([BuiltPrograms.phone] + options + ["serve", "--socket", daemon.socketPath])
    }

    private func allowTool() async throws {
        let program = try tool("authorize", "io.waymark.waymarkctl", "when-in-use")
        #expect(try await program.end() == .status(0), "\(program.errors)")
    }

    private func tool(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram([BuiltPrograms.tool, "--socket", daemon.socketPath] + arguments)
    }

    /// Sends a position of now from this machine, once the program is there.
    ///
    /// A position is newer by whole seconds.
    private func send(_ key: String, latitude: Double, ahead: Int64 = 0) async throws {
        let status = try await waiting(for: "an answer") { () -> Int? in
            guard let connection = try? HTTPConnection(to: port) else { return nil }
            let body = TestPhone.sealed(TestPhone.position(Int64(time(nil)) + ahead, latitude: latitude), key)
            try connection.send("POST", "/", headers: ["Host": "127.0.0.1"], body: body)
            return try await connection.answer().status
        }
        #expect(status == 200)
    }

    @Test("gives the machine its place, also after a restart, and says what is missing before")
    func place() async throws {
        try configure("127.0.0.1:\(port)", "[Phone anna]\nCarriedWithMachine=yes")
        let program = try serve()
        func receivers() async throws -> String {
            let tool = try tool("receivers")
            _ = try await tool.end()
            return tool.output + tool.errors
        }
        try await allowTool()
        let locate = try tool("locate", "--deadline", "120")
        try await waiting(until: "the reason: \(program.errors)") {
            try await receivers().contains("no phone is paired")
        }
        let key = try await pair("anna")
        try await waiting(until: "the other reason") {
            try await receivers().contains("no phone has sent a position yet")
        }
        try await send(key, latitude: 52.25)
        #expect(try await locate.end() == .status(0), "\(locate.errors)\n\(program.errors)\n\(daemon.log)")
        #expect(locate.output.contains("52.25"), "\(locate.output)")
        // The service goes, and comes back. Nobody wants a position then; whoever does later gets it.
        try await daemon.restart()
        try await send(key, latitude: 52.25, ahead: 2)
        let again = try tool("locate", "--deadline", "60")
        #expect(try await again.end() == .status(0), "\(again.errors)\n\(program.errors)")
        #expect(again.output.contains("52.25"), "\(again.output)")
    }

    @Test(
        "moves the machine from a network beside it, and not from behind a router",
        .enabled(if: PhoneTests.hasNetworks, "it makes network namespaces")
    )
    func networks() async throws {
        try configure("10.140.0.1:8140")
        let key = try await pair("anna")
        #expect(symlink(daemon.socketPath, folder.path + "/socket") == 0)
        let script = Checkout.root + "/Tests/WaymarkPhoneTests/networks.sh"
        let program = try RunningProgram(["unshare", "-rn", script, BuiltPrograms.phone, folder.path])
        defer { program.kill() }
        try await allowTool()
        let locate = try tool("locate", "--deadline", "120")
        func send(_ place: String, latitude: Double) async throws {
            let path = folder.path + "/\(place).answer"
            unlink(path)
            let position = TestPhone.position(Int64(time(nil)), latitude: latitude)
            try folder.write(TestPhone.sealed(position, key), to: "\(place).part")
            #expect(rename(folder.path + "/\(place).part", folder.path + "/\(place)") == 0)
            let answer = try await waiting(for: "an answer: \(program.errors)") {
                try? Checkout.bytes(of: path)
            }
            #expect(String(decoding: answer, as: UTF8.self) == "200\n")
        }
        try await send("far", latitude: 1)
        #expect(program.errors.contains("do not count while it sends through a router, now from 10.150.0.2"))
        #expect(locate.isRunning)
        // Its own time has to go on.
        try await waiting(until: "the position") {
            try await send("near", latitude: 52.75)
            return !locate.isRunning
        }
        #expect(locate.output.contains("52.75"), "\(locate.output)\(locate.errors)")
    }

    private static let hasNetworks: Bool = {
        let script = "ip link add a type veth peer name b"
        guard let program = try? RunningProgram(["unshare", "-rn", "sh", "-c", script]) else { return false }
        while program.isRunning { usleep(10_000) }
        return program.errors.isEmpty
    }()
}

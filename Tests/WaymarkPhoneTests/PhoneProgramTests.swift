import Glibc
import LinuxSystem
import OwnTracks
import TestSupport
import Testing

@Suite("waymark-phone", .ownThreads, .timeLimit(.minutes(5)))
struct PhoneProgramTests: ~Copyable {
    private let folder: TemporaryFolder
    private let port: UInt16

    init() throws {
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.unused()
        try folder.write("[Listen]\nAddress=127.0.0.1:\(port)\n", to: "phone.conf")
        self.port = port
        self.folder = folder
    }

    private var options: [String] {
        ["--config", folder.path + "/phone.conf", "--state", folder.path + "/state"]
    }

    private func run(_ arguments: String...) async throws -> (
        ending: RunningProgram.Ending, output: String, errors: String
    ) {
        let program = try RunningProgram([BuiltPrograms.phone] + options + arguments)
        let ending = try await program.end()
        return (ending, program.output, program.errors)
    }

    /// Pairs a phone, and returns the key from what is printed.
    private func pair(_ name: String) async throws -> String {
        let (ending, output, errors) = try await run("pair", name)
        #expect(ending == .status(0), "\(errors)")
        return try #require(output.split(separator: "\n").map(String.init).first { PhoneKey($0) != nil })
    }

    private func serve() async throws -> RunningProgram {
        let program = try RunningProgram(
            [BuiltPrograms.phone] + options + ["serve", "--socket", folder.path + "/no-service"]
        )
        try await waiting(until: "the program: \(program.errors)") {
            program.errors.contains("takes positions of phones at 127.0.0.1:\(port)")
        }
        return program
    }

    private func answer(_ method: String, _ path: String, _ body: String = "") async throws
        -> HTTPConnection.Answer
    {
        let connection = try HTTPConnection(to: port)
        try connection.send(method, path, headers: ["Host": "127.0.0.1", "X-Limit-U": "anna"], body: body)
        return try await connection.answer()
    }

    @Test("pairs, lists and removes phones, whose keys only its user can read")
    func pairing() async throws {
        let key = try await pair("anna")
        #expect(try await pair("ben") != key)
        var status = stat()
        #expect(stat(folder.path + "/state/phones", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(folder.path + "/state", &status) == 0 && status.st_mode & 0o777 == 0o700)
        let again = try await run("pair", "anna")
        #expect(again.ending == .status(1) && again.errors.contains("'anna' is paired already"))
        #expect(try await run("list").output == "anna\nben\n")
        #expect(try await run("remove", "anna").ending == .status(0))
        #expect(try await run("remove", "anna").ending == .status(1))
        #expect(try await run("list").output == "ben\n")
        #expect(try await run("pair", "a b").ending == .status(2))
        #expect(try await run("pair").ending == .status(2))
    }

    @Test("answers a phone by HTTP, whose key libsodium opens, and nobody else; also once it was removed")
    func requests() async throws {
        let key = try await pair("anna")
        let program = try await serve()
        let now = Int64(time(nil))
        func send(_ seconds: Int64, _ key: String, to path: String = "/") async throws -> Int {
            let body = TestPhone.sealed(TestPhone.position(now + seconds), key)
            let answer = try await answer("POST", path, body)
            #expect(answer.status != 200 || answer.body == "[]")
            return answer.status
        }
        #expect(try await send(0, key) == 200)
        #expect(try await send(1, key, to: "/pub") == 200)
        #expect(try await send(0, String(key.reversed())) == 403)
        #expect(try await answer("POST", "/", "x").status == 400)
        #expect(try await answer("POST", "/", String(repeating: "x", count: 20_000)).status == 413)
        #expect(try await answer("POST", "/other").status == 404)
        #expect(try await answer("GET", "/").status == 405)
        // This machine itself is no phone beside it.
        let warning = "'anna' do not count while it sends through a router, now from 127.0.0.1"
        #expect(program.errors.contains(warning))
        #expect(try await run("remove", "anna").ending == .status(0))
        let ben = try await pair("ben")
        try await waiting(until: "the other phone") { try await send(0, ben) == 200 }
        #expect(try await send(2, key) == 403)
        program.signal(SIGTERM)
        #expect(try await program.end() == .status(0))
    }

    @Test("says what its owner must change, and exits so that it is not restarted")
    func mistakes() async throws {
        try folder.write("[Listen]\nAddress=here\n", to: "phone.conf")
        let configuration = try await run("serve")
        #expect(configuration.ending == .status(78))
        #expect(configuration.errors.contains("phone.conf:2: 'Address=' does not accept 'here'"))
        let checked = try await run("check")
        #expect(checked.ending == .status(78) && checked.errors.contains("does not accept 'here'"))
        try folder.write("[Listen]\nAddress=127.0.0.1:\(port)\n", to: "phone.conf")
        try folder.write("anna short\n", to: "state/phones")
        #expect(try await run("serve").errors.contains("it is damaged"))
        #expect(chmod(folder.path + "/state/phones", 0o644) == 0)
        let open = try await run("serve")
        #expect(open.ending == .status(78) && open.errors.contains("others can read the keys"))
        #expect(try await run("check").ending == .status(78))
        try folder.write("[Listen]\nAddress=192.0.2.1:\(port)\n", to: "phone.conf")
        #expect(chmod(folder.path + "/state/phones", 0o600) == 0)
        try folder.write("", to: "state/phones")
        #expect(try await run("check").ending == .status(0), "the address may come later")
        let elsewhere = try await run("serve")
        #expect(elsewhere.ending == .status(1))
        #expect(elsewhere.errors.contains("cannot listen at 192.0.2.1:\(port)"))
    }
}

import CommandLineTool
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import waymarkctl

@Suite("A program that was started", .ownThreads, .timeLimit(.minutes(10)))
struct ChildProgramTests {
    private func start(_ script: String, input: String = "", environment: [String] = []) throws
        -> ChildProgram
    {
        try ChildProgram(
            ["/bin/sh", "-c", script],
            environment: ["PATH=/usr/bin:/bin"] + environment,
            input: Array(input.utf8)
        )
    }

    private func end(of program: ChildProgram) async throws -> ChildProgram.Ending {
        try await waiting(for: "its end") { try program.advance(outputLimit: 1 << 16, errorLimit: 16) }
    }

    @Test("gets its input and its environment only, and leaves its output and status")
    func output() async throws {
        let script = "cat; echo $NAME; echo $HOME; echo oops >&2; exit 3"
        let program = try start(script, input: "in\n", environment: ["NAME=n"])
        #expect(try await end(of: program) == .status(3))
        #expect(String(decoding: program.outputBytes, as: UTF8.self) == "in\nn\n\n")
        #expect(String(decoding: program.errorBytes, as: UTF8.self) == "oops\n")
    }

    @Test("gets an input as long as a configuration makes it, and is not started if no pipe has room for it")
    func longInput() async throws {
        let program = try start("wc -c", input: String(repeating: "x", count: 40_000))
        #expect(try await end(of: program) == .status(0))
        #expect(String(decoding: program.outputBytes, as: UTF8.self) == "40000\n")
        #expect(throws: SystemError.self) { try start("cat", input: String(repeating: "x", count: 8 << 20)) }
    }

    @Test("may leave its input unread, and keeps only the end of long complaints")
    func errors() async throws {
        let program = try start("exec <&-; seq 100 >&2", input: String(repeating: "x", count: 4096))
        #expect(try await end(of: program) == .status(0))
        #expect(String(decoding: program.errorBytes, as: UTF8.self).hasSuffix("99\n100\n"))
        #expect(program.errorBytes.count == 16)
    }

    @Test("is read up to a limit, and can be killed with what it started")
    func endless() async throws {
        let program = try start("yes & exec yes")
        _ = try await waiting(for: "output") {
            let ending = try program.advance(outputLimit: 10_000, errorLimit: 16)
            #expect(ending == nil)
            return program.outputBytes.count >= 10_000 ? true : nil
        }
        #expect(program.outputBytes.count < 20_000)
        program.kill()
        #expect(try program.advance(outputLimit: 0, errorLimit: 16) == .signal(SIGKILL))
    }

    @Test("is killed when its time is over")
    func slow() async throws {
        let command = try TimedCommand(["sleep", "600"], [], input: [], limit: .milliseconds(20))
        try await waiting(until: "its end") {
            do throws(Failure) { return try command.advance() != nil } catch {
                #expect(error.message == "the command had not ended after 0.0 s")
                return true
            }
        }
    }

    @Test("takes along what it left in the background")
    func background() async throws {
        let program = try start("sleep 600 & echo $!")
        #expect(try await end(of: program) == .status(0))
        let left = try #require(pid_t(String(decoding: program.outputBytes, as: UTF8.self).dropLast()))
        try await waiting(until: "its end") {
            guard kill(left, 0) == 0 else { return true }
            // Where no init waits for orphans, it stays as a zombie.
            let status = try? String(decoding: Checkout.bytes(of: "/proc/\(left)/stat"), as: UTF8.self)
            return status?.contains(") Z ") ?? true
        }
    }

    @Test("has no signal blocked or ignored")
    func signals() async {
        // In a separate process: here, ignored signals would hide what raises them.
        await #expect(processExitsWith: .success) {
            try Signals.ignoreBrokenPipes()
            let program = try ChildProgram(
                ["/bin/sh", "-c", "grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -f2"],
                environment: ["PATH=/usr/bin:/bin"],
                input: []
            )
            let ending = try await waiting(for: "its end") {
                try program.advance(outputLimit: 1 << 16, errorLimit: 16)
            }
            // The C library keeps the signals 32 and 33 for itself, and nobody can change them.
            let masks = String(decoding: program.outputBytes, as: UTF8.self).split(separator: "\n")
                .map { UInt64($0, radix: 16).map { $0 & ~0x1_8000_0000 } }
            guard ending == .status(0), masks == [0, 0] else { exit(1) }
        }
    }
}

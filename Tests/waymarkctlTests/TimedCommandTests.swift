import CommandLineTool
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import waymarkctl

@Suite("A command of the person", .ownThreads, .timeLimit(.minutes(10)))
struct TimedCommandTests {
    private func start(_ script: String, input: String = "", limit: Duration = .seconds(600)) throws
        -> TimedCommand
    {
        try TimedCommand(
            ["/bin/sh", "-c", script],
            [("HOME", nil), ("NAME", "n")],
            input: Array(input.utf8),
            limit: limit
        )
    }

    private func end(of command: TimedCommand) async throws -> String {
        try await waiting(for: "its end") {
            do throws(Failure) {
                return try command.advance().map { String(decoding: $0, as: UTF8.self) }
            } catch { return error.message }
        }
    }

    @Test("gets its input and its variables, and leaves its output, or the end of its complaints")
    func output() async throws {
        let echo = "cat; echo $NAME; echo $HOME"
        #expect(try await end(of: start(echo, input: "in")) == "in\nn\n\n")
        #expect(try await end(of: start("\(echo); echo oops >&2; exit 3")) == "oops")
        #expect(try await end(of: start("exit 3")) == "the command exited with status 3")
        #expect(try await end(of: start("kill -9 $$")) == "the command was killed by signal 9")
        let unread = try start("exec <&-; seq 100000 >&2; exit 1", input: String(repeating: "x", count: 4000))
        #expect(try await end(of: unread) == "100000")
    }

    @Test("gets an input as long as a configuration makes it, and is not started if no pipe has room for it")
    func longInput() async throws {
        let input = String(repeating: "x", count: 40_000)
        #expect(try await end(of: start("wc -c", input: input)) == "40001\n")
        #expect(throws: SystemError.self) { try start("cat", input: String(repeating: "x", count: 8 << 20)) }
    }

    @Test("is killed with what it started when it has printed too much, or its time is over")
    func endless() async throws {
        let message = "the command printed more than 64 KiB"
        #expect(try await end(of: start("yes & exec yes")) == message)
        let slow = try start("exec sleep 600", limit: .milliseconds(20))
        #expect(try await end(of: slow) == "the command had not ended after 0.0 s")
    }

    @Test("takes along what it left in the background")
    func background() async throws {
        let output = try await end(of: start("sleep 600 & echo $!"))
        let left = try #require(pid_t(String(output.dropLast())))
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
            let script = "grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -f2"
            let command = try TimedCommand(["sh", "-c", script], [], input: [], limit: .seconds(600))
            let output = try await waiting(for: "its end") { try command.advance() }
            // The C library keeps the signals 32 and 33 for itself, and nobody can change them.
            let masks = String(decoding: output, as: UTF8.self).split(separator: "\n")
                .map { UInt64($0, radix: 16).map { $0 & ~0x1_8000_0000 } }
            guard masks == [0, 0] else { exit(1) }
        }
    }
}

import TestSupport
import Testing

@Suite("A simulated world", .ownThreads, .timeLimit(.minutes(10)))
struct WorldTests {
    @Test("finds nothing wrong in an hour in which much goes wrong")
    func anHour() async throws {
        let program = try await lab(["world", "--seed", "7", "--hours", "1"])
        var counts: [String: Int] = [:]
        for line in program.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { counts[String(words[0])] = Int(words[1]) }
        }
        for count in ["locations:", "changes:", "checkedFacts:", "refusals:", "shortTransfers:", "starts:"] {
            #expect(counts[count] ?? 0 > 1, "\(count) \(program.output)")
        }
    }

    @Test("is recorded in a file named from the folder of the command, and may have the greatest seed")
    func record() async throws {
        let folder = try TemporaryFolder()
        try await RunningProgram.output(of: [
            "sh", "-c", #"cd "$0" && exec "$@""#, folder.path, BuiltPrograms.lab, "world", "--hours", "1",
            "--faults", "none", "--cast", "none", "--record", "run.jsonl", "--seed", "\(UInt64.max)",
        ])
        #expect(Checkout.names(in: folder.path).contains("run.jsonl"))
    }
}

import TestSupport
import Testing

@testable import waymarkctl

@Suite("The tool's exit status")
struct ProgramTests {
    @Test(
        "tells wrong usage from a service that cannot be reached",
        arguments: [
            ([], 2), (["frobnicate"], 2), (["status", "extra"], 2), (["status", "--frobnicate"], 2),
            (["--format", "xml", "status"], 2), (["status", "--socket"], 2), (["explain"], 2),
            (["authorize", "app"], 2), (["authorize", "app", "--deny", "--always"], 2),
            (["authorize", "app", "--deny", "--widgets", "--no-widgets"], 2),
            (["place", "app"], 2), (["simulate", "short-trip", "--rate", "never"], 2),
            (["authorize", "app", "--deny", "--user", "no such user"], 4), (["simulate", "mars"], 4),
            (["decode", "/nonexistent"], 1), (["lint", "--lax"], 2), (["lint", "/nonexistent"], 1),
            (["status", "--socket", "/nonexistent"], 3),
            (["--socket", "/nonexistent", "watch", "w1"], 3), (["-s/nonexistent", "journal", "--follow"], 3),
        ] as [([String], Int32)]
    )
    func status(arguments: [String], status: Int32) {
        #expect(Program(commands: Command.all).run(arguments) == status)
    }

    @Test("is of a failure that has a message, unless the reader has gone")
    func failures() {
        #expect(Failure.outputClosed.message == nil)
        #expect(Failure.outputClosed.status == 0)
        #expect(
            Set([Failure.refused(""), .usage(""), .unreachable(""), .notFound("")].map(\.status)).count == 4
        )
    }

    @Test("is for commands that each have another name and help that fits a terminal")
    func commands() {
        let names = Command.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in Command.all {
            #expect(command.summary.count <= 80, "\(command.name)")
            #expect(command.details.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(command.name)")
        }
    }
}

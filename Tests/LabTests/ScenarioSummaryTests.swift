import TestSupport
import Testing

@Suite("The summary of a drive", .timeLimit(.minutes(10)))
struct ScenarioSummaryTests {
    @Test("is of its first week at most, because it may halt for a year at each place")
    func bounded() async throws {
        let tool = try RunningProgram(
            [BuiltPrograms.lab, "simulate", "1,2", "1.1,2", "--halt", "365d", "--check"]
        )
        #expect(try await tool.end() == .status(0))
        #expect(tool.output.contains(": at least 0.0 km, in more than 7 d 0 h, "))
    }
}

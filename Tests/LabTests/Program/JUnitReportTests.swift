import Testing

@testable import WaymarkLab

@Suite("A report for build servers")
struct JUnitReportTests {
    @Test("has no mark of XML from a scenario, also where an accent follows it")
    func marks() {
        let foreign = "\"\u{301}<\u{338}&\u{301}\u{FFFE}"
        let scenario = TestedScenario(
            path: foreign,
            name: foreign,
            result: .unreadable(foreign),
            complaints: [[foreign, foreign]],
            elapsed: .zero
        )
        let text = JUnitReport(scenarios: [scenario]).text.unicodeScalars
        let plain = TestedScenario(
            path: "",
            name: "",
            result: .unreadable(""),
            complaints: [["", ""]],
            elapsed: .zero
        )
        let marks: [Unicode.Scalar] = ["<", ">", "\"", "\u{FFFE}"]
        let expected = JUnitReport(scenarios: [plain]).text.unicodeScalars
        for mark in marks { #expect(text.count { $0 == mark } == expected.count { $0 == mark }) }
        // The path, the name, the message and both lines, with three references each.
        #expect(text.count { $0 == "&" } == 15)
    }
}

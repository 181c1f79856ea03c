import Lab
import TestSupport
import Testing

@Suite("The scenarios of Samples")
struct SampleScenarioTests {
    static let folder = Checkout.root + "/Samples/Scenarios"

    static let names = Checkout.names(in: folder, endingWith: ".scenario")

    @Test("hold, and make the decisions that are kept", .timeLimit(.minutes(10)), arguments: names)
    func hold(name: String) async throws {
        let program = try await lab(["test", "--journal", "\(Self.folder)/\(name)"])
        // The lines of results tell how long it took.
        let journal = program.output.replacing(Checkout.root + "/", with: "")
            .split(separator: "\n").filter { !$0.hasPrefix("ok ") }.map(String.init)
        try KeptText.check(journal, "Journals/\(name.replacing(".scenario", with: ".journal"))")
    }

    @Test("that fail are reported, also to programs", .timeLimit(.minutes(10)))
    func reported() async throws {
        let folder = try TemporaryFolder()
        try folder.write(oneWidget + "+10s expect status w denied\n", to: "bad.scenario")
        let bad = folder.path + "/bad.scenario"
        let program = try await lab(["test", bad], status: 1)
        #expect(program.output.contains("bad.scenario:7: expect status w denied\n    at 08:00:10: it is fix"))
        let machine = try await lab(["test", "--format", "json", bad], status: 1)
        #expect(machine.output.contains(#""expected":"expect status w denied""#))
    }

    @Test(
        "are reported in a form that another program reads",
        .enabled(if: hasReader, "Debian's python3-junitparser is not installed"),
        .timeLimit(.minutes(10))
    )
    func junit() async throws {
        let folder = try TemporaryFolder()
        try folder.write(oneWidget + "+10s expect status w fix\n", to: "good.scenario")
        try folder.write(oneWidget + "+10s expect status w denied\n", to: "b<&\"d.scenario")
        try folder.write("machine <on 1,2\n", to: "unreadable.scenario")
        let program = try await lab(["test", "--format", "junit", folder.path], status: 1)
        let report = folder.path + "/report.xml"
        try folder.write(program.output, to: "report.xml")
        let script = """
            import sys, junitparser
            suite = junitparser.JUnitXml.fromfile(sys.argv[1])
            print(suite.tests, suite.failures)
            for case in suite:
                for result in case.result:
                    print(case.name, type(result).__name__, result.message)
            """
        let read = try await RunningProgram.output(of: ["/usr/bin/python3", "-c", script, report])
        let lines = read.split(separator: "\n")
        #expect(lines.first == "3 2", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("b<&\"d Failure ") }, "\(lines)")
        #expect(lines.contains { $0.contains("expected 'at', found '<on'") }, "\(lines)")
    }

    @Test("print no control characters of the names of files", .timeLimit(.minutes(10)))
    func namesOfFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write(oneWidget + "+10s expect status w denied\n", to: "a\u{1B}[2Jb.scenario")
        try folder.write("machine on 1,2\n", to: "c\u{1B}[2Jd.scenario")
        let program = try await lab(["test", folder.path], status: 1)
        #expect(program.output.contains("a [2Jb") && program.output.contains("c [2Jd.scenario:1:"))
        #expect(!program.output.contains("\u{1B}"), "\(program.output)")
    }

    private static let hasReader = RunningProgram.succeeds(["/usr/bin/python3", "-c", "import junitparser"])

    @Test("are many, and show every kind of line")
    func many() throws {
        #expect(Self.names.count >= 25)
        var shown: Set<Substring> = []
        for name in Self.names + ["drives/example.scenario"] {
            let text = try String(decoding: Checkout.bytes(of: "\(Self.folder)/\(name)"), as: UTF8.self)
            for words in text.split(separator: "\n").map({ $0.split(separator: " ") }) {
                let isTimed = words.first.map { $0.first?.isNumber ?? false || $0.hasPrefix("+") } ?? false
                if let kind = words.dropFirst(isTimed ? 1 : 0).first { shown.insert(kind) }
            }
        }
        let kinds = Set(Statement.all.map { $0.form.prefix { $0 != " " } })
        #expect(kinds.isSubset(of: shown), "no sample has a line \(kinds.subtracting(shown))")
    }

    @Test("have a documentation that explains every kind of line")
    func documented() throws {
        let bytes = try Checkout.bytes(of: Checkout.root + "/docs/scenarios.md")
        let text = String(decoding: bytes, as: UTF8.self)
        for form in Statement.all.map(\.form) {
            let row = "`\(form.replacing("|", with: "\\|"))`"
            #expect(text.contains(row), "docs/scenarios.md lacks a row for '\(form)'")
        }
    }
}

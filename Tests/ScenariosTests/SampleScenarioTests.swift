import LinuxSystem
import Scenarios
import TestSupport
import Testing

@Suite("The scenarios of Samples")
struct SampleScenarioTests {
    static let folder = Checkout.root + "/Samples/Scenarios"

    static let names: [String] = (try? Folder(folder).names(endingWith: ".scenario"))?.sorted() ?? []

    @Test("hold", .timeLimit(.minutes(5)), arguments: names)
    func hold(name: String) async throws {
        let program = try RunningProgram([BuiltPrograms.tool, "test", "\(Self.folder)/\(name)"])
        #expect(try await program.end(within: .seconds(240)) == .status(0), "\(program.output)")
    }

    @Test("that fail are reported, also for build servers", .timeLimit(.minutes(1)))
    func reported() async throws {
        let folder = try TemporaryFolder()
        try folder.write(oneWidget + "+10s expect status w denied\n", to: "bad.scenario")
        let junit = folder.path + "/report.xml"
        let program = try RunningProgram(
            [BuiltPrograms.tool, "test", "--junit", junit, folder.path + "/bad.scenario"]
        )
        #expect(try await program.end() == .status(1))
        #expect(program.output.contains("bad.scenario:7: expect status w denied\n    at 08:00:10: it is fix"))
        let report = try String(decoding: Checkout.bytes(of: junit), as: UTF8.self)
        #expect(report.contains(#"<testsuite name="waymark" tests="1" failures="1""#))
        #expect(report.contains("<failure message="))
        let machine = try RunningProgram(
            [BuiltPrograms.tool, "test", "--format", "json", folder.path + "/bad.scenario"]
        )
        #expect(try await machine.end() == .status(1))
        #expect(machine.output.contains(#""expected":"expect status w denied""#))
    }

    @Test("are many")
    func many() { #expect(Self.names.count >= 25) }

    @Test("have a documentation that explains every kind of line")
    func documented() throws {
        let text = try String(
            decoding: Checkout.bytes(of: Checkout.root + "/docs/scenarios.md"),
            as: UTF8.self
        )
        for form in Statement.all.map(\.form) {
            #expect(
                text.contains("`\(form.replacing("|", with: "\\|"))`"),
                "docs/scenarios.md lacks a row for '\(form)'"
            )
        }
    }
}

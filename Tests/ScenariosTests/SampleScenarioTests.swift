import LinuxSystem
import Scenarios
import TestSupport
import Testing

@Suite("The scenarios of Samples")
struct SampleScenarioTests {
    static let folder = Checkout.root + "/Samples/Scenarios"

    static let names: [String] = (try? Folder(folder).names(endingWith: ".scenario"))?.sorted() ?? []

    @Test("hold", .timeLimit(.minutes(5)), arguments: names)
    func hold(name: String) throws {
        let program = try ChildProcess.run(BuiltPrograms.path(of: "waymarkctl"), ["test", "\(Self.folder)/\(name)"])
        #expect(program.status == 0, "\(program.output)")
    }

    @Test("are many")
    func many() { #expect(Self.names.count >= 25) }

    @Test("have a documentation that explains every kind of line")
    func documented() throws {
        let text = try String(decoding: Checkout.bytes(of: Checkout.root + "/docs/scenarios.md"), as: UTF8.self)
        for form in Statement.all.map(\.form) {
            #expect(text.contains("`\(form.replacing("|", with: "\\|"))`"), "docs/scenarios.md lacks a row for '\(form)'")
        }
    }
}

import Testing
import UserInput

@testable import waymarkctl

@Suite("The table of commands")
struct CommandTableTests {
    private let program = Program()

    /// What the tool answers to a shell or to the build of the manual.
    private func answer(_ arguments: String...) throws -> String {
        try #require(program.description.answer(toTool: arguments))
    }

    @Test("is all in the manual page, with every option", arguments: Command.all.map(\.description.name))
    func manual(_ name: String) throws {
        let command = try #require(Command.all.first { $0.description.name == name }).description
        let page = try answer("--manual")
        let sections = page.split(separator: "\n## ", omittingEmptySubsequences: false)
        let section = try #require(sections.first { $0.hasPrefix("**\(name)**") })
        for option in command.options where !Command.sharedOptions.contains(where: { $0.name == option.name })
        {
            guard !["help", "version"].contains(option.name) else { continue }
            #expect(section.contains("--\(option.name)"))
        }
        for option in Command.sharedOptions { #expect(page.contains("--\(option.name)")) }
    }

    @Test("is all completed, with every option", arguments: Command.all.map(\.description.name))
    func completion(_ name: String) throws {
        let command = try #require(Command.all.first { $0.description.name == name }).description
        #expect(try answer("--complete", name).split(separator: "\n").contains("\(name)\t\(command.summary)"))
        let options = try answer("--complete", name, "--").split(separator: "\n").map {
            $0.prefix { $0 != "\t" }
        }
        #expect(options.map(String.init) == command.options.map { "--\($0.name)" })
    }

    @Test("names no value of operands that completion would take for a word to type")
    func operands() throws {
        let words = Command.all.flatMap {
            program.description.completion(of: [$0.description.name, ""]).candidates
        }
        let known = [
            "add", "remove", "list", "on", "off", "register", "withdraw", "set", "walk", "show", "stop",
        ]
        #expect(words.map(\.text).filter { !known.contains($0) } == [])
    }
}

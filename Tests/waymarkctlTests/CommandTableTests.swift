import CommandLineTool
import TestSupport
import Testing
import UserInput

@testable import WaymarkLab
@testable import waymarkctl

private func program(_ name: String) -> Program { name == "waymark-lab" ? .lab : .waymarkctl }

private let programs = ["waymarkctl", "waymark-lab"]

@Suite("The table of commands")
struct CommandTableTests {
    @Test("is all in the manual page, with every option", arguments: programs)
    func manual(_ name: String) throws {
        let page = try #require(program(name).description.answer(toTool: ["--manual"]))
        let sections = page.split(separator: "\n## ", omittingEmptySubsequences: false)
        let shared = Set(program(name).description.options.map(\.name))
        for option in shared { #expect(page.contains("--\(option)")) }
        for command in program(name).commands.map(\.description) {
            let section = try #require(sections.first { $0.hasPrefix("**\(command.name)**") })
            for option in command.options where !shared.contains(option.name) {
                #expect(section.contains("--\(option.name)"))
            }
        }
    }

    @Test("has the exit statuses of the document", arguments: programs)
    func exitStatuses(_ name: String) throws {
        let bytes = try Checkout.bytes(of: "\(Checkout.root)/docs/\(name).md")
        let page = String(decoding: bytes, as: UTF8.self).replacing("`", with: "'")
        let rows = page.split(separator: "\n").filter {
            $0.dropFirst(2).first?.isNumber ?? false && $0.hasPrefix("| ")
        }
        let expected: [String] = program(name).statuses.enumerated().map { "| \($0) | \($1) |" }
        #expect(rows.map(String.init) == expected)
    }
}

@Suite("The commands in the documents")
struct DocumentedCommandTests {
    /// Says what is wrong with a command line; `nil` if nothing is.
    private func mistake(in words: [String], of name: String) throws -> String? {
        let program = program(name)
        do throws(OptionError) {
            let global = try program.description.parse(words)
            guard let name = global.operands.first else { return nil }
            guard let command = program.commands.first(where: { $0.description.name == name }) else {
                return "there is no command '\(name)'"
            }
            let line = try command.description.parse(Array(global.operands.dropFirst()))
            try command.description.check(line.operands)
            return nil
        } catch { return "\(error)" }
    }

    @Test("exist, with their operands and options", arguments: [("waymarkctl", 50), ("waymark-lab", 15)])
    func parse(_ name: String, _ least: Int) throws {
        var count = 0
        for document in try Document.all() {
            for command in document.commands(of: name) {
                let mistake = try mistake(in: Array(command.words.dropFirst()), of: name)
                #expect(mistake == nil, "\(document.path): \(command.words)")
                count += 1
            }
        }
        #expect(count > least)
    }
}

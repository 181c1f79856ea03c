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
    private static let commands = programs.flatMap { name in
        program(name).commands.map { (name, $0.description.name) }
    }

    /// What the program answers to a shell or to the build of the manual.
    private func answer(_ name: String, _ arguments: String...) throws -> String {
        try #require(program(name).description.answer(toTool: arguments))
    }

    private func description(_ name: String, _ command: String) throws -> CommandDescription {
        try #require(program(name).commands.map(\.description).first { $0.name == command })
    }

    @Test("is all in the manual page, with every option", arguments: commands)
    func manual(_ name: String, _ command: String) throws {
        let page = try answer(name, "--manual")
        let sections = page.split(separator: "\n## ", omittingEmptySubsequences: false)
        let section = try #require(sections.first { $0.hasPrefix("**\(command)**") })
        let shared = Set(program(name).description.options.map(\.name))
        for option in try description(name, command).options where !shared.contains(option.name) {
            #expect(section.contains("--\(option.name)"))
        }
        for option in shared { #expect(page.contains("--\(option)")) }
    }

    @Test("is all completed, with every option", arguments: commands)
    func completion(_ name: String, _ command: String) throws {
        let description = try description(name, command)
        #expect(
            try answer(name, "--complete", command).split(separator: "\n")
                .contains("\(command)\t\(description.summary)")
        )
        let options = try answer(name, "--complete", command, "--").split(separator: "\n").map {
            $0.prefix { $0 != "\t" }
        }
        let expected: [String] = description.options.map { "--\($0.name)" }
        #expect(options.map(String.init) == expected)
    }

    @Test("names no value of operands that completion would take for a word to type", arguments: programs)
    func operands(_ name: String) throws {
        let program = program(name)
        let words = program.commands.flatMap {
            program.description.completion(of: [$0.description.name, ""]).candidates
        }
        let known = [
            "add", "remove", "list", "on", "off", "register", "withdraw", "set", "show", "stop", "drop",
            "raise", "silence", "status", "until", "enter", "leave", "change", "visit", "widget",
        ]
        #expect(words.map(\.text).filter { !known.contains($0) } == [])
    }

    @Test("has unique names, and help that fits a terminal", arguments: programs)
    func help(_ name: String) {
        let commands = program(name).commands.map(\.description)
        #expect(Set(commands.map(\.name)).count == commands.count)
        for command in commands {
            #expect(command.summary.count <= 80, "\(command.name)")
            #expect(command.details.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(command.name)")
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
            do throws(Failure) { try command.check(line.operands) } catch { return error.message }
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

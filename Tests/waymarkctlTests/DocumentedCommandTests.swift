import TestSupport
import Testing
import UserInput

@testable import waymarkctl

@Suite("The commands in the documents")
struct DocumentedCommandTests {
    private let program = Program()

    /// Says what is wrong with a command line; `nil` if nothing is.
    private func mistake(in words: [String]) throws -> String? {
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

    @Test("exist, with their operands and options")
    func parse() throws {
        var count = 0
        for document in try Document.all() {
            for command in document.commands(of: "waymarkctl") {
                let mistake = try mistake(in: Array(command.words.dropFirst()))
                #expect(mistake == nil, "\(document.path): \(command.words)")
                count += 1
            }
        }
        #expect(count > 50)
    }

    @Test("end with the statuses that the help names")
    func exitStatuses() throws {
        let page = String(
            decoding: try Checkout.bytes(of: "\(Checkout.root)/docs/waymarkctl.md"),
            as: UTF8.self
        )
        let section = try #require(
            page.split(separator: "## Exit status\n").last?.split(separator: "\n## ").first
        )
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        let meanings = rows.map { row in
            row.split(separator: "|").map { $0.replacing("`", with: "").trimmingBlanks }
        }
        #expect(meanings.map(\.first) == Failure.meanings.indices.map { "\($0)" })
        #expect(meanings.map(\.last) == Failure.meanings.map { $0.replacing("'", with: "") })
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

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
}

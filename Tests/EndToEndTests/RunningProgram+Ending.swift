import Glibc
import TestSupport

extension RunningProgram {
    /// Whether a program can be started, and ends well.
    static func succeeds(_ arguments: [String]) -> Bool {
        guard let program = try? RunningProgram(arguments) else { return false }
        var status: CInt = 0
        return waitpid(program.identifier, &status, 0) == program.identifier && status == 0
    }

    /// Runs a program, which must end well, and returns its output.
    @discardableResult
    static func output(of arguments: [String], environment: [String: String] = [:]) async throws -> String {
        let program = try RunningProgram(arguments, environment: environment)
        let ending = try await program.end()
        guard ending == .status(0) else { throw Overdue("\(arguments) to end well: \(program.errors)") }
        return program.output
    }

    /// Waits until it has written some texts, all of them.
    func says(_ texts: String...) async throws {
        do {
            try await waiting(until: "the texts") {
                let written = output + errors
                return texts.allSatisfy { written.contains($0) }
            }
        } catch is Overdue { throw Overdue("\(texts) in:\n\(output)\n\(errors)") }
    }

    /// Asks it to end, and waits until it has.
    func stop(by number: CInt = SIGTERM) async throws -> Ending {
        signal(number)
        return try await end()
    }
}

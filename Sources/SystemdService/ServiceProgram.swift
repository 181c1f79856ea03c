import Glibc
import LinuxSystem
package import UserInput

/// Runs a program that takes options only and writes to the log: the body of its `main.swift`.
///
/// It prints the help or the version if asked for, and ends the program with 2 after wrong usage, with 1 after a failure.
package func runProgram(
    _ description: CommandDescription,
    version: String,
    _ log: Log,
    _ run: (ParsedCommandLine) throws -> Void
) {
    do {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let text = description.answer(toTool: arguments) { return print(text) }
        let line = try description.parse(arguments)
        if let text = description.information(for: line, version: version) { return print(text) }
        try description.check(line.operands)
        try Signals.ignoreBrokenPipes()
        try run(line)
    } catch let error as OptionError {
        log.error("\(error); --help says more")
        exit(2)
    } catch {
        log.error("\(error)")
        exit(1)
    }
}

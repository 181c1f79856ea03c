import LinuxSystem
import WaymarkInterfaces

/// The program `waymarkctl`: finds the command, runs it, and returns the exit status.
struct Program {
    private static let options: [CommandLineOptions.Option] = [
        .init("socket", letter: "s", argument: "PATH", "the service's socket"),
        .init("format", letter: "f", argument: "human|json", "the format of results"),
        .init("help", letter: "h", "show help"),
        .init("version", "show the version"),
    ]

    let commands: [Command]

    /// Runs one command line and returns the exit status.
    func run(_ arguments: [String]) -> Int32 {
        var command: Command?
        do throws(Failure) {
            try withoutBrokenPipes()
            let output = Output()
            let global = try parse(Self.options, endAtOperand: true, arguments)
            if global.has("version") { return try answer(output, "waymarkctl \(Version.current)") }
            guard let name = global.operands.first else {
                guard global.has("help") else { throw .usage("COMMAND is missing") }
                return try answer(output, help)
            }
            guard let found = commands.first(where: { $0.name == name }) else {
                throw .usage("there is no command '\(name)'")
            }
            command = found
            let line = try parse(found.options + Self.options, Array(global.operands.dropFirst()))
            if line.has("version") { return try answer(output, "waymarkctl \(Version.current)") }
            if global.has("help") || line.has("help") { return try answer(output, help(for: found)) }
            try found.run(try invocation(global, line, output))
            return 0
        } catch {
            if let message = error.message { Output.complain("waymarkctl: \(message)") }
            if case .usage = error {
                let topic = command.map { " \($0.name)" } ?? ""
                Output.complain("Try 'waymarkctl\(topic) --help'.")
            }
            return error.status
        }
    }

    private func withoutBrokenPipes() throws(Failure) {
        do throws(SystemError) {
            try Signals.ignoreBrokenPipes()
        } catch { throw .refused("\(error)") }
    }

    private func parse(
        _ options: [CommandLineOptions.Option],
        endAtOperand: Bool = false,
        _ arguments: [String]
    ) throws(Failure) -> CommandLineOptions.Parsed {
        do throws(OptionError) {
            return try CommandLineOptions(options, endAtOperand: endAtOperand).parse(arguments)
        } catch { throw .usage("\(error)") }
    }

    private func invocation(
        _ global: CommandLineOptions.Parsed,
        _ line: CommandLineOptions.Parsed,
        _ output: Output
    ) throws(Failure) -> Invocation {
        let format = line.argument(of: "format") ?? global.argument(of: "format")
        let known = try format.map { (name) throws(Failure) in
            guard let known = Invocation.Format(rawValue: name) else {
                throw .usage("'\(name)' is not a format; use human or json")
            }
            return known
        }
        let socket =
            line.argument(of: "socket") ?? global.argument(of: "socket")
            ?? Environment.value(of: ServiceAddress.environmentVariable) ?? ServiceAddress.defaultPath
        return Invocation(line: line, format: known, service: Service(path: socket), output: output)
    }

    private func answer(_ output: Output, _ text: String) throws(Failure) -> Int32 {
        try output.line(text)
        return 0
    }

    // MARK: Help

    private var help: String {
        let width = commands.map(\.name.count).max() ?? 0
        let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
        return """
            Usage: waymarkctl [OPTION]... COMMAND [ARGUMENT]...

            Shows the state of the location service and controls which apps may know the location.

            Commands:
            \(list.joined(separator: "\n"))

            Options, before or after the command:
            \(Self.describe(Self.options))

            The socket is that of --socket, by default that of the environment variable
            \(ServiceAddress.environmentVariable), by default \(ServiceAddress.defaultPath).

            Exit status: 0 success; 1 the service or the system refused; 2 wrong usage; 3 the service cannot
            be reached or went away; 4 no such widget, kind, drive or user. For 'explain --check': 5
            unauthorized; 6 not available.
            """
    }

    private func help(for command: Command) -> String {
        var text = "Usage: waymarkctl \(command.name) [OPTION]..."
        text += command.operands.isEmpty ? "\n\n" : " \(command.operands)\n\n"
        text += command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".\n\n"
        if !command.details.isEmpty { text += command.details + "\n\n" }
        return text + "Options:\n" + Self.describe(command.options + Self.options)
    }

    private static func describe(_ options: [CommandLineOptions.Option]) -> String {
        let names = options.map { option in
            (option.letter.map { "-\($0), " } ?? "    ") + option.form
        }
        let width = names.map(\.count).max() ?? 0
        return zip(names, options).map { "  \($0.padded(to: width))  \($1.summary)" }.joined(separator: "\n")
    }
}

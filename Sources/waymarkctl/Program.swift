import LinuxSystem
import UserInput
import WaymarkInterfaces

/// The program `waymarkctl`: finds the command, runs it, and returns the exit status.
struct Program {
    let commands = Command.all

    /// Runs one command line and returns the exit status.
    func run(_ arguments: [String]) -> Int32 {
        var command: Command?
        var isForPeople = true
        do throws(Failure) {
            try withoutBrokenPipes()
            var known: KnownValues?
            let answer = description.answer(toTool: arguments) { value, completion in
                let values = known ?? KnownValues(socketPath: socket(completion.line.value(of: "socket")))
                known = values
                return values.list(value, completion)
            }
            if let answer { return try print(answer) }
            let global = try parse(arguments, description)
            guard let name = global.operands.first else {
                guard let text = description.information(for: global, version: Version.current) else {
                    throw .usage("COMMAND is missing")
                }
                return try print(text)
            }
            let found = try self.command(name)
            command = found
            let line = try parse(Array(global.operands.dropFirst()), found.description)
            if global.has("help") || line.has("help") {
                return try print(found.description.help(of: description.name))
            }
            if let text = description.information(for: line, version: Version.current)
                ?? description.information(for: global, version: Version.current)
            {
                return try print(text)
            }
            try found.check(line.operands)
            let invocation = invocation(global, line)
            isForPeople = !invocation.isForMachines
            try found.run(invocation)
            return 0
        } catch {
            if let message = error.message {
                Output.complain("waymarkctl: \(message.harmless(keeping: ["\n"]))")
            }
            if case .usage = error {
                let topic = command.map { " \($0.description.name)" } ?? ""
                Output.complain("Try 'waymarkctl\(topic) --help'.")
            }
            if error.leadsToDoctor, isForPeople { Output.complain(Command.doctorHint) }
            return error.status
        }
    }

    private func withoutBrokenPipes() throws(Failure) {
        do throws(SystemError) {
            try Signals.ignoreBrokenPipes()
        } catch { throw .refused("\(error)") }
    }

    private func parse(
        _ arguments: [String],
        _ description: CommandDescription
    ) throws(Failure) -> ParsedCommandLine {
        do throws(OptionError) {
            return try description.parse(arguments)
        } catch { throw .usage("\(error)") }
    }

    private func command(_ name: String) throws(Failure) -> Command {
        if let command = commands.first(where: { $0.description.name == name }) { return command }
        let nearest = Spelling.nearest(to: name, among: commands.map(\.description.name))
        throw .usage("\(OptionError.unknownCommand(name, nearest: nearest))")
    }

    private func invocation(
        _ global: ParsedCommandLine,
        _ line: ParsedCommandLine
    ) -> Invocation {
        let value = { (name: String) in line.value(of: name) ?? global.value(of: name) }
        return Invocation(
            line: line,
            format: value("format").flatMap(Invocation.Format.init),
            service: Service(path: socket(value("socket"))),
            output: Output(isUTC: line.has("utc") || global.has("utc"))
        )
    }

    /// The service's socket: the one that was named, or that of the environment, or the usual one.
    private func socket(_ named: String?) -> String {
        named ?? Environment.value(of: ServiceAddress.environmentVariable) ?? ServiceAddress.defaultPath
    }

    private func print(_ text: String) throws(Failure) -> Int32 {
        try Output().line(text)
        return 0
    }

    var description: CommandDescription {
        CommandDescription(
            name: "waymarkctl",
            operands: "COMMAND [ARGUMENT]...",
            summary: """
                shows the state of the location service and controls which apps may know the location.

                Begin with 'waymarkctl locate', which prints where this machine is, and 'waymarkctl doctor', which
                finds out what keeps it from that. 'waymarkctl apps' lists what apps may know, and 'waymarkctl
                authorize APP when-in-use' allows it to an app
                """,
            groups: Command.groups.map { CommandGroup($0.heading, $0.commands.map(\.description)) },
            options: Command.sharedOptions,
            details: """
                The options may precede or follow the command. The socket is that of --socket, by default that of
                the environment variable \(ServiceAddress.environmentVariable), by default \(ServiceAddress.defaultPath).

                Exit status:
                \(Failure.meanings.enumerated().map { "  \($0)  \($1)" }.joined(separator: "\n"))
                """
        )
    }
}

import LinuxSystem
package import UserInput

/// A program with commands: finds the command of a command line, runs it, and returns the exit status.
package struct Program {
    /// Lists the values of a kind, as help calls it, that may follow what has been typed in a shell.
    package typealias Listing = (_ value: String, CommandCompletion) -> [CommandCompletion.Candidate]

    /// The name and all commands with their options, from which command lines are read and help is made.
    package let description: CommandDescription
    package let commands: [Command]

    /// The meaning of each exit status, from 0.
    package let statuses: [String]

    private let version: String

    /// How an earlier version spelt what another program does now, such as `simulate walk`, with the program and the
    /// command there.
    private let moved: KeyValuePairs<String, String>

    /// Translates an error that only the program knows.
    private let failure: (any Error) -> Failure?

    /// Returns a line for people that follows the message of a failure.
    private let hint: (Failure) -> String?
    private let listing: Listing

    /// Creates a program with options that all commands have, and that may also precede the command's name.
    ///
    /// The help text says the `details` before the exit statuses.
    package init(
        name: String,
        version: String,
        summary: String,
        groups: [(heading: String, commands: [Command])],
        options: [CommandOption],
        details: String,
        statuses: [String],
        moved: KeyValuePairs<String, String> = [:],
        failure: @escaping (any Error) -> Failure? = { _ in nil },
        hint: @escaping (Failure) -> String? = { _ in nil },
        listing: @escaping Listing = { _, _ in [] }
    ) {
        let groups = groups.map { ($0.heading, $0.commands.map { $0.with(options) }) }
        commands = groups.flatMap(\.1)
        description = CommandDescription(
            name: name,
            operands: "COMMAND [ARGUMENT]...",
            summary: summary,
            groups: groups.map { ($0, $1.map(\.description)) },
            options: options,
            details: details + "\n\nExit status:\n"
                + statuses.enumerated().map { "  \($0)  \($1)" }.joined(separator: "\n")
        )
        self.statuses = statuses
        self.version = version
        self.moved = moved
        self.failure = failure
        self.hint = hint
        self.listing = listing
    }

    package func run(_ arguments: [String]) -> Int32 {
        var topic = description.name
        var isForPeople = true
        var arguments = arguments
        do {
            try Signals.ignoreBrokenPipes()
            if let answer = description.answer(toTool: arguments, listing: listing) {
                return try print(answer)
            }
            let global = try description.parse(arguments)
            arguments = global.operands
            guard let name = arguments.first else {
                guard let text = description.information(for: global, version: version) else {
                    throw Failure.usage("COMMAND is missing")
                }
                return try print(text)
            }
            let command = try command(name)
            topic += " \(name)"
            let line = try command.description.parse(Array(arguments.dropFirst()), after: global)
            if line.has(CommandOption.help.name) {
                return try print(command.description.help(of: description.name))
            }
            if let text = description.information(for: line, version: version) { return try print(text) }
            try command.description.check(line.operands)
            let output = Output(isUTC: line.has(Output.utcOption.name))
            let invocation = Invocation(line: line, output: output)
            isForPeople = !invocation.isForMachines
            try command.run(invocation)
            return 0
        } catch {
            var failure = translated(error)
            if error is OptionError, let (old, new) = moved.first(where: { isSpelt($0.key, arguments) }) {
                // A command that is still here has the help for its own mistakes.
                if topic == description.name { topic = new }
                let package = new.prefix { $0 != " " }
                failure = .usage(
                    "\(error); '\(description.name) \(old)' is now '\(new)'; the package \(package) has that program"
                )
            }
            if let message = failure.message {
                Output.complain("\(description.name): \(message.harmless(keeping: ["\n"]))")
            }
            if failure.kind == .usage { Output.complain("Try '\(topic) --help'.") }
            if isForPeople, let hint = hint(failure) { Output.complain(hint) }
            return failure.kind.rawValue
        }
    }

    /// Whether a command line that is wrong now is spelt as in an earlier version.
    ///
    /// `ROUTE` in that spelling stands for a file or `--pty`, without the words that the command takes.
    private func isSpelt(_ spelling: String, _ arguments: [String]) -> Bool {
        let words = spelling.split(separator: " ").map(String.init)
        guard arguments.count >= words.count, arguments.first == words[0] else { return false }
        let command = commands.first { $0.description.name == words[0] }
        let taken = command?.description.operands.split(separator: " ").map(String.init) ?? []
        return words.dropFirst().allSatisfy { word in
            guard word == "ROUTE" else { return arguments.contains(word) }
            return Set(taken).isDisjoint(with: arguments)
                && arguments.contains { $0 == "--pty" || $0.contains(".") && $0.contains(where: \.isLetter) }
        }
    }

    private func command(_ name: String) throws(OptionError) -> Command {
        if let command = commands.first(where: { $0.description.name == name }) { return command }
        let hasMoved = moved.contains { $0.key == name }
        let suggestion =
            hasMoved ? "" : Spelling.suggestion(for: name, among: commands.map(\.description.name))
        throw OptionError("there is no command '\(name)'\(suggestion)")
    }

    private func translated(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as OptionError: .usage("\(error)")
        case let error as SystemError: Failure(error)
        case let problem as OutputProblem: Failure(problem)
        default: failure(error) ?? .refused("\(error)")
        }
    }

    private func print(_ text: String) throws(SystemError) -> Int32 {
        try Output().line(text)
        return 0
    }
}

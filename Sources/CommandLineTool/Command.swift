package import UserInput

package struct Command: Sendable {
    /// The command's name, operands and options, and its help text.
    package private(set) var description: CommandDescription
    let run: @Sendable (Invocation) throws -> Void

    /// Creates a command, whose operands must have one of the forms in `operands`.
    package init(
        name: String,
        summary: String,
        operands: String = "",
        options: [CommandOption] = [],
        details: String = "",
        run: @escaping @Sendable (Invocation) throws -> Void
    ) {
        description = CommandDescription(
            name: name,
            operands: operands,
            summary: summary,
            options: options,
            details: details
        )
        self.run = run
    }

    /// Returns the command with the options of all commands; one of its own takes the place of a shared one.
    func with(_ sharedOptions: [CommandOption]) -> Command {
        var command = self
        command.description.add(sharedOptions)
        return command
    }
}

package struct Invocation {
    package static let formatOption = CommandOption(
        "format",
        letter: "f",
        value: .word(["human", "json"]),
        "the format of results"
    )

    /// The options, also those before the command's name, and the operands.
    package let line: ParsedCommandLine
    package let output: Output

    package var isForMachines: Bool { line.value(of: Self.formatOption.name) == "json" }

    /// The operands, whose number has been checked.
    package var operands: [String] { line.operands }
}

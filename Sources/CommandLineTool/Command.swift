package import UserInput

package struct Command: Sendable {
    /// The command's name, operands and options, and its help text.
    package private(set) var description: CommandDescription
    private let operandLimit: Int?
    let run: @Sendable (Invocation) throws -> Void

    /// Creates a command.
    ///
    /// The operands must have one of the forms in `operands`. A command with an `operandLimit` tells forms apart itself,
    /// and takes as many operands at most.
    package init(
        name: String,
        summary: String,
        operands: String,
        operandLimit: Int? = nil,
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
        self.operandLimit = operandLimit
        self.run = run
    }

    /// Returns the command with the options of all commands; one of its own takes the place of a shared one.
    func with(_ sharedOptions: [CommandOption]) -> Command {
        var command = self
        let own = description.options.filter {
            ![CommandOption.help.name, CommandOption.version.name].contains($0.name)
        }
        command.description = CommandDescription(
            name: description.name,
            operands: description.operands,
            summary: description.summary,
            options: own + sharedOptions.filter { shared in !own.contains { $0.name == shared.name } },
            details: description.details
        )
        return command
    }

    /// Throws if the operands have none of the forms of the help.
    package func check(_ operands: [String]) throws(OptionError) {
        guard let operandLimit else { return try description.check(operands) }
        if operands.count > operandLimit { throw .operandUnexpected(operands[operandLimit]) }
    }
}

package struct Invocation {
    package enum Format: String, CaseIterable {
        case human
        case json

        package static let option = CommandOption(
            "format",
            letter: "f",
            value: .word(allCases.map(\.rawValue)),
            "the format of results"
        )
    }

    package let line: ParsedCommandLine

    /// The options before the command's name.
    let global: ParsedCommandLine
    package let output: Output

    package var format: Format? { sharedValue(of: Format.option.name).flatMap(Format.init) }
    package var isForMachines: Bool { format == .json }

    /// The operands, whose number has been checked.
    package var operands: [String] { line.operands }

    /// Returns the value of an option that may also precede the command's name.
    package func sharedValue(of name: String) -> String? { line.value(of: name) ?? global.value(of: name) }
}

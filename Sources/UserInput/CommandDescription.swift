/// The description of a program's command line, or of one of its commands, by which it is parsed and help is
/// written.
///
/// Options are spelt as glibc's `getopt_long` accepts them: `--name value`, `--name=value`, any unambiguous
/// beginning of a long name, `-n value`, `-nvalue`, several letters behind one dash, options after operands,
/// and `--` before operands that look like options. A negative number is never an option.
package struct CommandDescription: Sendable {
    /// The name, for a command without that of its program.
    package let name: String
    package let operands: String
    package let summary: String

    /// The commands of the program under the headings of its help, which have options of their own; empty for most
    /// programs and all commands.
    package let groups: [(heading: String, commands: [CommandDescription])]
    package private(set) var options: [CommandOption]
    package let details: String

    /// Creates a description; `--help` and `--version` are added to the options.
    package init(
        name: String,
        operands: String = "",
        summary: String,
        groups: [(heading: String, commands: [CommandDescription])] = [],
        options: [CommandOption],
        details: String = ""
    ) {
        self.name = name
        self.operands = operands
        self.summary = summary
        self.groups = groups
        self.options = options + [.help, .version]
        self.details = details
    }

    /// Adds the options of a program before `--help` and `--version`; an option of the command itself
    /// replaces a shared one.
    package mutating func add(_ shared: [CommandOption]) {
        let new = shared.filter { option in !options.contains { $0.name == option.name } }
        options.insert(contentsOf: new, at: options.count - 2)
    }

    package var commands: [CommandDescription] { groups.flatMap(\.commands) }

    /// Parses a command line, whose options follow those of `earlier`.
    ///
    /// The options of a program with commands end at the first operand, which is the command.
    package func parse(
        _ arguments: [String],
        after earlier: ParsedCommandLine? = nil
    ) throws(OptionError) -> ParsedCommandLine {
        var line = ParsedCommandLine()
        line.options = earlier?.options ?? []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                line.operands += rest
                break
            } else if argument.hasPrefix("--") {
                try parseName(argument, &rest, &line)
            } else if argument.hasPrefix("-"), argument != "-", !isNegativeNumber(argument) {
                try parseLetters(argument.dropFirst(), &rest, &line)
            } else {
                line.operands.append(argument)
                if groups.isEmpty { continue }
                line.operands += rest
                break
            }
        }
        return line
    }

    private func parseName(
        _ argument: String,
        _ rest: inout ArraySlice<String>,
        _ line: inout ParsedCommandLine
    ) throws(OptionError) {
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        let joined = argument.dropFirst(2 + name.count).isEmpty ? nil : argument.dropFirst(3 + name.count)
        let candidates = options.filter { $0.name.hasPrefix(name) }
        guard let option = candidates.first(where: { $0.name == name }) ?? candidates.only else {
            let suggestion = Spelling.suggestion(for: "--\(name)", among: options.map { "--\($0.name)" })
            throw OptionError("unknown option '\(argument)'\(suggestion)")
        }
        if joined != nil, option.value == nil {
            throw OptionError("option '--\(option.name)' takes no argument")
        }
        try add(option, spelt: argument, joined.map(String.init), &rest, &line)
    }

    private func parseLetters(
        _ letters: Substring,
        _ rest: inout ArraySlice<String>,
        _ line: inout ParsedCommandLine
    ) throws(OptionError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw OptionError("unknown option '-\(letter)'")
            }
            let joined = option.value == nil || letters.isEmpty ? nil : String(letters)
            if joined != nil { letters = "" }
            try add(option, spelt: "-\(letter)", joined, &rest, &line)
        }
    }

    /// Adds an option with its value: the text joined to it, or else the next argument.
    private func add(
        _ option: CommandOption,
        spelt spelling: String,
        _ joined: String?,
        _ rest: inout ArraySlice<String>,
        _ line: inout ParsedCommandLine
    ) throws(OptionError) {
        var text = joined
        if text == nil, option.value != nil, !option.isValueOptional {
            text = rest.popFirst()
            if text == nil { throw OptionError("option '\(spelling)' needs an argument") }
        }
        if let text, let correction = option.value?.correction(of: text) {
            throw OptionError("--\(option.name) \(text): \(correction)", isBadValue: true)
        }
        line.options.append((option.name, text ?? ""))
    }

    /// Returns whether an argument is a number such as `-34.9,-56.2`: no option is a digit.
    private func isNegativeNumber(_ argument: String) -> Bool {
        let second = argument.dropFirst().first
        return second == "." || second.map { $0.isASCII && $0.isNumber } ?? false
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? first : nil }
}

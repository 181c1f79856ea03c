extension CommandDescription {
    /// Returns the program's part of its manual page, in Markdown: its purpose, commands, options and explanations.
    func manual() -> String {
        var parts = ["# NAME", "\(name) - \(Self.escaped(firstParagraph))"]
        parts += ["# SYNOPSIS", "**\(name)** \\[*OPTION*\\]... \(Self.escaped(operands))"]
        parts += ["# DESCRIPTION", Self.sentence(summary)] + Self.paragraphs(of: details)
        if !commands.isEmpty { parts.append("# COMMANDS") }
        for command in commands { parts += manual(of: command) }
        parts.append("# OPTIONS")
        parts += options.map(Self.definition)
        return parts.joined(separator: "\n\n")
    }

    /// The first line of the summary, without a full stop.
    private var firstParagraph: String {
        let line = summary.split(separator: "\n", maxSplits: 1).first ?? ""
        return String(line.hasSuffix(".") ? line.dropLast() : line)
    }

    private func manual(of command: CommandDescription) -> [String] {
        let own = command.options.filter { option in !options.contains { $0.form == option.form } }
        let usage = "**\(command.name)**" + (own.isEmpty ? "" : " \\[*OPTION*\\]...")
        return ["## \(usage) \(Self.escaped(command.operands))", Self.sentence(command.summary)]
            + Self.paragraphs(of: command.details) + own.map(Self.definition)
    }

    private static func definition(_ option: CommandOption) -> String {
        "**\(escaped(String(option.form.drop { $0 == " " })))**\n\n: \(escaped(option.summary))"
    }

    private static func sentence(_ text: String) -> String {
        paragraphs(of: text.prefix(1).uppercased() + text.dropFirst() + ".").joined(separator: "\n\n")
    }

    /// Returns the paragraphs of a text for terminals in Markdown; one with columns becomes a code block.
    private static func paragraphs(of text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split(whereSeparator: \.isEmpty).map { paragraph in
            let hasColumns = paragraph.contains { line in
                zip(line, line.dropFirst()).contains { $0 == (" ", " ") }
            }
            return hasColumns
                ? paragraph.map { "    \($0)" }.joined(separator: "\n")
                : escaped(paragraph.joined(separator: "\n"))
        }
    }

    /// Returns a text with Markdown's special characters escaped.
    private static func escaped(_ text: String) -> String {
        text.backslashed(["\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "#", "|", "~"])
    }
}

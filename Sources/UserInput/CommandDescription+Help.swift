extension CommandDescription {
    /// Returns the text that `line` asks for with `--help` or `--version`; `nil` when it asks for neither.
    package func information(for line: ParsedCommandLine, version: String) -> String? {
        if line.has(CommandOption.help.name) { return help() }
        return line.has(CommandOption.version.name) ? "\(name) \(version)" : nil
    }

    package func help(of program: String? = nil) -> String {
        let usage = [program, name, "[OPTION]...", operands].compactMap(\.self).filter { !$0.isEmpty }
        let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + "."
        var parts = ["Usage: " + usage.joined(separator: " "), sentence]
        let names = Self.width(of: commands.map(\.name))
        for group in groups {
            let rows = group.commands.map { ($0.name, $0.summary) }
            parts.append("\(group.heading):\n" + Self.table(rows, width: names))
        }
        parts.append(
            "Options:\n"
                + Self.table(
                    options.map { ($0.form, $0.summary) },
                    width: Self.width(of: options.map(\.form))
                )
        )
        if !details.isEmpty { parts.append(details) }
        return parts.joined(separator: "\n\n")
    }

    /// The widest first column that a summary stands beside; it stands below a wider one.
    private static let widestColumn = 32

    private static func width(of names: [String]) -> Int {
        names.map(\.count).filter { $0 <= widestColumn }.max() ?? 0
    }

    private static func table(_ rows: [(name: String, summary: String)], width: Int) -> String {
        rows.map { name, summary in
            let padding = String(repeating: " ", count: max(0, width - name.count))
            let gap = name.count > width ? "\n" + String(repeating: " ", count: width + 4) : padding + "  "
            return "  \(name)\(gap)\(summary)"
        }
        .joined(separator: "\n")
    }
}

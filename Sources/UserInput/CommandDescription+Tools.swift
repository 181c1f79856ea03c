extension CommandDescription {
    /// Returns the answer to a shell that completes a command line, or to the build, which makes the manual page.
    ///
    /// Both learn the commands and options from the program itself, so neither can be out of date:
    ///
    /// * `--complete WORD...` asks for the possible last words, a line each, with their purpose after a tab. The line
    ///   `/` says that the shell completes the names of files, too.
    /// * `--manual` asks for the program's part of its manual page, in Markdown.
    ///
    /// `list` lists the values of a kind, such as `APP`, that the program knows. Returns `nil` if a person
    /// called the program.
    package func answer(
        toTool arguments: [String],
        listing list: (_ value: String, CommandCompletion) -> [CommandCompletion.Candidate] = { _, _ in [] }
    ) -> String? {
        switch arguments.first {
        case "--manual": return manual()
        case "--complete":
            let words = Array(arguments.dropFirst())
            let completion = completion(of: words)
            let known = completion.candidates + completion.values.flatMap { list($0, completion) }
            let typed = words.last == "=" ? "" : words.last ?? ""
            let lines = known.map { (text: completion.prefix + $0.text, summary: $0.summary) }
                .filter { $0.text.hasPrefix(typed) }
                .map { $0.summary.isEmpty ? $0.text : "\($0.text)\t\($0.summary)" }
            return (lines + (completion.includesPaths ? ["/"] : [])).joined(separator: "\n")
        default: return nil
        }
    }
}

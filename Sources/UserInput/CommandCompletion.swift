/// The possible last words of a command line that somebody types in a shell.
package struct CommandCompletion: Sendable {
    package struct Candidate: Hashable, Sendable {
        package let text: String

        /// The purpose, in a few words; empty if there is none.
        package let summary: String

        package init(_ text: String, _ summary: String = "") {
            self.text = text
            self.summary = summary
        }
    }

    package internal(set) var candidates: [Candidate] = []

    /// The possible values, as help calls them, such as `APP` or `FILE`.
    package internal(set) var values: [String] = []

    /// The options and operands that have been typed before, without the command.
    package internal(set) var line = ParsedCommandLine()

    /// The text before each candidate: `--name=` for the value of an option that is joined to it.
    package internal(set) var prefix = ""

    var includesPaths: Bool { values.contains(where: Self.paths.contains) }

    private static let paths: Set = ["COMMAND", "DIR", "FILE", "LINK", "PATH", "ROUTE", "SCENARIO"]
}

extension CommandDescription {
    /// Returns the possible last words of a command line.
    ///
    /// The last of the words may be empty or incomplete. After a mistake there are none.
    package func completion(of words: [String]) -> CommandCompletion {
        let last = words.last ?? ""
        // bash makes "=" a word of its own.
        let before = words.dropLast().filter { $0 != "=" }
        var completion = CommandCompletion()
        do throws(OptionError) {
            completion.line = try parse(before)
        } catch {
            guard let option = option(spelt: before.last ?? ""), let line = try? parse(before.dropLast())
            else { return completion }
            completion.line = line
            completion.add(option.value)
            return completion
        }
        if !commands.isEmpty, let name = completion.line.operands.first {
            guard let command = commands.first(where: { $0.name == name }) else { return completion }
            var rest = command.completion(of: completion.line.operands.dropFirst() + [last])
            rest.line.options = completion.line.options + rest.line.options
            return rest
        }
        if last.hasPrefix("-"), !before.contains("--") {
            addOptions(to: &completion, for: last)
        } else if commands.isEmpty {
            let names = names(after: completion.line.operands)
            completion.candidates = names.words.map { .init($0) }
            completion.values = names.values
        } else {
            completion.candidates = commands.map { .init($0.name, $0.summary) }
        }
        return completion
    }

    private func option(spelt spelling: String) -> CommandOption? {
        options.first { "--\($0.name)" == spelling }
            ?? options.first { "--\($0.name)".hasPrefix(spelling) || $0.letter.map { "-\($0)" } == spelling }
    }

    private func addOptions(to completion: inout CommandCompletion, for last: String) {
        let name = last.prefix { $0 != "=" }
        if name.count < last.count {
            completion.prefix = name + "="
            completion.add(option(spelt: String(name))?.value)
        } else {
            completion.candidates = options.map { .init("--\($0.name)", $0.summary) }
        }
    }
}

extension CommandCompletion {
    fileprivate mutating func add(_ value: CommandOption.Value?) {
        switch value {
        case .word(let words): candidates += words.map { Candidate($0) }
        case .path: values.append("FILE")
        case .text(let name): values += name.split(separator: "|").map(String.init)
        case .number, .decimal, nil: break
        }
    }
}

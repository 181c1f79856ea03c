import LinuxSystem

/// A document of the checkout, whose examples tests try.
package struct Document {
    package let path: String

    private let text: String

    package init(_ path: String) throws {
        self.path = path
        text = String(decoding: try Checkout.bytes(of: "\(Checkout.root)/\(path)"), as: UTF8.self)
    }

    package static func all() throws -> [Document] {
        let docs = try Folder(Checkout.root + "/docs").names(endingWith: ".md").map { "docs/\($0)" }
        let samples = try Folder(Checkout.root + "/Samples").names(endingWith: "")
            .map { "Samples/\($0)/README.md" }
            .filter { (try? Checkout.bytes(of: "\(Checkout.root)/\($0)")) != nil }
        return try (["README.md"] + docs + samples).map { try Document($0) }
    }

    /// The languages of its examples, each once, in order.
    package var languages: [String] {
        Set(text.split(separator: "\n").filter { $0.hasPrefix("```") }.map { String($0.dropFirst(3)) })
            .filter { !$0.isEmpty }.sorted()
    }

    package func examples(in language: String) -> [String] {
        text.split(separator: "\n```\(language)\n", omittingEmptySubsequences: false).dropFirst().map {
            rest in
            String(rest[..<(rest.firstRange(of: "\n```")?.lowerBound ?? rest.endIndex)]) + "\n"
        }
    }

    package struct Command {
        /// Its words, as a shell makes them; the first one is the program.
        package let words: [String]

        /// The line that it prints, if the document shows one.
        package let output: String?
    }

    /// Returns the indented command lines of a program, without comments, pipes and `&`.
    package func commands(of program: String) -> [Command] {
        let joined = text.replacing("\\\n", with: "")
        let lines = joined.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            guard lines[index].hasPrefix("    ") else { return nil }
            let line = lines[index].drop { $0 == " " || $0 == "$" }
            // A bracket begins what is optional in a synopsis.
            guard line.hasPrefix(program + " "), !line.hasPrefix(program + " [") else { return nil }
            let next = index + 1 < lines.endIndex ? lines[index + 1] : ""
            let isOutput =
                next.hasPrefix("    ") && !next.hasPrefix("    $") && lines[index].hasPrefix("    $")
            return Command(words: Self.words(line), output: isOutput ? String(next.dropFirst(4)) : nil)
        }
    }

    private static func words(_ line: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            switch (quote, character) {
            case (let open?, character) where open == character: quote = nil
            case (.some, _): word = (word ?? "") + String(character)
            case (nil, "'"), (nil, "\""): (quote, word) = (character, word ?? "")
            case (nil, " "):
                if let word { words.append(word) }
                word = nil
            case (nil, "#") where word == nil, (nil, "|"), (nil, "&"), (nil, ">"), (nil, ";"):
                return words + (word.map { [$0] } ?? [])
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}

import UserInput

/// A cursor over the words of one line.
///
/// Blanks separate words. A word that begins with `#` begins a comment.
struct ScenarioLine {
    struct Word {
        let text: String
        let column: Int
    }

    private let words: [Word]
    private var index = 0

    /// The text from a column to the end of the last word.
    private let characters: [Character]
    private let endColumn: Int

    init(_ text: some StringProtocol) {
        characters = Array(text)
        var words: [Word] = []
        var position = 0
        while position < characters.count {
            guard !characters[position].isWhitespace else {
                position += 1
                continue
            }
            if characters[position] == "#" { break }
            let start = position
            while position < characters.count, !characters[position].isWhitespace { position += 1 }
            words.append(Word(text: String(characters[start..<position]), column: start + 1))
        }
        self.words = words
        endColumn = words.last.map { $0.column + $0.text.count } ?? 1
    }

    var next: Word? { index < words.count ? words[index] : nil }

    /// The column of the next word, or the one after the last.
    var column: Int { next?.column ?? endColumn + 1 }

    mutating func skip(_ keyword: String) -> Bool {
        guard next?.text == keyword else { return false }
        index += 1
        return true
    }

    mutating func word(_ expected: String) throws(LineMistake) -> Word {
        guard let next else { throw mistake(expected) }
        index += 1
        return next
    }

    mutating func require(_ keyword: String) throws(LineMistake) {
        guard skip(keyword) else { throw mistake("'\(keyword)'") }
    }

    /// Consumes a value, which `read` returns as `nil` when it is malformed.
    mutating func value<Value>(
        _ expected: String,
        _ read: (String) -> Value?
    ) throws(LineMistake) -> Value {
        guard let next, let value = read(next.text) else { throw mistake(expected) }
        index += 1
        return value
    }

    mutating func choice<Value>(
        _ choices: [(word: String, value: Value)],
        _ what: String
    ) throws(LineMistake) -> Value {
        guard let next, let choice = choices.first(where: { $0.word == next.text }) else {
            let words = choices.map(\.word)
            throw mistake("\(what): \(words.joined(separator: ", "))", among: words)
        }
        index += 1
        return choice.value
    }

    mutating func choice<Word: CaseIterable & RawRepresentable<String>>(
        _ words: Word.Type,
        _ what: String
    ) throws(LineMistake) -> Word {
        try choice(words.allCases.map { ($0.rawValue, $0) }, what)
    }

    mutating func choice(_ words: [String], _ what: String) throws(LineMistake) -> String {
        try choice(words.map { ($0, $0) }, what)
    }

    /// The text from the next word to the end of the last.
    var remainder: String {
        next.map { String(characters[($0.column - 1)..<(endColumn - 1)]) } ?? ""
    }

    mutating func rest(_ expected: String) throws(LineMistake) -> Word {
        guard let first = next else { throw mistake(expected) }
        let text = remainder
        index = words.count
        return Word(text: text, column: first.column)
    }

    func end() throws(LineMistake) {
        guard next == nil else { throw mistake("the end of the line") }
    }

    /// Returns the mistake that the next word, or the end of the line, is not what was expected.
    ///
    /// If one of `words` is near enough, it is suggested.
    func mistake(_ expected: String, among words: [String] = []) -> LineMistake {
        guard let next else {
            return .expected("\(expected), found the end of the line", at: column)
        }
        let nearest = Spelling.nearest(to: next.text, among: words).map { "; did you mean '\($0)'?" } ?? ""
        return .expected("\(expected), found '\(next.text.shortened.harmless)'\(nearest)", at: next.column)
    }
}

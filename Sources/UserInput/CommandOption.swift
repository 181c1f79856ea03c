package struct CommandOption: Sendable {
    package enum Value: Sendable {
        /// Any text, which the program reads; help shows the placeholder.
        case text(String)
        case path(String)
        case number(String, ClosedRange<Int>)
        case decimal(String, ClosedRange<Double>)
        case word([String])

        package var placeholder: String {
            switch self {
            case .text(let name), .path(let name), .number(let name, _), .decimal(let name, _): name
            case .word(let words): words.joined(separator: "|")
            }
        }

        /// Returns a description of the valid values; `nil` if `text` is one.
        func correction(of text: String) -> String? {
            switch self {
            case .text, .path: nil
            case .number(_, let range):
                Int(text).map(range.contains) ?? false
                    ? nil : "give a whole number " + Self.words(range.lowerBound, range.upperBound, .max)
            case .decimal(_, let range):
                Double(text).map(range.contains) ?? false
                    ? nil : "give a number " + Self.words(range.lowerBound, range.upperBound, .infinity)
            case .word(let words):
                words.contains(text) ? nil : "there are \(words.joined(separator: ", "))"
            }
        }

        private static func words<Number: Comparable>(_ least: Number, _ most: Number, _ end: Number)
            -> String
        {
            most == end ? "from \(text(least))" : "from \(text(least)) to \(text(most))"
        }

        private static func text<Number>(_ number: Number) -> String {
            let text = "\(number)"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
    }

    /// The name after the two dashes.
    package let name: String
    package let letter: Character?

    /// The value that it takes; `nil` for none.
    package let value: Value?

    /// Whether the value may be missing; if it is there, `=` joins it to the name.
    package let isValueOptional: Bool
    package let summary: String

    package init(
        _ name: String,
        letter: Character? = nil,
        value: Value? = nil,
        isValueOptional: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.isValueOptional = isValueOptional
        self.summary = summary
    }

    /// The option with its letter and value, as help shows it.
    var form: String {
        let spelling = (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
        guard let value else { return spelling }
        return spelling + (isValueOptional ? "[=\(value.placeholder)]" : " \(value.placeholder)")
    }

    package static let help = CommandOption("help", letter: "h", "show this help and exit")
    package static let version = CommandOption("version", letter: "V", "show the version and exit")
}

/// The error message for a command line.
package struct OptionError: Error, CustomStringConvertible {
    package let description: String

    /// Whether an option has a value that it does not accept.
    package let isBadValue: Bool

    package init(_ description: String, isBadValue: Bool = false) {
        self.description = description
        self.isBadValue = isBadValue
    }
}

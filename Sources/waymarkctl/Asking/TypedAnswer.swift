import LocationModel
import WaymarkInterfaces

enum TypedAnswer: Hashable {
    case choice(SettingsInterface.Choice)
    case accuracy(AccuracyAuthorization)

    /// Asks the other questions first.
    case later
    case leave

    /// An empty line, or one that is not an answer to the question.
    case unclear

    /// Parses a line: the number or words of a choice, yes, or no.
    init(_ line: String, to prompt: SettingsInterface.Prompt) {
        let word = Self.plain(line)
        if let number = Int(word), prompt.choices.indices.contains(number - 1) {
            self = .choice(prompt.choices[number - 1])
            return
        }
        switch word {
        case "l", "later": self = .later
        case "q", "quit", "exit": self = .leave
        case "full", "exactly", "precise": self = prompt.accuracy == nil ? .unclear : .accuracy(.full)
        case "reduced", "area": self = prompt.accuracy == nil ? .unclear : .accuracy(.reduced)
        case "y", "yes": self = Self.only(prompt.choices.first { $0.allows })
        case "n", "no": self = Self.only(prompt.choices.last { !$0.allows })
        default: self = Self.only(Self.choice(word, of: prompt.choices))
        }
    }

    /// Returns the choice named by a word such as `allow-once`.
    static func choice(
        _ word: String,
        of choices: [SettingsInterface.Choice]
    ) -> SettingsInterface.Choice? {
        let word = plain(word)
        return choices.first { plain($0.rawValue) == word || plain($0.words) == word || $0.short == word }
    }

    private static func only(_ choice: SettingsInterface.Choice?) -> TypedAnswer {
        choice.map { .choice($0) } ?? .unclear
    }

    /// Returns the letters and digits in lower case, so that `allowOnce`, `allow-once` and `Allow once` are the same.
    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

extension SettingsInterface.Choice {
    fileprivate var short: String {
        switch self {
        case .allowWhileUsing: "while"
        case .allowOnce: "once"
        case .allowAlways: "always"
        case .keepWhileUsing: "keep"
        case .allow: "allow"
        case .deny: "deny"
        }
    }
}

import LocationModel

// The words of every agent for questions and their outcomes.

extension PromptChoice {
    /// The answer for a person, as on a button.
    package var words: String {
        switch self {
        case .allowWhileUsing: "Allow while using"
        case .allowOnce: "Allow once"
        case .allowAlways: "Always allow"
        case .keepWhileUsing: "Keep only while using"
        case .allow: "Allow"
        case .deny: "Don't allow"
        }
    }
}

extension AccuracyAuthorization {
    /// The accuracy for a person.
    package var words: String { self == .full ? "exactly" : "the area only" }
}

import LocationModel

// How every agent puts what it asks and what became of it.

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
    /// How exactly an app may know, for a person.
    package var words: String { self == .full ? "exactly" : "the area only" }
}

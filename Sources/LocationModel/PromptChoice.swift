/// An answer to an authorization prompt; each prompt offers two or three of these.
@nonexhaustive public enum PromptChoice: String, Hashable, Sendable, Codable, CaseIterable {
    case allowWhileUsing

    /// Allow while the app is in use, this time only.
    case allowOnce
    case allowAlways

    /// Keep allowing while the app is in use only.
    case keepWhileUsing
    case allow
    case deny
}

extension PromptChoice {
    /// Whether the answer gives more than there was.
    package var allows: Bool {
        switch self {
        case .allowWhileUsing, .allowOnce, .allowAlways, .allow: true
        case .keepWhileUsing, .deny: false
        }
    }
}

/// An answer to an authorization prompt; each prompt offers two or three of these.
@nonexhaustive public enum PromptChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// Allow while the app is in use.
    case allowWhileUsing

    /// Allow while the app is in use, this time only.
    case allowOnce

    /// Allow at any time.
    case allowAlways

    /// Keep allowing while the app is in use only.
    case keepWhileUsing

    /// Allow.
    case allow

    /// Deny.
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

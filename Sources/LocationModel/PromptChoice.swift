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
    /// Whether the answer grants more than before.
    package var allows: Bool {
        switch self {
        case .allowWhileUsing, .allowOnce, .allowAlways, .allow: true
        case .keepWhileUsing, .deny: false
        }
    }
}

/// The reason why a question is closed.
@nonexhaustive public enum PromptEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person answered it, through this or another agent.
    case answered
    case decidedInSettings
    case useEnded

    /// An answer would no longer change anything.
    case pointless

    /// A newer proposal came in its place.
    case replaced

    /// Nobody answered it within an hour; only proposals end so.
    case lapsed
}

extension PromptEnd {
    /// The reason why a question is closed, in words for a person.
    package var words: String {
        switch self {
        case .answered: "answered elsewhere"
        case .decidedInSettings: "decided in the settings"
        case .useEnded: "the app is not in use any more"
        case .pointless: "no answer would change anything any more"
        case .replaced: "a newer proposal replaced it"
        case .lapsed: "nobody answered it in its time"
        }
    }
}

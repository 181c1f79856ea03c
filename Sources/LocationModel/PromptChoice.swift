/// What a person can answer when asked about an app; a question has two or three of these.
package enum PromptChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// While the app is in use.
    case allowWhileUsing

    /// While the app is in use this time.
    case allowOnce

    /// At any time.
    case allowAlways

    /// While the app is in use, and not at other times.
    case keepWhileUsing

    /// Yes.
    case allow

    /// No.
    case deny
}

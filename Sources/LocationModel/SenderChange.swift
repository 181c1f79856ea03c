package struct SenderChange: Hashable, Codable, Sendable {
    package enum Cause: Hashable, Codable, Sendable {
        /// The previous sender never gave a position.
        case noPosition

        /// The previous sender has given no position for this time.
        case lostPosition(for: Duration)

        /// The sender gave positions earlier than the previous one, and gives them again.
        case knownLonger
    }

    package let sender: String

    /// The address and port of the previous sender.
    package let before: String
    package let cause: Cause

    package init(to sender: String, from before: String, because cause: Cause) {
        self.sender = sender
        self.before = before
        self.cause = cause
    }
}

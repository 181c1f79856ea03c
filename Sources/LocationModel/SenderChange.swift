package struct SenderChange: Hashable, Codable, Sendable {
    package enum Cause: Hashable, Codable, Sendable {
        /// The one before never gave a position.
        case noPosition

        /// The one before has given no position for this time.
        case lostPosition(for: Duration)

        /// The sender gave positions before the other one did, and gives them again.
        case knownLonger
    }

    package let sender: String

    /// The address and port of the one before.
    package let before: String
    package let cause: Cause

    package init(to sender: String, from before: String, because cause: Cause) {
        self.sender = sender
        self.before = before
        self.cause = cause
    }
}

/// The state of a receiver, without its reason.
public enum ReceiverCondition: String, Hashable, Codable, Sendable, CaseIterable {
    /// The receiver is off, because nobody needs it.
    case off

    /// The receiver is needed and cannot be reached.
    case absent
    case connecting

    /// The receiver is open and has had no position since.
    case acquiring
    case fixed

    /// The receiver had a position and lost it.
    case lost

    /// The receiver is a recording that was played to its end.
    case ended
}

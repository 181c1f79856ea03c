/// What a receiver does.
public enum ReceiverCondition: String, Hashable, Sendable, CaseIterable {
    /// Nobody needs it.
    case off

    /// It is needed and cannot be reached.
    case absent

    /// It is being opened.
    case connecting

    /// It is open, and has had no position since.
    case acquiring

    /// It gives fixes.
    case fixed

    /// It had a position, and has none any more.
    case lost

    /// It is a recording that has been played to its end.
    case ended
}

/// The precision of the location that an app may receive.
public enum AccuracyAuthorization: String, Hashable, Sendable, Codable, CaseIterable {
    /// The precision of the receiver.
    case full

    /// Only the approximate area.
    case reduced
}

/// How exactly an app may know the location.
public enum AccuracyAuthorization: String, Hashable, Sendable, Codable, CaseIterable {
    /// As exactly as the receivers do.
    case full

    /// The area only.
    case reduced
}

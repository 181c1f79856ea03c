/// The verdict on a receiver's reports with regard to jamming, spoofing and faults.
public enum Trust: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing speaks against it.
    case trusted

    /// Something speaks against it, without proving it wrong.
    case doubtful

    /// It cannot be right.
    case contradicted
}

/// Whether what a receiver reports is believed: the verdict on jamming, spoofing and faults.
public enum Trust: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing speaks against it.
    case trusted

    /// Something speaks against it, and does not prove it wrong.
    case doubtful

    /// It cannot be right.
    case contradicted
}

/// Something that the service gives apps, as far as the machine has what it needs.
@nonexhaustive public enum LocationFeature: String, Hashable, Codable, Sendable, CaseIterable {
    /// The location, once or as live updates.
    case location
    case heading
    case significantChanges
    case visits
    case regions
    /// Beacons: in range, or as regions.
    case beacons
}

/// Whether the machine can give something, whatever the person allows.
@nonexhaustive public enum Availability: String, Hashable, Codable, Sendable, CaseIterable {
    case available
    /// It cannot be told yet.
    case unknown
    case unavailable
}

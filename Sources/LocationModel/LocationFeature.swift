/// Something that the service gives apps, as far as the machine has what it needs.
@nonexhaustive public enum LocationFeature: String, Hashable, Codable, Sendable, CaseIterable {
    /// The location, once or as live updates.
    case location

    /// The heading.
    case heading

    /// Significant changes of the location.
    case significantChanges

    /// Visits.
    case visits

    /// Regions.
    case regions

    /// Beacons: in range, or as regions.
    case beacons
}

/// Whether the machine can give something, whatever the person allows.
@nonexhaustive public enum Availability: String, Hashable, Codable, Sendable, CaseIterable {
    /// It can.
    case available

    /// It cannot be told yet.
    case unknown

    /// It cannot now.
    case unavailable
}

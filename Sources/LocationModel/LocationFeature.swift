/// A feature that the service offers apps if the machine can provide it.
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

/// The machine's ability to provide a feature, whatever the person allows.
@nonexhaustive public enum Availability: String, Hashable, Codable, Sendable, CaseIterable {
    case available
    /// It cannot be told yet.
    case unknown
    case unavailable
}

/// An obstacle that keeps this machine from providing a feature, or from knowing whether it can.
@nonexhaustive public enum AvailabilityObstacle: String, Hashable, Codable, Sendable, CaseIterable {
    case noReceiver

    /// No configured receiver could be reached when it was last tried, or their recordings have ended.
    case receiversUnreachable

    /// No receiver is known to be present, and a configured one has not been tried since the service started.
    case receiversUntried

    /// The machine knows only the place that its owner stated, which shows neither movement nor rest.
    case placeIsStated

    /// No receiver has given a heading since the service started.
    ///
    /// Unless one does, the heading is unavailable once receivers have been on for a minute.
    case noHeading

    /// The compasses give only the heading from true north.
    case noMagneticHeading
    case noBeaconProgram

    /// The program that listens for beacons finds no Bluetooth adapter that is on.
    case bluetoothUnavailable
}

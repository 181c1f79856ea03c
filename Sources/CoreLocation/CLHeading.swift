import Waymark

/// The direction in which the vehicle points that the machine is in.
public final class CLHeading: Hashable, Sendable {
    /// Degrees from magnetic north; negative if unknown.
    public let magneticHeading: CLLocationDirection

    /// Degrees from true north; negative if unknown.
    public let trueHeading: CLLocationDirection

    /// The greatest expected error in degrees; negative if unknown.
    public let headingAccuracy: CLLocationDirectionAccuracy

    /// When the service told it.
    public let timestamp: Date

    init(_ heading: HeadingUpdate.Heading, at date: Date) {
        magneticHeading = heading.magneticDegrees ?? -1
        trueHeading = heading.trueDegrees ?? -1
        // A compass that wants to be calibrated may be off by any angle, whatever it states.
        headingAccuracy = heading.compass == .uncalibrated ? -1 : heading.accuracyDegrees ?? -1
        timestamp = date
    }

    /// Compares all values.
    public static func == (left: CLHeading, right: CLHeading) -> Bool {
        left.magneticHeading == right.magneticHeading && left.trueHeading == right.trueHeading
            && left.headingAccuracy == right.headingAccuracy && left.timestamp == right.timestamp
    }

    /// Hashes the headings and the time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(magneticHeading)
        hasher.combine(trueHeading)
        hasher.combine(timestamp)
    }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Waymark

/// The direction in which the vehicle points that the machine is in.
open class CLHeading: NSObject, NSCopying, @unchecked Sendable {
    private struct Values: Hashable {
        var magnetic: CLLocationDirection = -1
        var direction: CLLocationDirection = -1
        var accuracy: CLLocationDirectionAccuracy = -1
        var timestamp = Date()
    }

    private let values: Values

    /// Degrees from magnetic north; negative if unknown.
    open var magneticHeading: CLLocationDirection { values.magnetic }

    /// Degrees from true north; negative if unknown.
    open var trueHeading: CLLocationDirection { values.direction }

    /// The greatest expected error in degrees; negative if unknown.
    open var headingAccuracy: CLLocationDirectionAccuracy { values.accuracy }

    /// When the service told it.
    open var timestamp: Date { values.timestamp }

    /// Creates an unknown heading, for a subclass to fill.
    public override init() { values = Values() }

    init(_ heading: HeadingUpdate.Heading, at date: Date) {
        values = Values(
            magnetic: heading.magneticDegrees ?? -1,
            direction: heading.trueDegrees ?? -1,
            // A compass that wants to be calibrated may be off by any angle, whatever it states.
            accuracy: heading.compass == .uncalibrated ? -1 : heading.accuracyDegrees ?? -1,
            timestamp: date
        )
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLHeading)?.values == values }

    open override var hash: Int { values.hashValue }

    open override var description: String {
        "magneticHeading \(magneticHeading) trueHeading \(trueHeading) accuracy \(headingAccuracy) @ \(timestamp)"
    }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

/// The direction of the vehicle that the machine is in.
open class CLHeading: NSObject, NSCopying, @unchecked Sendable {
    private let told: HeadingUpdate.Heading?
    private let date: Date

    /// Degrees from magnetic north; negative if unknown.
    open var magneticHeading: CLLocationDirection { told?.magneticDegrees ?? -1 }

    /// Degrees from true north; negative if unknown.
    open var trueHeading: CLLocationDirection { told?.trueDegrees ?? -1 }

    /// The greatest expected error in degrees; negative if unknown.
    open var headingAccuracy: CLLocationDirectionAccuracy {
        // A compass that wants to be calibrated may be off by any angle, whatever it states.
        told?.compass == .uncalibrated ? -1 : told?.accuracyDegrees ?? -1
    }

    /// The time at which the service reported it.
    open var timestamp: Date { date }

    /// Creates an unknown heading, for a subclass to fill.
    public override init() { (told, date) = (nil, Date()) }

    init(_ heading: HeadingUpdate.Heading, at date: Date) { (told, self.date) = (heading, date) }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLHeading else { return false }
        return other.told == told && other.date == date
    }

    open override var hash: Int { date.hashValue }

    open override var description: String {
        "magneticHeading \(magneticHeading) trueHeading \(trueHeading) accuracy \(headingAccuracy) @ \(timestamp)"
    }
}

package import LocationModel

/// An attitude report of gpsd (ATT), as far as it concerns the heading.
package struct GPSDAttitude: Equatable, Sendable {
    /// The heading in degrees, by gpsd's manual from true north; `nil` or not finite if the device reports none.
    package var heading: Double?

    /// The status of the compass (`mag_st`), of TrueNorth's and similar devices; `nil` for the others.
    package var compassStatus: UInt8?

    package init(heading: Double?, compassStatus: UInt8? = nil) {
        self.heading = heading
        self.compassStatus = compassStatus
    }
}

/// Turns gpsd's attitude reports into headings.
///
/// gpsd has no accuracy for a heading, so there is none. The magnetic heading needs the variation, which gpsd reports
/// with positions: as the receiver gives it, or from a model.
package struct GPSDCompass: Sendable {
    /// The silence after which another device's headings are used.
    private static let patience: Duration = .seconds(5)

    private var variationDegrees: Double?
    private var device: (path: String, heardAt: MonotonicInstant)?

    /// Creates a compass of which nothing is known yet.
    package init() {}

    /// Records the variation of a position report, in degrees, positive to the east.
    ///
    /// gpsd's manual says that positive is west. Every gpsd tried does the opposite: `4.5,W` in RMC becomes -4.5.
    package mutating func record(variationDegrees: Double?) {
        guard let stated = variationDegrees, (-180...180).contains(stated) else { return }
        self.variationDegrees = stated
    }

    /// Returns the heading of an attitude report, if it has one and its device is the one that is used.
    ///
    /// The compass may be another device than the receiver. Of several, the first is used until it is silent.
    package mutating func heading(
        of attitude: GPSDAttitude,
        from path: String,
        at now: MonotonicInstant
    ) -> Heading? {
        guard let degrees = attitude.heading, var heading = Heading(trueDegrees: degrees) else { return nil }
        if let device, device.path != path, device.heardAt.duration(to: now) < Self.patience { return nil }
        device = (path, now)
        heading.compass = attitude.compassStatus.flatMap { CompassCondition(gpsdStatus: $0) }
        return variationDegrees.map { heading.completed(variationDegrees: $0) } ?? heading
    }
}

extension CompassCondition {
    /// Converts gpsd's `mag_st`; `nil` for a letter without a meaning.
    fileprivate init?(gpsdStatus status: UInt8) {
        switch status {
        case UInt8(ascii: "N"): self = .normal
        case UInt8(ascii: "C"): self = .uncalibrated
        // L and M: too low, O and P: too high, V: the sensor's voltage.
        case UInt8(ascii: "L"), UInt8(ascii: "M"), UInt8(ascii: "O"), UInt8(ascii: "P"), UInt8(ascii: "V"):
            self = .disturbed
        default: return nil
        }
    }
}

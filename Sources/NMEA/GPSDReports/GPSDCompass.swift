package import LocationModel

/// Completes the headings of gpsd's attitude reports.
///
/// gpsd has no accuracy for a heading, so there is none. The magnetic heading needs the variation, which gpsd reports
/// with positions: as the receiver gives it, or from a model.
package struct GPSDCompass: Sendable {
    /// The silence after which another device's headings are used.
    private static let patience: Duration = .seconds(5)

    private var variationDegrees: Double?
    private var device: (path: String, heardAt: MonotonicInstant)?

    package init() {}

    /// Records the variation of a position report, in degrees, positive to the east.
    ///
    /// gpsd's manual says that positive is west. Every gpsd tried does the opposite: `4.5,W` in RMC becomes -4.5.
    package mutating func record(variationDegrees: Double?) {
        guard let stated = variationDegrees, (-180...180).contains(stated) else { return }
        self.variationDegrees = stated
    }

    /// Returns a heading with both norths if they are known; `nil` if it is not from the device that is used.
    ///
    /// The compass may be another device than the receiver. Of several, the first is used until it is silent.
    package mutating func completed(_ heading: Heading, from path: String, at now: MonotonicInstant)
        -> Heading?
    {
        if let device, device.path != path, device.heardAt.duration(to: now) < Self.patience { return nil }
        device = (path, now)
        return variationDegrees.map { heading.completed(variationDegrees: $0) } ?? heading
    }
}

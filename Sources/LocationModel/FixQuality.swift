/// How a receiver made a position solution.
///
/// The cases follow the quality indicator of NMEA 0183's GGA sentence. gpsd's `status` numbers them otherwise.
package enum FixQuality: String, Hashable, Sendable, CaseIterable {
    /// The receiver did not say.
    case unknown

    /// Code measurements of one receiver alone.
    case autonomous

    /// Corrected by a reference station or a satellite augmentation system.
    case differential

    /// The encrypted military service.
    case precise

    /// Carrier phase against a base station with its ambiguities resolved: centimetres.
    case rtkFixed

    /// Carrier phase against a base station with its ambiguities still open: decimetres.
    case rtkFloat

    /// Propagated from earlier positions by motion sensors, without satellites.
    case deadReckoning

    /// Entered by hand, or a surveyed position.
    case manual

    /// Made by a simulator.
    case simulated
}

/// The kind of position solution.
///
/// The cases follow the quality indicator of the GGA sentence of NMEA 0183. gpsd numbers its `status` differently.
package enum FixQuality: String, Hashable, Codable, Sendable, CaseIterable {
    /// The receiver did not say.
    case unknown

    /// Code measurements of one receiver, without corrections.
    case autonomous

    /// Corrected by a reference station or a satellite-based augmentation system (SBAS).
    case differential

    /// The encrypted military service.
    case precise

    /// Carrier phase with a base station, ambiguities resolved: centimetres.
    case rtkFixed

    /// Carrier phase with a base station, ambiguities not yet resolved: decimetres.
    case rtkFloat

    /// Propagated from earlier positions by motion sensors, without satellites.
    case deadReckoning

    /// Entered by hand, or a surveyed position.
    case manual
    case simulated
}

package import LocationModel

/// One message of gpsd, in terms of the location model.
package enum GPSDMessage: Equatable, Sendable {
    /// A position report (TPV); `time` is `nil` until gpsd knows the date.
    ///
    /// The magnetic variation is in degrees, positive to the east.
    case report(time: UTCInstant?, epoch: Epoch, variationDegrees: Double? = nil)

    /// The standard deviations (GST) that the receiver computed for `time`.
    case deviations(time: UTCInstant?, Deviations)
    case sky(SatelliteCount, horizontalDilution: Double?, signals: SignalStrengths? = nil)
    case attitude(GPSDAttitude)

    /// A message without content for a fix.
    case other

    /// Positive standard deviations in metres.
    package struct Deviations: Equatable, Sendable {
        package var latitudeMeters: Double
        package var longitudeMeters: Double
        package var altitudeMeters: Double?

        /// Creates the deviations of a report, or `nil` if one of the horizontal ones is missing.
        package init?(latitudeMeters: Double?, longitudeMeters: Double?, altitudeMeters: Double?) {
            guard let latitude = latitudeMeters?.ifPlausibleError,
                let longitude = longitudeMeters?.ifPlausibleError
            else {
                return nil
            }
            self.latitudeMeters = latitude
            self.longitudeMeters = longitude
            self.altitudeMeters = altitudeMeters?.ifPlausibleError
        }
    }

    package init(_ position: GPSDPosition) {
        self = .report(
            time: position.time,
            epoch: Fix(position).map(Epoch.fix) ?? .noFix(time: position.time),
            variationDegrees: position.magneticVariation?.ifFinite
        )
    }

    /// Creates the message of a satellite report.
    package init(
        _ satellites: SatelliteCount,
        horizontalDilution: Double?,
        signals: SignalStrengths? = nil
    ) {
        self = .sky(satellites, horizontalDilution: horizontalDilution?.ifPlausibleError, signals: signals)
    }
}

extension Double {
    var ifFinite: Double? { isFinite ? self : nil }

    /// An error or dilution, below the limit that those of NMEA have: the square of a larger one may be infinite.
    var ifPlausibleError: Double? { self > 0 && self < 1e6 ? self : nil }
}

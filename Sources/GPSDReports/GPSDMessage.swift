package import LocationModel

/// What one message of gpsd says, in the model's words.
package enum GPSDMessage: Equatable, Sendable {
    /// A position report; `time` is `nil` until gpsd knows the date.
    case report(time: UTCInstant?, epoch: Epoch)

    /// The standard deviations that the receiver computed for `time`.
    case deviations(time: UTCInstant?, Deviations)

    /// Satellites used and horizontal dilution.
    case sky(satellitesUsed: Int?, horizontalDilution: Double?)

    /// Nothing about a position.
    case other

    /// Standard deviations in metres, above zero.
    package struct Deviations: Equatable, Sendable {
        package var latitudeMeters: Double
        package var longitudeMeters: Double
        package var altitudeMeters: Double?

        /// Creates what a report states; `nil` unless both horizontal ones are there.
        package init?(latitudeMeters: Double?, longitudeMeters: Double?, altitudeMeters: Double?) {
            guard let latitude = latitudeMeters?.ifPositive, let longitude = longitudeMeters?.ifPositive
            else {
                return nil
            }
            self.latitudeMeters = latitude
            self.longitudeMeters = longitude
            self.altitudeMeters = altitudeMeters?.ifPositive
        }
    }

    /// Reads a position report.
    package init(_ position: GPSDPosition) {
        self = .report(
            time: position.time,
            epoch: Fix(position).map(Epoch.fix) ?? .noFix(time: position.time)
        )
    }

    /// Reads a report about satellites.
    package init(satellitesUsed: Int?, horizontalDilution: Double?) {
        self = .sky(satellitesUsed: satellitesUsed, horizontalDilution: horizontalDilution?.ifPositive)
    }
}

extension Double {
    var ifFinite: Double? { isFinite ? self : nil }
    var ifPositive: Double? { isFinite && self > 0 ? self : nil }
}

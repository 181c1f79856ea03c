/// One position solution of one receiver, with its time and error estimates.
///
/// A value that the receiver did not report is `nil`, never zero.
package struct Fix: Hashable, Codable, Sendable {
    package enum Mode: Int, Hashable, Codable, Sendable {
        /// Latitude and longitude only.
        case twoDimensional = 2

        /// Latitude, longitude and altitude.
        case threeDimensional = 3
    }

    /// The UTC time of the position as the receiver reports it; `nil` until the receiver has the date.
    package var time: UTCInstant?

    /// The position of the antenna, on WGS-84 unless ``localDatum`` says that it could not be converted.
    package var coordinate: Coordinate
    package var mode: Mode

    /// The kind of solution, which determines its expected accuracy.
    package var quality: FixQuality

    /// The error estimate; `nil` if nothing allows one.
    package var accuracy: FixAccuracy?

    /// The height above mean sea level (orthometric) in metres.
    package var altitudeMeters: Double?

    /// The height of the geoid above the WGS-84 ellipsoid at this place, in metres.
    package var geoidSeparationMeters: Double?

    /// The height above the WGS-84 ellipsoid in metres.
    package var ellipsoidalAltitudeMeters: Double? {
        guard let altitudeMeters, let geoidSeparationMeters else { return nil }
        return altitudeMeters + geoidSeparationMeters
    }

    /// The speed over ground in metres per second, not negative.
    package var speedMetersPerSecond: Double?

    /// The course over ground in degrees clockwise from true north, in `0..<360`.
    ///
    /// Most receivers omit it while hardly moving.
    package var courseDegrees: Double?
    package var satellitesUsed: Int?
    package var horizontalDilution: Double?

    /// The receiver's other statements about its reception.
    package var signs: ReceptionSigns?

    /// Whether the receiver was believed when the fix was judged; `nil` before that.
    package var trust: Trust?

    /// The kind of device that gave the fix, if the configuration states it.
    package var origin: LocationSource?

    /// The receiver's datum, if that is not WGS-84.
    package var localDatum: LocalDatum?

    package init(
        time: UTCInstant? = nil,
        coordinate: Coordinate,
        mode: Mode = .twoDimensional,
        quality: FixQuality = .unknown,
        accuracy: FixAccuracy? = nil
    ) {
        self.time = time
        self.coordinate = coordinate
        self.mode = mode
        self.quality = quality
        self.accuracy = accuracy
    }
}

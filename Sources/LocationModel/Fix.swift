/// One position solution of one receiver, with time and error estimates.
///
/// A value that the receiver did not give is `nil`, never zero.
package struct Fix: Hashable, Sendable {
    /// How many coordinates the receiver solved for.
    package enum Mode: Int, Hashable, Sendable {
        /// Latitude and longitude only.
        case twoDimensional = 2

        /// Latitude, longitude and altitude.
        case threeDimensional = 3
    }

    /// When the position was true, in UTC as the receiver says; `nil` until it has told the date.
    package var time: UTCInstant?

    /// Where the antenna was, on WGS-84 unless ``localDatum`` says that it could not be brought there.
    package var coordinate: Coordinate

    /// How many coordinates the receiver solved for.
    package var mode: Mode

    /// How the solution was made, which decides how far it can be trusted.
    package var quality: FixQuality

    /// How far the truth may be; `nil` when nothing allows an estimate.
    package var accuracy: FixAccuracy?

    /// Metres above mean sea level (orthometric).
    package var altitudeMeters: Double?

    /// Metres of the geoid above the WGS-84 ellipsoid at this place.
    package var geoidSeparationMeters: Double?

    /// Metres per second over ground, not negative.
    package var speedMetersPerSecond: Double?

    /// Degrees clockwise from true north over ground, in `0..<360`; `nil` while hardly moving, on most receivers.
    package var courseDegrees: Double?

    /// Satellites that went into the solution.
    package var satellitesUsed: Int?

    /// Horizontal dilution of precision.
    package var horizontalDilution: Double?

    /// The datum that the receiver was set to, where that is not WGS-84.
    package var localDatum: LocalDatum?

    /// Creates a fix that knows only its place.
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

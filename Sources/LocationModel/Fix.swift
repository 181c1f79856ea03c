/// One position solution of one receiver, with time and error estimates.
///
/// A value that the receiver did not give is `nil`, never zero.
public struct Fix: Hashable, Sendable {
    /// How many coordinates the receiver solved for.
    public enum Mode: Int, Hashable, Sendable {
        /// Latitude and longitude only.
        case twoDimensional = 2

        /// Latitude, longitude and altitude.
        case threeDimensional = 3
    }

    /// When the position was true, in UTC as the receiver says; `nil` until it has told the date.
    public var time: UTCInstant?

    /// Where the antenna was, on WGS-84 unless ``localDatum`` says that it could not be brought there.
    public var coordinate: Coordinate

    /// How many coordinates the receiver solved for.
    public var mode: Mode

    /// How the solution was made, which decides how far it can be trusted.
    public var quality: FixQuality

    /// How far the truth may be; `nil` when nothing allows an estimate.
    public var accuracy: FixAccuracy?

    /// Metres above mean sea level (orthometric).
    public var altitudeMeters: Double?

    /// Metres of the geoid above the WGS-84 ellipsoid at this place.
    public var geoidSeparationMeters: Double?

    /// Metres per second over ground, not negative.
    public var speedMetersPerSecond: Double?

    /// Degrees clockwise from true north over ground, in `0..<360`; `nil` while hardly moving, on most receivers.
    public var courseDegrees: Double?

    /// Satellites that went into the solution.
    public var satellitesUsed: Int?

    /// Horizontal dilution of precision.
    public var horizontalDilution: Double?

    /// The datum that the receiver was set to, where that is not WGS-84.
    public var localDatum: LocalDatum?

    /// Creates a fix that knows only its place.
    public init(
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

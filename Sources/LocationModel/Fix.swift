/// One position solution of one receiver, with its time and error estimates.
///
/// A value that the receiver did not report is `nil`, never zero.
public struct Fix: Hashable, Sendable {
    /// The dimension of the solution.
    public enum Mode: Int, Hashable, Sendable {
        /// Latitude and longitude only.
        case twoDimensional = 2

        /// Latitude, longitude and altitude.
        case threeDimensional = 3
    }

    /// The UTC time of the position as the receiver reports it; `nil` until the receiver has the date.
    public var time: UTCInstant?

    /// The position of the antenna, on WGS-84 unless ``localDatum`` says that it could not be converted.
    public var coordinate: Coordinate

    /// The dimension of the solution.
    public var mode: Mode

    /// The kind of solution, which determines its expected accuracy.
    public var quality: FixQuality

    /// The error estimate; `nil` if nothing allows one.
    public var accuracy: FixAccuracy?

    /// The height above mean sea level (orthometric) in metres.
    public var altitudeMeters: Double?

    /// The height of the geoid above the WGS-84 ellipsoid at this place, in metres.
    public var geoidSeparationMeters: Double?

    /// The speed over ground in metres per second, not negative.
    public var speedMetersPerSecond: Double?

    /// The course over ground in degrees clockwise from true north, in `0..<360`.
    ///
    /// Most receivers omit it while hardly moving.
    public var courseDegrees: Double?

    /// The number of satellites used in the solution.
    public var satellitesUsed: Int?

    /// The horizontal dilution of precision (HDOP).
    public var horizontalDilution: Double?

    /// The receiver's datum, if that is not WGS-84.
    public var localDatum: LocalDatum?

    /// Creates a fix from its position; everything else the receiver reported is set afterwards.
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

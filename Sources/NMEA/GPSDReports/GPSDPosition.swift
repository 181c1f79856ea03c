package import LocationModel

/// A position report of gpsd (TPV) with gpsd's names, numbers and units.
///
/// Missing values are `nil` or not finite. Nothing is validated.
package struct GPSDPosition: Equatable, Sendable {
    package var time: UTCInstant?

    /// 0 and 1 for no position, else the number of dimensions.
    package var mode = 0

    /// The kind of solution as gpsd numbers it, from 0 to 9.
    package var status = 0

    /// The position in degrees.
    package var latitude: Double?
    package var longitude: Double?

    /// The height above mean sea level in metres.
    package var altitude: Double?

    /// The height of the geoid above the ellipsoid in metres.
    package var geoidSeparation: Double?

    /// The speed over ground in metres per second.
    package var speed: Double?

    /// The course over ground in degrees from true north.
    package var track: Double?

    /// The magnetic variation in degrees, positive to the east.
    package var magneticVariation: Double?

    /// gpsd's expected errors in metres: horizontal, along each horizontal axis, vertical.
    package var eph: Double?
    package var epx: Double?
    package var epy: Double?
    package var epv: Double?

    /// The interference from 0 to 255, and gpsd's number for the state of the antenna: 2 and 3 for open and shorted.
    package var jam: Int?
    package var ant: Int?

    /// Creates a report without a position.
    package init() {}
}

extension Fix {
    /// Converts a report, or returns `nil` if it has no valid position.
    init?(_ report: GPSDPosition) {
        guard let mode = Mode(rawValue: report.mode), let latitude = report.latitude,
            let longitude = report.longitude,
            let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else { return nil }
        self.init(
            time: report.time,
            coordinate: coordinate,
            mode: mode,
            quality: FixQuality(gpsdStatus: report.status)
        )
        accuracy = FixAccuracy(report)
        if mode == .threeDimensional { altitudeMeters = report.altitude?.ifFinite }
        geoidSeparationMeters = report.geoidSeparation?.ifFinite
        speedMetersPerSecond = report.speed.flatMap { (0...1e6).contains($0) ? $0 : nil }
        courseDegrees = (report.track?.ifFinite).flatMap { course in
            (0...360).contains(course) ? course.truncatingRemainder(dividingBy: 360) : nil
        }
        let signs = ReceptionSigns(
            jamming: report.jam.flatMap { UInt8(exactly: $0) },
            hasAntennaFault: report.ant.map { $0 == 2 || $0 == 3 }
        )
        if !signs.isEmpty { self.signs = signs }
    }
}

extension FixQuality {
    /// Converts gpsd's `status`, whose numbers are stable across versions, unlike its names.
    package init(gpsdStatus status: Int) {
        self =
            switch status {
            case 1: .autonomous
            case 2: .differential
            case 3: .rtkFixed
            case 4: .rtkFloat
            case 5: .deadReckoning
            // Satellites aided by motion sensors are no worse than satellites alone.
            case 6: .autonomous
            case 7: .manual
            case 8: .simulated
            case 9: .precise
            default: .unknown
            }
    }
}

extension FixAccuracy {
    /// The ratio of the 68 % error to the 95 % error in two dimensions: √(ln 0.32 / ln 0.05).
    private static let horizontal68Per95 = 0.617

    /// The same ratio in one dimension: 0.994 / 1.960 standard deviations.
    private static let vertical68Per95 = 0.51

    /// Converts gpsd's error estimate, which its manual calls a guess at 95 %; `nil` if there is none.
    init?(_ report: GPSDPosition) {
        let perAxis: Double? =
            if let east = report.epx?.ifPlausibleError, let north = report.epy?.ifPlausibleError {
                (east * east + north * north).squareRoot()
            } else { nil }
        guard let horizontal95 = report.eph?.ifPlausibleError ?? perAxis else { return nil }
        self.init(
            horizontal68Meters: horizontal95 * Self.horizontal68Per95,
            horizontal95Meters: horizontal95,
            vertical68Meters: report.mode == 3
                ? (report.epv?.ifPlausibleError).map { $0 * Self.vertical68Per95 } : nil,
            source: .expectedErrors
        )
    }

    /// Converts the standard deviations that a receiver computed.
    ///
    /// The radii are those of a circular error whose variance is the mean of the variances of both axes.
    init(_ deviations: GPSDMessage.Deviations) {
        let north = deviations.latitudeMeters
        let east = deviations.longitudeMeters
        let deviation = ((north * north + east * east) / 2).squareRoot()
        self.init(
            // √(-2 ln 0.32) and √(-2 ln 0.05)
            horizontal68Meters: deviation * 1.5096,
            horizontal95Meters: deviation * 2.4477,
            vertical68Meters: deviations.altitudeMeters.map { $0 * 0.994 },
            source: .standardDeviations
        )
    }
}

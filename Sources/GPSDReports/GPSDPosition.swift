package import LocationModel

/// A position report of gpsd (TPV) with gpsd's names, numbers and units.
///
/// What it did not give is `nil`, or not finite; nothing has been checked.
package struct GPSDPosition: Equatable, Sendable {
    /// When the position was true.
    package var time: UTCInstant?

    /// 0 and 1 for no position, 2 and 3 for the dimensions of one.
    package var mode = 0

    /// How the position was made, from 0 to 9.
    package var status = 0

    /// Degrees.
    package var latitude: Double?
    package var longitude: Double?

    /// Metres above mean sea level.
    package var altitude: Double?

    /// Metres of the geoid above the ellipsoid.
    package var geoidSeparation: Double?

    /// Metres per second.
    package var speed: Double?

    /// Degrees from true north.
    package var track: Double?

    /// Metres that gpsd expects to be off: horizontally, along each horizontal axis, vertically.
    package var eph: Double?
    package var epx: Double?
    package var epy: Double?
    package var epv: Double?

    /// Creates a report that says nothing.
    package init() {}
}

extension Fix {
    /// Takes what a report says, or `nil` when it says no position.
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
        speedMetersPerSecond = (report.speed?.ifFinite).flatMap { $0 >= 0 ? $0 : nil }
        courseDegrees = (report.track?.ifFinite).flatMap { course in
            (0...360).contains(course) ? course.truncatingRemainder(dividingBy: 360) : nil
        }
    }
}

extension FixQuality {
    /// Translates gpsd's `status`, whose names change from version to version and whose numbers do not.
    package init(gpsdStatus status: Int) {
        self =
            switch status {
            case 1: .autonomous
            case 2: .differential
            case 3: .rtkFixed
            case 4: .rtkFloat
            case 5: .deadReckoning
            // Satellites helped by motion sensors: no worse than satellites alone.
            case 6: .autonomous
            case 7: .manual
            case 8: .simulated
            case 9: .precise
            default: .unknown
            }
    }
}

extension FixAccuracy {
    /// The part of a 95 % error that is the 68 % error in two dimensions: √(ln 0.32 / ln 0.05).
    private static let horizontal68Per95 = 0.617

    /// The same in one dimension: 0.994 / 1.960 standard deviations.
    private static let vertical68Per95 = 0.51

    /// Takes gpsd's estimate, which its manual calls a guess at 95 %; `nil` when it made none.
    init?(_ report: GPSDPosition) {
        let perAxis: Double? =
            if let east = report.epx?.ifPositive, let north = report.epy?.ifPositive {
                (east * east + north * north).squareRoot()
            } else { nil }
        guard let horizontal95 = report.eph?.ifPositive ?? perAxis else { return nil }
        self.init(
            horizontal68Meters: horizontal95 * Self.horizontal68Per95,
            horizontal95Meters: horizontal95,
            vertical68Meters: report.mode == 3
                ? (report.epv?.ifPositive).map { $0 * Self.vertical68Per95 } : nil,
            source: .expectedErrors
        )
    }

    /// Takes a receiver's own standard deviations.
    ///
    /// The radii are those of a round error whose variance is the mean of both axes'.
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

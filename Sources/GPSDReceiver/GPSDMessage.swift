import CGPS
import LocationModel

/// What one message of gpsd says, in the model's words.
enum GPSDMessage: Equatable {
    /// A position report; `time` is `nil` until gpsd knows the date.
    case report(time: UTCInstant?, epoch: Epoch)

    /// The standard deviations that the receiver computed for `time`.
    case deviations(time: UTCInstant?, Deviations)

    /// Satellites used and horizontal dilution.
    case sky(satellitesUsed: Int?, horizontalDilution: Double?)

    /// Nothing about a position.
    case other

    /// Standard deviations in metres.
    struct Deviations: Equatable {
        var latitudeMeters: Double
        var longitudeMeters: Double
        var altitudeMeters: Double?
    }

    /// Reads what libgps unpacked.
    init(_ report: cgps_report) {
        if report.has_fix != 0 {
            let time = UTCInstant(seconds: report.seconds, nanoseconds: report.nanoseconds)
            self = .report(
                time: time,
                epoch: Fix(report, at: time).map(Epoch.fix) ?? .noFix(time: time)
            )
        } else if report.has_deviations != 0,
            let latitude = report.latitude_deviation.ifPositive,
            let longitude = report.longitude_deviation.ifPositive
        {
            self = .deviations(
                time: UTCInstant(
                    seconds: report.deviations_seconds,
                    nanoseconds: report.deviations_nanoseconds
                ),
                Deviations(
                    latitudeMeters: latitude,
                    longitudeMeters: longitude,
                    altitudeMeters: report.altitude_deviation.ifPositive
                )
            )
        } else if report.has_sky != 0 {
            self = .sky(
                satellitesUsed: report.satellites_used >= 0 ? Int(report.satellites_used) : nil,
                horizontalDilution: report.hdop.ifPositive
            )
        } else {
            self = .other
        }
    }
}

extension UTCInstant {
    /// Creates the instant of a `struct timespec`, in which gpsd writes zero for no time.
    fileprivate init?(seconds: Int64, nanoseconds: Int64) {
        guard seconds > 0, seconds < 9_000_000_000 else { return nil }
        // libgps takes the fraction from a floating-point number, which is off in the last digits.
        let microseconds = (nanoseconds + 500) / 1000
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + microseconds * 1000)
    }
}

extension Fix {
    fileprivate init?(_ report: cgps_report, at time: UTCInstant?) {
        guard let mode = Mode(rawValue: Int(report.mode)),
            let coordinate = Coordinate(
                latitudeDegrees: report.latitude,
                longitudeDegrees: report.longitude
            )
        else { return nil }
        self.init(
            time: time,
            coordinate: coordinate,
            mode: mode,
            quality: FixQuality(gpsdStatus: report.status)
        )
        accuracy = FixAccuracy(report)
        if mode == .threeDimensional { altitudeMeters = report.altitude_msl.ifFinite }
        geoidSeparationMeters = report.geoid_separation.ifFinite
        speedMetersPerSecond = report.speed.ifFinite.flatMap { $0 >= 0 ? $0 : nil }
        courseDegrees = report.track.ifFinite.flatMap { course in
            (0...360).contains(course) ? course.truncatingRemainder(dividingBy: 360) : nil
        }
    }
}

extension FixQuality {
    /// Translates gpsd's `status`, whose names change from version to version and whose numbers do not.
    init(gpsdStatus status: Int32) {
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
    fileprivate init?(_ report: cgps_report) {
        let perAxis: Double? =
            if let east = report.epx.ifPositive, let north = report.epy.ifPositive {
                (east * east + north * north).squareRoot()
            } else { nil }
        guard let horizontal95 = report.eph.ifPositive ?? perAxis else { return nil }
        self.init(
            horizontal68Meters: horizontal95 * Self.horizontal68Per95,
            horizontal95Meters: horizontal95,
            vertical68Meters: report.mode == 3
                ? report.epv.ifPositive.map { $0 * Self.vertical68Per95 } : nil,
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

extension Double {
    fileprivate var ifFinite: Double? { isFinite ? self : nil }
    fileprivate var ifPositive: Double? { isFinite && self > 0 ? self : nil }
}

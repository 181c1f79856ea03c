import CGPS
import LocationModel
import NMEA

extension GPSDMessage {
    /// Converts a message that libgps unpacked.
    init(_ report: cgps_report) {
        if report.has_fix != 0 {
            self.init(GPSDPosition(report))
        } else if report.has_deviations != 0,
            let deviations = Deviations(
                latitudeMeters: report.latitude_deviation,
                longitudeMeters: report.longitude_deviation,
                altitudeMeters: report.altitude_deviation
            )
        {
            let time = UTCInstant(
                seconds: report.deviations_seconds,
                nanoseconds: report.deviations_nanoseconds
            )
            self = .deviations(time: time, deviations)
        } else if report.has_sky != 0 {
            self.init(
                SatelliteCount(
                    used: report.satellites_used >= 0 ? Int(report.satellites_used) : nil,
                    inView: report.satellites_in_view >= 0 ? Int(report.satellites_in_view) : nil
                ),
                horizontalDilution: report.hdop,
                signals: SignalStrengths(
                    count: Int(report.signals),
                    sum: report.signal_sum,
                    sumOfSquares: report.signal_square_sum
                )
            )
        } else if report.has_attitude != 0 {
            let status = UInt8(bitPattern: report.compass_status)
            self = .attitude(
                GPSDAttitude(heading: report.heading, compassStatus: status == 0 ? nil : status)
            )
        } else {
            self = .other
        }
    }
}

extension GPSDPosition {
    fileprivate init(_ report: cgps_report) {
        self.init()
        time = UTCInstant(seconds: report.seconds, nanoseconds: report.nanoseconds)
        mode = Int(report.mode)
        status = Int(report.status)
        latitude = report.latitude
        longitude = report.longitude
        altitude = report.altitude_msl
        geoidSeparation = report.geoid_separation
        speed = report.speed
        track = report.track
        magneticVariation = report.magnetic_variation
        eph = report.eph
        epx = report.epx
        epy = report.epy
        epv = report.epv
        jam = report.jam >= 0 ? Int(report.jam) : nil
        ant = report.ant >= 0 ? Int(report.ant) : nil
    }
}

extension UTCInstant {
    /// Creates the instant of a `struct timespec`; gpsd writes zero for no time.
    fileprivate init?(seconds: Int64, nanoseconds: Int64) {
        // Of an absurd fraction libgps makes any number.
        guard seconds > 0, seconds < 9_000_000_000, (0...1_000_000_000).contains(nanoseconds) else {
            return nil
        }
        // libgps computes the fraction from a floating-point number, so its last digits are wrong.
        let microseconds = (nanoseconds + 500) / 1000
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + microseconds * 1000)
    }
}

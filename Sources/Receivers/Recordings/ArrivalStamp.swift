package import LocationModel
import NMEA

/// The time stamp that a recording program wrote before a line.
///
///     2026-11-21T08:00:13.525357Z $GPRMC,…      ts '%FT%.TZ', openrvdas, gpspipe -Zu
///     2026-11-21 08:00:13.814695: $GPRMC,…      gpspipe -tu; without a fraction gpspipe -t
///     2026-11-21 08:00:13 1795248013.879461: …  gpspipe -uu; the second number is used
///     1795248013.879461 $GPRMC,…                ts '%.s', candump in parentheses
///     1795248013879;N;$GPRMC,…                  Signal K's log
///     Nov 21 08:00:13 $GPRMC,…                  ts, and syslog
///     0.000011 $GPRMC,…                         ts -s '%.s'
///     08:00:13.879 $GPRMC,…                     terminal programs; also in brackets
package struct ArrivalStamp: Hashable, Sendable {
    /// The origin of a stamp's number, which decides what it can be compared with.
    package enum Scale: Hashable, Sendable {
        /// 1970 in UTC.
        case utc

        /// 1970 in an unknown zone, another year, or the start of the recording: only differences have a meaning.
        case unknown

        /// Midnight of an unknown day.
        case midnight
    }

    package let scale: Scale

    /// The time since the origin in nanoseconds.
    package let nanoseconds: Int64

    /// Returns the time from this stamp to a later one, or `nil` if they cannot be compared.
    ///
    /// It is negative if the other stamp is earlier. Times of day wrap at midnight instead.
    package func duration(to later: ArrivalStamp) -> Duration? {
        guard scale == later.scale else { return nil }
        let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(nanoseconds)
        guard !overflow else { return nil }
        return .nanoseconds(scale == .midnight && difference < 0 ? difference + Self.day : difference)
    }

    /// The largest difference between the recorder's clock and the receiver's for which the stamp gives the date.
    ///
    /// A recording that was stamped when it was replayed has another date; a machine without a clock battery has 1970.
    private static let tolerance: Duration = .seconds(300)
    private static let day: Int64 = 86_400_000_000_000

    /// Returns the instant of a time of day near the time of the stamp, or `nil` if the stamp does not give the date.
    package func instant(ofDayTime dayTime: Int64) -> UTCInstant? {
        guard scale == .utc, nanoseconds > 0 else { return nil }
        let stamp = UTCInstant(nanosecondsSince1970: nanoseconds)
        let instant = TimeOfDay(nanoseconds: dayTime).instant(nearestTo: stamp)
        let difference = stamp.duration(to: instant)
        return (.zero - Self.tolerance...Self.tolerance).contains(difference) ? instant : nil
    }
}

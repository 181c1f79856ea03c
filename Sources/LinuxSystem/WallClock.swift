import Glibc

package enum WallClock {
    /// The time since 1970-01-01 UTC in nanoseconds, without leap seconds.
    package static var nanosecondsSinceEpoch: Int64 {
        var time = timespec()
        // Cannot fail: the clock exists and the pointer is valid.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns a date in local time for a person, such as "Friday 27 November 2026, 18:00"; empty for a date that the system
    /// cannot tell.
    package static func localDate(_ nanoseconds: Int64) -> String {
        local(nanoseconds, "%A %-d %B %Y, %H:%M")
    }

    /// Returns the hour and minute in local time, such as "18:00", as ``localDate(_:)`` does.
    package static func localTime(_ nanoseconds: Int64) -> String { local(nanoseconds, "%H:%M") }

    /// Returns the time of day in local time with milliseconds, such as "18:00:00.250", as ``localDate(_:)`` does.
    package static func localTimeOfDay(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000 % 1000
        return local(nanoseconds, "%H:%M:%S.") + String(String(1000 + milliseconds).dropFirst())
    }

    private static func local(_ nanoseconds: Int64, _ form: String) -> String {
        var time = time_t(nanoseconds / 1_000_000_000)
        var fields = unsafe tm()
        var text = [CChar](repeating: 0, count: 64)
        guard unsafe localtime_r(&time, &fields) != nil,
            unsafe strftime(&text, text.count, form, &fields) > 0
        else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

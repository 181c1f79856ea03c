import Glibc

/// The system's clock that people set.
package enum WallClock {
    /// Nanoseconds since 1970-01-01 UTC, leap seconds not counted.
    package static var nanosecondsSinceEpoch: Int64 {
        var time = timespec()
        // It cannot fail: the clock exists and the pointer is good.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

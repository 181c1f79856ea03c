import Glibc

package enum WallClock {
    /// The time since 1970-01-01 UTC in nanoseconds, without leap seconds.
    package static var nanosecondsSinceEpoch: Int64 {
        var time = timespec()
        // Cannot fail: the clock exists and the pointer is valid.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

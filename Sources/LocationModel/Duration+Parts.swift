extension Duration {
    /// Creates a duration from any number of seconds, such as one that another program states.
    ///
    /// - Parameter seconds: The seconds, clamped to 292 years as in ``wholeNanoseconds``; NaN counts as zero.
    package init(clamping seconds: Double) {
        let longest = 9_223_372_036.0
        self = .seconds(seconds.isNaN ? 0 : min(max(seconds, -longest), longest))
    }

    /// Whether the duration is at most 292 years, the range of ``wholeNanoseconds``; the components of 2^63 s
    /// trap.
    package var isCountable: Bool { self >= .nanoseconds(Int64.min) && self <= .nanoseconds(Int64.max) }

    /// The duration in nanoseconds, clamped to the range of `Int64`.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return Int64(clamping: Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000))
    }

    /// The duration in seconds, with the fraction that fits in a `Double`.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

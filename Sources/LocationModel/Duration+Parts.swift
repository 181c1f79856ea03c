extension Duration {
    /// Creates a duration from any seconds, such as those that another program states.
    ///
    /// - Parameter seconds: The seconds; more than 292 years count as that, as in ``wholeNanoseconds``, no number as zero.
    package init(clamping seconds: Double) {
        let longest = 9_223_372_036.0
        self = .seconds(seconds.isNaN ? 0 : min(max(seconds, -longest), longest))
    }

    /// The duration in nanoseconds, clamped to the range of `Int64`.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = parts
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, with the fraction that fits in a `Double`.
    package var inSeconds: Double {
        let (seconds, attoseconds) = parts
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// The whole seconds and the remaining attoseconds, as `components` gives them.
    ///
    /// Below 2^82 attoseconds (55 days) this avoids the 128-bit division of `components`: a second is 5^18 parts of
    /// 2^18 attoseconds each.
    package var parts: (seconds: Int64, attoseconds: Int64) {
        let whole = attoseconds
        let magnitude = whole.magnitude
        guard magnitude < 1 << 82 else { return components }
        let (seconds, parts) = UInt64(truncatingIfNeeded: magnitude >> 18)
            .quotientAndRemainder(dividingBy: 3_814_697_265_625)
        let attoseconds = parts << 18 | UInt64(truncatingIfNeeded: magnitude) & (1 << 18 - 1)
        return whole < 0
            ? (-Int64(seconds), -Int64(attoseconds)) : (Int64(seconds), Int64(attoseconds))
    }
}

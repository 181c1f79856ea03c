/// A point on the UTC time line, to the nanosecond, between the years 1678 and 2262.
///
/// As in POSIX, a leap second shares its number with the second that follows.
public struct UTCInstant: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public var nanosecondsSince1970: Int64

    /// Creates an instant from nanoseconds since 1970-01-01T00:00:00Z.
    public init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }

    /// Creates an instant from whole seconds since 1970-01-01T00:00:00Z, clamped to the range.
    public init(secondsSince1970: Int64) {
        self.init(nanosecondsSince1970: Int64(clamping: Int128(secondsSince1970) * 1_000_000_000))
    }

    /// The seconds since 1970-01-01T00:00:00Z, with the fraction that fits in a `Double`.
    public var secondsSince1970: Double { Double(nanosecondsSince1970) / 1e9 }

    /// Whether the first instant is earlier than the second.
    public static func < (earlier: UTCInstant, later: UTCInstant) -> Bool {
        earlier.nanosecondsSince1970 < later.nanosecondsSince1970
    }

    /// Returns the instant `duration` later, clamped to the range.
    public func advanced(by duration: Duration) -> UTCInstant {
        advanced(byNanoseconds: duration.wholeNanoseconds)
    }

    /// Returns the instant `step` nanoseconds later, clamped to the range.
    package func advanced(byNanoseconds step: Int64) -> UTCInstant {
        let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(step)
        return UTCInstant(nanosecondsSince1970: overflow ? (step < 0 ? .min : .max) : sum)
    }

    /// Returns the time from this instant to `other`; negative when `other` is earlier.
    public func duration(to other: UTCInstant) -> Duration {
        .nanoseconds(nanoseconds(to: other))
    }

    /// Returns the nanoseconds from this instant to `other`, clamped; negative when `other` is earlier.
    package func nanoseconds(to other: UTCInstant) -> Int64 {
        let (step, overflow) = other.nanosecondsSince1970.subtractingReportingOverflow(nanosecondsSince1970)
        return overflow ? (other < self ? .min : .max) : step
    }
}

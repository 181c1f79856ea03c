package import LocationModel

/// How the dates that a receiver states are taken.
///
/// GPS counts weeks to 1024 and begins anew, as it did in 1999 and 2019 and will in 2038. A receiver that does not know
/// how often states dates that lie a multiple of 1024 weeks, 19.6 years, off; every other day of it is right.
package enum DateRule: Hashable, Sendable {
    /// As they are: for recordings, which may be of any age.
    case asRecorded

    /// Moved by as many times 1024 weeks as bring them nearest to this instant: for live receivers.
    case near(UTCInstant)

    /// Returns the rule for a live receiver on a machine whose clock says `clock`.
    ///
    /// A machine without a battery starts in 1970, so a clock from before this release is not believed.
    package static func live(clock: UTCInstant) -> DateRule { .near(max(clock, release)) }

    /// When this release was made, 2026-11-01; nothing it meets alive is older.
    ///
    /// Raised with each release. It must be less than 9.8 years old for a machine that does not know the time.
    package static let release = UTCInstant(secondsSince1970: 1_793_491_200)

    /// Returns what `stated` means by this rule.
    package func resolved(_ stated: UTCInstant) -> UTCInstant {
        guard case .near(let reference) = self else { return stated }
        let rollover: Int64 = 1024 * 7 * 86_400 * 1_000_000_000
        let (ahead, isTooFar) = reference.nanosecondsSince1970
            .subtractingReportingOverflow(stated.nanosecondsSince1970)
        guard !isTooFar else { return stated }
        // Half a rollover to either side rounds to none.
        var count = ahead / rollover
        let rest = ahead % rollover
        if rest > rollover / 2 { count += 1 } else if rest < -rollover / 2 { count -= 1 }
        let (nanoseconds, overflow) = stated.nanosecondsSince1970
            .addingReportingOverflow(count * rollover)
        return overflow ? stated : UTCInstant(nanosecondsSince1970: nanoseconds)
    }
}

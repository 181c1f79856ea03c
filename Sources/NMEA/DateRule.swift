package import LocationModel

/// How to interpret the dates that a receiver reports.
///
/// GPS counts weeks modulo 1024; the count rolled over in 1999 and 2019 and will again in 2038. A receiver that misses
/// a rollover reports dates that are off by a multiple of 1024 weeks (19.6 years).
package enum DateRule: Hashable, Sendable {
    /// Unchanged: for recordings, which may be of any age.
    case asRecorded

    /// Moved by a multiple of 1024 weeks as near as possible to this instant: for live receivers.
    case near(UTCInstant)

    /// Returns the rule for a live receiver, given the time of the system clock.
    ///
    /// A machine without a clock battery starts in 1970, so a clock from before this release is ignored.
    package static func live(clock: UTCInstant) -> DateRule { .near(max(clock, release)) }

    /// The date of this release, 2026-11-01.
    ///
    /// A live receiver never reports an earlier time.
    ///
    /// Raise it with each release. On a machine without a valid clock, dates resolve correctly for 9.8 years after it.
    package static let release = UTCInstant(secondsSince1970: 1_793_491_200)

    /// How much earlier than this release a live receiver's date may be: as long as recordings are played to test it.
    private static let tolerance: Duration = .seconds(366 * 86_400)

    /// Whether a live receiver may report this time, which is resolved; one that has no date yet reports one of years ago.
    package func canBe(_ time: UTCInstant) -> Bool {
        guard case .near(let reference) = self else { return true }
        // The machine's clock may be years ahead.
        return min(reference, Self.release).duration(to: time) > .zero - Self.tolerance
    }

    /// Returns the instant that `stated` means under this rule.
    package func resolved(_ stated: UTCInstant) -> UTCInstant {
        guard case .near(let reference) = self else { return stated }
        let rollover = 1024 * 7 * 86_400
        let count = (stated.duration(to: reference).inSeconds / Double(rollover)).rounded()
        return stated.advanced(by: .seconds(Int(count) * rollover))
    }
}

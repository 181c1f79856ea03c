import LinuxSystem
package import LocationModel

extension UTCInstant {
    package static var now: UTCInstant {
        UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch)
    }
}

extension Moment {
    /// The present on both clocks.
    package static var now: Moment { Moment(instant: MonotonicInstant(.now), utc: .now) }
}

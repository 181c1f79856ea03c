import LinuxSystem
package import LocationModel

extension Moment {
    /// The present on both clocks.
    package static var now: Moment {
        Moment(
            instant: MonotonicInstant(.now),
            utc: UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch)
        )
    }
}

import LinuxSystem
public import LocationModel

extension UTCInstant {
    /// What the system's clock shows.
    public static var now: UTCInstant {
        UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch)
    }
}

import LinuxSystem
// Positions, instants and the person's decisions are in this library's signatures.
@_exported public import LocationModel

extension UTCInstant {
    /// The present time of the system's clock.
    public static var now: UTCInstant {
        UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch)
    }
}

/// One reading of both clocks: the one that intervals are measured on, and the one people read.
public struct Moment: Hashable, Sendable {
    /// The monotonic clock.
    ///
    /// It never goes back, goes on while the machine sleeps, and means nothing on another machine.
    public var instant: MonotonicInstant

    /// The system's wall clock, which may be set at any time.
    public var utc: UTCInstant

    /// Creates a moment.
    public init(instant: MonotonicInstant, utc: UTCInstant) {
        self.instant = instant
        self.utc = utc
    }

    /// Returns the moment `duration` later on both clocks.
    public func advanced(by duration: Duration) -> Moment {
        Moment(instant: instant.advanced(by: duration), utc: utc.advanced(by: duration))
    }
}

/// One reading of both clocks: the one that intervals are measured on, and the one people read.
package struct Moment: Hashable, Sendable {
    /// The monotonic clock.
    ///
    /// It never goes back, goes on while the machine sleeps, and means nothing on another machine.
    package var instant: MonotonicInstant

    /// The system's wall clock, which may be set at any time.
    package var utc: UTCInstant

    /// Creates a moment.
    package init(instant: MonotonicInstant, utc: UTCInstant) {
        self.instant = instant
        self.utc = utc
    }

    /// Returns the moment `duration` later on both clocks.
    package func advanced(by duration: Duration) -> Moment {
        Moment(instant: instant.advanced(by: duration), utc: utc.advanced(by: duration))
    }
}

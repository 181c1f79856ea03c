/// One reading of both clocks: the monotonic clock and the wall clock.
package struct Moment: Hashable, Codable, Sendable {
    /// The monotonic clock, on which intervals are measured.
    ///
    /// It never goes back, runs on while the machine sleeps, and means nothing on another machine.
    package var instant: MonotonicInstant

    /// The system's wall clock, which can be set at any time.
    package var utc: UTCInstant

    package init(instant: MonotonicInstant, utc: UTCInstant) {
        self.instant = instant
        self.utc = utc
    }

    package func advanced(by duration: Duration) -> Moment {
        Moment(instant: instant.advanced(by: duration), utc: utc.advanced(by: duration))
    }
}

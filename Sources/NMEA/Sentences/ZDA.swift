package import LocationModel

/// Time and date, with the century.
///
///            1         2  3  4    5  6
///            |         |  |  |    |  |
///     $--ZDA,hhmmss.ss,dd,mm,yyyy,zh,zm*hh
///
///  1 time, UTC · 2-4 day, month and year of the UTC date · 5-6 local zone, which is added to local time to reach UTC
///
/// Reference: IEC 61162-1, 8.3.106.
/// Quirks: some talkers, such as boats' multiplexers, know the time and leave the date empty.
package struct ZDA: Hashable, Sendable {
    /// The time; `nil` while the receiver does not know.
    package var time: TimeOfDay?

    /// The day; `nil` while the receiver does not know.
    package var date: CalendarDate?

    /// Reads the fields, or returns `nil` when there are too few or the time cannot be read.
    @inline(__always)
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        let day = fields.integer(0...31, in: bytes)
        let month = fields.integer(0...12, in: bytes)
        let year = fields.integer(0...9999, in: bytes)
        guard !fields.isTruncated else { return nil }
        if let day, let month, let year {
            date = CalendarDate(year: Int(year), month: Int(month), day: Int(day))
        }
    }
}

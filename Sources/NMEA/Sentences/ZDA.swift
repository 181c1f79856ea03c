package import LocationModel

/// Time and date, with a four-digit year.
///
///            1         2  3  4    5  6
///            |         |  |  |    |  |
///     $--ZDA,hhmmss.ss,dd,mm,yyyy,zh,zm*hh
///
///  1 time, UTC · 2-4 day, month and year of the UTC date · 5-6 local zone: UTC minus local time
///
/// Reference: IEC 61162-1, 8.3.106.
/// Quirks: some talkers, such as boat multiplexers, know the time and leave the date empty.
package struct ZDA: Hashable, Sendable {
    /// The time; `nil` until the receiver knows it.
    package var time: TimeOfDay?

    /// The date; `nil` until the receiver knows it.
    package var date: CalendarDate?

    /// Parses the fields, or returns `nil` if some are missing or the time is malformed.
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

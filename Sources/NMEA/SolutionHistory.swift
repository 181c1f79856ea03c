import LocationModel

/// What one epoch needs to know of those before it.
struct SolutionHistory: Hashable, Sendable {
    private let dates: DateRule

    /// Whether a date that the receiver stated has led to ``time``.
    private var isDated = false

    private var time: UTCInstant?
    private var mode: Fix.Mode?
    private var hasAltitude = false

    /// Creates the history of a stream that has not begun.
    init(dates: DateRule) { self.dates = dates }

    /// Turns a finished draft into an epoch, and remembers what the next one needs.
    ///
    /// All three are used in place where they are: to copy them costs as much as to read a sentence.
    ///
    /// - Parameters:
    ///   - draft: What the sentences said; it is not changed.
    ///   - surroundings: What rare sentences said; it is not changed.
    ///   - fix: Becomes the fix of the epoch, all of it, where there is one.
    /// - Returns: The time, and whether there is a fix.
    @inline(__always)
    mutating func close(
        _ draft: inout EpochDraft,
        _ surroundings: inout EpochSurroundings,
        into fix: inout Fix
    ) -> (time: UTCInstant?, hasFix: Bool) {
        let time = instant(of: &draft, arrival: surroundings.arrival)
        self.time = time ?? self.time
        guard !draft.isVoid, let position = draft.position else { return (time, false) }
        let mode = mode(of: &draft)
        self.mode = mode
        fix.time = time
        fix.coordinate = position.coordinate
        fix.mode = mode
        fix.quality = draft.quality
        fix.accuracy = AccuracyEstimate.accuracy(of: &draft, mode: mode)
        fix.altitudeMeters = draft.altitudeMeters
        fix.geoidSeparationMeters = draft.geoidSeparationMeters
        fix.speedMetersPerSecond = draft.speedMetersPerSecond
        fix.courseDegrees = draft.courseDegrees
        fix.satellitesUsed = draft.satellitesUsed
        fix.horizontalDilution = draft.horizontalDilution
        fix.localDatum = nil
        if let datum = surroundings.datum, datum.localDatum != nil { datum.refer(&fix) }
        return (time, true)
    }

    /// Puts the time of day on its day: the stated one, else that which brings it nearest to the last instant.
    ///
    /// So an epoch at 00:00:00 without a date of its own falls on the new day. Where the receiver has never told a
    /// date, the time of arrival does, if a TAG block told that.
    private mutating func instant(of draft: inout EpochDraft, arrival: UTCInstant?) -> UTCInstant? {
        guard let timeOfDay = draft.time else { return arrival }
        if let midnight = draft.midnight {
            isDated = true
            return dates.resolved(timeOfDay.instant(onDayFrom: midnight))
        }
        guard let last = isDated ? self.time : arrival ?? self.time else { return nil }
        let day: Int64 = 86_400_000_000_000
        var difference = timeOfDay.nanoseconds - last.nanosecondsOfDay
        if difference > day / 2 { difference -= day }
        if difference < -day / 2 { difference += day }
        return last.advanced(by: .nanoseconds(difference))
    }

    /// Says how many coordinates were solved for, as gpsd would.
    ///
    /// GSA says it. Its 2 is overruled where an altitude comes with four satellites (Qualcomm's modems say 2 for ever)
    /// and, held to what gpsd reports, where altitudes have been coming; without either, nothing has changed.
    private mutating func mode(of draft: inout EpochDraft) -> Fix.Mode {
        let hadAltitude = hasAltitude
        hasAltitude = draft.altitudeMeters != nil || hadAltitude
        if draft.dimensions == 3 { return .threeDimensional }
        if draft.altitudeMeters != nil {
            // A receiver that does not count its satellites had enough of them for an altitude.
            return draft.satellitesUsed ?? 4 >= 4 || hadAltitude ? .threeDimensional : .twoDimensional
        }
        return draft.dimensions == 2 ? .twoDimensional : mode ?? .twoDimensional
    }
}

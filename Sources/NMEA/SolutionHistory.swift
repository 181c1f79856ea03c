import LocationModel

/// What one epoch needs to know of those before it.
struct SolutionHistory: Hashable, Sendable {
    private var time: UTCInstant?
    private var mode: Fix.Mode?
    private var hasAltitude = false

    /// Turns a finished draft into an epoch, and remembers what the next one needs.
    mutating func close(_ draft: EpochDraft) -> Epoch {
        let time = instant(of: draft)
        self.time = time ?? self.time
        guard !draft.isVoid, let position = draft.position else { return .noFix(time: time) }
        let mode = mode(of: draft)
        self.mode = mode
        var fix = Fix(
            time: time,
            coordinate: position.coordinate,
            mode: mode,
            quality: draft.quality
        )
        fix.altitudeMeters = draft.altitudeMeters
        fix.geoidSeparationMeters = draft.geoidSeparationMeters
        fix.speedMetersPerSecond = draft.speedMetersPerSecond
        fix.courseDegrees = draft.courseDegrees
        fix.satellitesUsed = draft.satellitesUsed
        fix.horizontalDilution = draft.horizontalDilution
        fix.accuracy = AccuracyEstimate.accuracy(of: draft, mode: mode)
        return .fix(fix)
    }

    /// Puts the time of day on its day: the stated one, else that which brings it nearest to the last instant.
    ///
    /// So an epoch at 00:00:00 without a date of its own falls on the new day.
    private func instant(of draft: EpochDraft) -> UTCInstant? {
        guard let timeOfDay = draft.time else { return nil }
        if let date = draft.date { return timeOfDay.instant(on: date) }
        guard let last = self.time else { return nil }
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
    private mutating func mode(of draft: EpochDraft) -> Fix.Mode {
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

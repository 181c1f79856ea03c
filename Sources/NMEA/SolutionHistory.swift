import LocationModel

/// The state that an epoch inherits from those before it: date, mode and altitude.
struct SolutionHistory: Hashable, Sendable {
    private let dates: DateRule

    /// Whether ``time`` rests on a date that the receiver reported.
    private var isDated = false

    private var time: UTCInstant?
    private var mode: Fix.Mode?
    private var hasAltitude = false

    init(dates: DateRule) { self.dates = dates }

    /// Turns a finished draft into an epoch and remembers what the next one needs.
    ///
    /// The draft and the fix are passed `inout` to avoid copies, each of which costs as much as decoding a sentence.
    ///
    /// - Parameters:
    ///   - draft: The merged sentences; not changed.
    ///   - context: The content of rare sentences; not changed.
    ///   - fix: Set to the fix of the epoch if there is one.
    /// - Returns: The time, and whether there is a fix.
    mutating func close(
        _ draft: inout EpochDraft,
        _ context: inout EpochContext,
        into fix: inout Fix
    ) -> (time: UTCInstant?, hasFix: Bool) {
        let time = instant(of: &draft, arrival: context.arrival)
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
        if let datum = context.datum, datum.localDatum != nil { datum.convertToWGS84(&fix) }
        return (time, true)
    }

    /// Returns the time of day on its day: the reported one, or else the day that brings it nearest to the last
    /// instant.
    ///
    /// An epoch at 00:00:00 without a date therefore falls on the new day. If the receiver has never reported a date,
    /// the arrival time of a TAG block is used.
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

    /// Returns the mode of the solution, as gpsd would.
    ///
    /// GSA has the mode. Its 2 is overridden if the epoch has an altitude and either four satellites (Qualcomm modems
    /// always say 2) or an altitude in an earlier epoch, as in gpsd. Without GSA and altitude the last mode is kept.
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

package import LocationModel

/// The state that an epoch inherits from those before it: date, mode and altitude.
struct SolutionHistory: Sendable {
    private let dates: DateRule

    /// Whether ``time`` rests on a date that the receiver reported.
    private var isDated = false

    private var time: UTCInstant?
    private var mode: Fix.Mode?
    private var hasAltitude = false

    /// The first time with the present date, until that has stayed.
    private var unconfirmedSince: UTCInstant?

    /// A date that does not continue the last one: its distance in days, and the first time that had it.
    private var doubted: (days: Int, since: UTCInstant)?

    private var slow = SlowSentences()

    init(dates: DateRule) { self.dates = dates }

    /// Turns a finished draft, to which slower sentences are added, into its epoch, and returns whether that is a fix.
    ///
    /// A TAG block may tell the `arrival` of its first sentence. The epoch is not returned, and the draft is passed on as
    /// `inout`, because both would be copied otherwise.
    mutating func close(
        _ draft: inout EpochDraft,
        _ datum: DTM?,
        _ tally: SatelliteTally,
        arrival: UTCInstant?,
        into epoch: inout Epoch
    ) -> Bool {
        let time = instant(of: &draft, arrival: arrival)
        self.time = time ?? self.time
        guard !draft.isVoid, let position = draft.position else {
            let satellites = SatelliteCount(used: draft.satellitesUsed, inView: tally.inView)
            epoch = .noFix(time: time, satellites: satellites)
            return false
        }
        slow.complete(&draft)
        let mode = mode(of: &draft)
        self.mode = mode
        var fix = Fix(
            time: time,
            coordinate: position.coordinate,
            mode: mode,
            quality: draft.quality,
            accuracy: draft.accuracy(mode: mode)
        )
        fix.altitudeMeters = draft.details?.altitudeMeters
        fix.geoidSeparationMeters = draft.details?.geoidSeparationMeters
        fix.speedMetersPerSecond = draft.motion?.speedMetersPerSecond
        fix.courseDegrees = draft.motion?.courseDegrees
        fix.satellitesUsed = draft.satellitesUsed
        fix.horizontalDilution = draft.horizontalDilution
        fix.signs = tally.strengths.map { ReceptionSigns(signals: $0) }
        if let datum, datum.localDatum != nil { datum.convertToWGS84(&fix) }
        epoch = .fix(fix)
        return true
    }

    /// Holds what a sentence said that came too late for its epoch.
    mutating func hold(_ late: EpochDraft) {
        if !late.isVoid { slow.hold(late) }
    }

    /// Returns the time of day on its day: the reported one, or else the day that brings it nearest to the last
    /// instant.
    ///
    /// An epoch at 00:00:00 without a date therefore falls on the new day. If the receiver has never reported a date,
    /// the arrival time of a TAG block is used. A first date is used at once, and so is each other one until it has
    /// stayed; then a date that does not continue it is used once that has stayed. The draft is not changed.
    private mutating func instant(of draft: inout EpochDraft, arrival: UTCInstant?) -> UTCInstant? {
        guard let timeOfDay = draft.time else { return arrival }
        let continued = (isDated ? self.time : arrival ?? self.time).map { last in
            timeOfDay.instant(nearestTo: last)
        }
        guard let midnight = draft.midnight else { return continued }
        let stated = dates.resolved(timeOfDay.instant(onDayFrom: midnight))
        guard dates.canBe(stated) else { return continued }
        guard isDated, let continued, let last = self.time,
            0...Self.longestStep ~= last.nanoseconds(to: continued)
        else {
            (isDated, unconfirmedSince, doubted) = (true, stated, nil)
            return stated
        }
        guard continued != stated else {
            if let since = unconfirmedSince, since.nanoseconds(to: stated) >= Self.confirmation {
                unconfirmedSince = nil
            }
            doubted = nil
            return stated
        }
        // At midnight the old date is late rather than a correction.
        guard unconfirmedSince == nil || stated.date == last.date else {
            unconfirmedSince = stated
            return stated
        }
        // Receivers have a wrong date for a second: at midnight, or after a start. One that stays is right.
        let days = stated.date.daysSince1970 - continued.date.daysSince1970
        guard let doubt = doubted, doubt.days == days else {
            doubted = (days, continued)
            return continued
        }
        guard doubt.since.nanoseconds(to: continued) >= Self.confirmation else { return continued }
        doubted = nil
        return stated
    }

    /// The longest step in nanoseconds to the next epoch in a stream that goes on, whose date should go on too.
    private static let longestStep: Int64 = 60_000_000_000

    /// The time in nanoseconds for which a date must stay to be believed.
    private static let confirmation: Int64 = 2_000_000_000

    /// Returns the mode of the solution, as gpsd would.
    ///
    /// GSA has the mode. Its 2 is overridden if the epoch has an altitude and either four satellites (Qualcomm modems
    /// always say 2) or an altitude in an earlier epoch, as in gpsd. Without GSA and altitude the last mode is kept.
    /// The draft is not changed.
    private mutating func mode(of draft: inout EpochDraft) -> Fix.Mode {
        let (hadAltitude, isWithAltitude) = (hasAltitude, draft.details?.altitudeMeters != nil)
        hasAltitude = isWithAltitude || hadAltitude
        if draft.dilutions?.mode == 3 { return .threeDimensional }
        if isWithAltitude {
            // A receiver that does not count its satellites had enough of them for an altitude.
            return draft.satellitesUsed ?? 4 >= 4 || hadAltitude ? .threeDimensional : .twoDimensional
        }
        return draft.dilutions?.mode == 2 ? .twoDimensional : mode ?? .twoDimensional
    }
}

extension TimeOfDay {
    /// Returns this time on the day that brings it nearest to `last`.
    package func instant(nearestTo last: UTCInstant) -> UTCInstant {
        let day: Int64 = 86_400_000_000_000
        var difference = nanoseconds - last.nanosecondsOfDay
        if difference > day / 2 { difference -= day }
        if difference < -day / 2 { difference += day }
        return last.advanced(byNanoseconds: difference)
    }
}

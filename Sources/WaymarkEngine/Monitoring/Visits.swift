package import LocationModel

/// The detector of visits: stays of some minutes within some distance, beyond the errors of the fixes.
///
/// There is one for the machine, whichever apps monitor visits. Fixes a minute apart serve as well as fixes a second
/// apart, so it does not keep receivers on; until a visit has begun, it wants a fix now and then. Time is measured on the
/// receiver's own time line. The dates that it tells are computed from the wall clock at the moment of telling, so a
/// clock that is set right makes them right.
package struct Visits: Equatable, Sendable {
    package struct Settings: Hashable, Codable, Sendable {
        /// The distance from the centre of a place within which the machine counts as there, in metres.
        package var radiusMeters: Double
        package var dwell: Duration

        package init(radiusMeters: Double = 100, dwell: Duration = .seconds(300)) {
            self.radiusMeters = radiusMeters
            self.dwell = dwell
        }

        /// The time over which fixes are joined to one sample.
        var sampleLength: Duration { dwell / Int(Visits.samplesOfStay) }

        /// The 95 % radius above which a fix does not prove presence, in metres.
        var largestErrorMeters: Double { 2 * radiusMeters }

        /// The distance beyond the radius that the fixes of a receiver at rest do not reach, in metres.
        ///
        /// The worst wander seen in 77 h at rest is 175 m.
        var wanderMeters: Double { 1.5 * radiusMeters }
    }

    static let samplesOfStay = 30.0

    /// The longest gap between fixes across which the time of an arrival or departure is known.
    ///
    /// Three times the longest pause of the receivers.
    static let longestUnwatched: Duration = .seconds(15 * 60)

    package private(set) var settings: Settings

    /// The state that must survive a restart; it changes when a stay begins or ends, and every few minutes
    /// during it.
    package private(set) var saved: SavedStay?

    private var visit: StayWindow.Stay?
    private var window = StayWindow()
    private var clock = ReceiverClock()

    /// The latest fix, on the receiver's time line and on the wall clock.
    private var latest: Moment?

    /// The number of fixes in a row that lie clearly outside of the visited place.
    private var clearlyOutside = 0

    /// The first fix outside of the visited place since the last one inside.
    private var outsideSince: MonotonicInstant?

    /// The time when ``saved`` was last computed.
    private var savedAt: MonotonicInstant?

    /// Creates a detector that continues from the stay saved before a restart, if there was one.
    ///
    /// Only the wall clock tells how long ago the saved times were.
    package init(settings: Settings = Settings(), restoring stay: SavedStay? = nil, at now: Moment) {
        self.settings = settings
        saved = stay
        guard let stay else { return }
        func instant(of date: UTCInstant) -> MonotonicInstant {
            now.instant - max(date.duration(to: now.utc), .zero)
        }
        let restored = StayWindow.Stay(
            center: stay.center,
            horizontal68Meters: stay.horizontal68Meters,
            first: instant(of: stay.firstPresence),
            last: instant(of: stay.lastPresence),
            arrivalIsKnown: stay.arrivalIsKnown
        )
        latest = Moment(instant: restored.last, utc: stay.lastPresence)
        savedAt = restored.last
        if stay.isVisit { visit = restored } else { window = StayWindow(restored) }
    }

    package mutating func change(to settings: Settings) { self.settings = settings }

    /// Forgets the stay, and returns whether one was saved.
    mutating func forget() -> Bool {
        defer { saved = nil }
        visit = nil
        window = StayWindow()
        latest = nil
        clearlyOutside = 0
        outsideSince = nil
        savedAt = nil
        return saved != nil
    }

    package var present: Visit? {
        guard let visit, let latest else { return nil }
        return description(of: visit, at: latest, hasEnded: false)
    }

    /// The delay until the next fix is wanted, and the time for which the machine has been seen in its place.
    ///
    /// Fixes a fifth of the dwell apart show nearly every stop. Once there is one, fixes a tenth of the dwell
    /// apart show whether it lasts, and one comes as soon as it has lasted. During a visit a short absence
    /// must not be overlooked; the longer the visit, the less likely is one.
    var nextLook: (after: Duration, seenFor: Duration) {
        if let visit, outsideSince == nil {
            let length = visit.first.duration(to: visit.last)
            return (max(settings.dwell, length) / 5, length)
        }
        guard window.seen > .zero else { return (settings.dwell / 5, .zero) }
        let missing = settings.dwell - window.span
        return (missing > .zero ? min(settings.dwell / 10, missing) : settings.dwell / 10, window.seen)
    }

    /// Considers the next believed fix, and returns the visits that ended or began, in order.
    ///
    /// `observedAt` is its time on the receiver's own time line; dates are computed from the wall clock.
    package mutating func consider(
        _ fix: Fix,
        observedAt: MonotonicInstant,
        wallClock: UTCInstant
    ) -> [Visit] {
        let now = max(clock.advance(to: observedAt), latest?.instant ?? observedAt)
        let moment = Moment(instant: now, utc: wallClock)
        defer {
            latest = moment
            save(at: moment)
        }
        let unwatched = latest.map { $0.instant.duration(to: now) } ?? .zero
        let error = fix.assumedError95Meters
        let provesPresence = error <= settings.largestErrorMeters
        var changes: [Visit] = []
        if let visit {
            let distance = visit.center.distanceMeters(to: fix.coordinate)
            let isOutside = distance > settings.radiusMeters + error
            // After a long gap since it was seen outside, it has left even if it is back.
            if outsideSince != nil, unwatched > Self.longestUnwatched {
                changes.append(depart(from: visit, at: moment))
            } else if !isOutside {
                if provesPresence { stay(with: fix, at: now) }
                return []
            } else {
                let isClearlyOutside = distance > settings.radiusMeters + settings.wanderMeters + error
                clearlyOutside = isClearlyOutside ? clearlyOutside + 1 : 0
                outsideSince = outsideSince ?? now
            }
        }
        if provesPresence || visit != nil {
            window.add(fix, error95Meters: min(error, settings.largestErrorMeters), at: now, settings)
        }
        if let visit,
            clearlyOutside >= 2 || (outsideSince.map { $0.duration(to: now) >= settings.dwell } ?? false)
        {
            changes.append(depart(from: visit, at: moment))
        }
        if visit == nil, let stay = window.stay(settings) {
            visit = stay
            window = StayWindow()
            changes.append(description(of: stay, at: moment, hasEnded: false))
        }
        return changes
    }

    private mutating func stay(with fix: Fix, at now: MonotonicInstant) {
        guard var visit else { return }
        // The middle settles with time, however many fixes come.
        let samples = max(Self.samplesOfStay, visit.first.duration(to: now) / settings.sampleLength)
        let share = min(1, visit.last.duration(to: now) / settings.sampleLength) / samples
        visit.center = visit.center.moved(toward: fix.coordinate, by: share)
        visit.horizontal68Meters += (fix.assumedError68Meters - visit.horizontal68Meters) * share
        visit.last = now
        self.visit = visit
        window = StayWindow()
        clearlyOutside = 0
        outsideSince = nil
    }

    private mutating func depart(from visit: StayWindow.Stay, at now: Moment) -> Visit {
        self.visit = nil
        clearlyOutside = 0
        outsideSince = nil
        window.lastElsewhere = window.lastElsewhere ?? visit.last
        return description(of: visit, at: now, hasEnded: true)
    }

    private func description(of stay: StayWindow.Stay, at now: Moment, hasEnded: Bool) -> Visit {
        Visit(
            center: stay.center,
            horizontal68Meters: stay.horizontal68Meters,
            arrival: stay.arrivalIsKnown ? now.date(of: stay.first) : nil,
            departure: hasEnded ? now.date(of: stay.last) : nil
        )
    }

    /// Updates the saved state, seldom enough for a disk.
    private mutating func save(at now: Moment) {
        let stay: StayWindow.Stay
        if let visit {
            let isNew = saved?.isVisit != true
            guard isNew || (savedAt.map { $0.duration(to: visit.last) >= settings.dwell } ?? true) else {
                return
            }
            stay = visit
        } else if window.span >= settings.dwell / 2, let begun = window.begun {
            guard saved == nil || saved?.isVisit == true else { return }
            stay = begun
        } else {
            saved = nil
            savedAt = nil
            return
        }
        saved = SavedStay(
            center: stay.center,
            horizontal68Meters: stay.horizontal68Meters,
            firstPresence: now.date(of: stay.first),
            lastPresence: now.date(of: stay.last),
            arrivalIsKnown: stay.arrivalIsKnown,
            isVisit: visit != nil
        )
        savedAt = stay.last
    }
}

extension Moment {
    fileprivate func date(of instant: MonotonicInstant) -> UTCInstant {
        utc.advanced(by: self.instant.duration(to: instant))
    }
}

/// A stay of some minutes at one place.
package struct Visit: Hashable, Codable, Sendable {
    package var center: Coordinate

    /// The radius in metres of the circle around it that contains the true position with 68 % probability.
    package var horizontal68Meters: Double

    /// The time of the arrival; `nil` when the machine was there before anybody watched, or came during a long gap.
    package var arrival: UTCInstant?

    /// The time of the departure; `nil` while the visit lasts.
    package var departure: UTCInstant?

    package init(
        center: Coordinate,
        horizontal68Meters: Double,
        arrival: UTCInstant?,
        departure: UTCInstant? = nil
    ) {
        self.center = center
        self.horizontal68Meters = horizontal68Meters
        self.arrival = arrival
        self.departure = departure
    }
}

/// The part of the detector of visits that survives a restart.
package struct SavedStay: Hashable, Codable, Sendable {
    package var center: Coordinate

    /// The radius in metres of the circle around it that contains the true position with 68 % probability.
    package var horizontal68Meters: Double
    package var firstPresence: UTCInstant

    /// The time of the last fix there, at most some minutes before the last one known to the running service.
    package var lastPresence: UTCInstant

    /// Whether the first fix tells the time of the arrival.
    package var arrivalIsKnown: Bool
    package var isVisit: Bool

    package init(
        center: Coordinate,
        horizontal68Meters: Double,
        firstPresence: UTCInstant,
        lastPresence: UTCInstant,
        arrivalIsKnown: Bool,
        isVisit: Bool
    ) {
        self.center = center
        self.horizontal68Meters = horizontal68Meters
        self.firstPresence = firstPresence
        self.lastPresence = lastPresence
        self.arrivalIsKnown = arrivalIsKnown
        self.isVisit = isVisit
    }
}

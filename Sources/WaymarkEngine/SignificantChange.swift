package import LocationModel

/// The detector of significant changes: movement far enough from the last notified place, long enough after it.
///
/// It reads no clock. Every credible fix is compared with the last *notified* place, so that slow movement adds up and
/// repeated small changes do not.
package struct SignificantChange: Hashable, Codable, Sendable {
    /// The criteria of a significant change.
    package struct Settings: Hashable, Codable, Sendable {
        /// The least distance from the last notified place, in metres.
        package var distanceMeters: Double

        /// The least time between two notifications.
        package var interval: Duration

        /// Creates settings.
        package init(distanceMeters: Double = 500, interval: Duration = .seconds(300)) {
            self.distanceMeters = distanceMeters
            self.interval = interval
        }

        /// The distance in metres by which an announced change may fall short of the criterion.
        ///
        /// Smaller doubts never delay a change; larger ones must be settled first.
        var toleranceMeters: Double { distanceMeters / 5 }
    }

    /// The settings in force.
    package private(set) var settings: Settings

    /// The last notified place.
    package private(set) var lastNotified: NotifiedPlace?

    /// The distance in metres from there to the latest credible fix; `nil` until one has come since the start.
    private(set) var distanceMeters: Double?

    private var notifiedAt: MonotonicInstant?
    private var track: SignificantChangeTrack
    private var departure = Departure()
    private var timeLine = TimeLine()

    /// Creates a detector that continues from the place notified before a restart.
    ///
    /// - Parameters:
    ///   - settings: The criteria of a significant change.
    ///   - place: The last notified place, or `nil` when nothing was ever notified.
    ///   - now: The present. Only the wall clock tells how long ago the place was notified, and it may have
    ///     been set since; the remaining interval is therefore capped at the interval.
    package init(settings: Settings = Settings(), restoring place: NotifiedPlace? = nil, at now: Moment) {
        self.settings = settings
        track = SignificantChangeTrack(toleranceMeters: settings.toleranceMeters)
        lastNotified = place
        notifiedAt = place.map { place in
            now.instant - min(max(place.notifiedAt.duration(to: now.utc), .zero), settings.interval)
        }
    }

    /// Returns the time until the next notification is possible; `nil` before the first.
    ///
    /// Up to the latest fix, or to `now` if there is none, it is measured on the receiver's time line, because a recording
    /// may be played fast. `elapsed` is the time since then.
    func remainingInterval(at now: MonotonicInstant, sinceLatest elapsed: Duration = .zero) -> Duration? {
        notifiedAt.map { max(settings.interval - $0.duration(to: timeLine.latest ?? now) - elapsed, .zero) }
    }

    /// Changes the criteria from the next fix on.
    package mutating func change(to settings: Settings) {
        self.settings = settings
        track.toleranceMeters = settings.toleranceMeters
    }

    /// Judges the next fix.
    ///
    /// - Parameters:
    ///   - fix: The position.
    ///   - observedAt: Its time on the receiver's own time line, on which all speeds and intervals are measured.
    ///   - wallClock: The present, which is saved with a notified place.
    ///   - receiverDoubt: The doubt from the receiver's history; a fix in doubt makes no change.
    /// - Returns: The decision with its evidence.
    package mutating func consider(
        _ fix: Fix,
        observedAt: MonotonicInstant,
        wallClock: UTCInstant,
        receiverDoubt: FixDoubt? = nil
    ) -> SignificantChangeVerdict {
        let now = timeLine.advance(to: observedAt)
        if let doubt = track.judge(fix, atSeconds: timeLine.seconds) { return .heldByDoubt(doubt) }
        guard let last = lastNotified else {
            if let receiverDoubt { return .heldByDoubt(receiverDoubt) }
            notify(fix, at: now, wallClock)
            return .firstNotification
        }
        let distance = last.coordinate.distanceMeters(to: fix.coordinate)
        distanceMeters = distance
        if let here = track.latest {
            departure.update(here, distanceMeters: distance, settings: settings)
        }
        guard distance >= settings.distanceMeters else { return .withinDistance(distanceMeters: distance) }
        let error = departure.remaining(ofErrorMeters: last.errorMeters(to: fix))
        guard distance - error >= settings.distanceMeters - settings.toleranceMeters else {
            return .heldByDoubt(.uncertain(distanceMeters: distance, errorMeters: error))
        }
        if let doubt = receiverDoubt ?? departure.doubt { return .heldByDoubt(doubt) }
        let elapsed = notifiedAt.map { $0.duration(to: now) } ?? settings.interval
        guard elapsed >= settings.interval else {
            return .heldByInterval(distanceMeters: distance, remaining: settings.interval - elapsed)
        }
        notify(fix, at: now, wallClock)
        return .significantChange(distanceMeters: distance, from: last, after: elapsed)
    }

    /// Judges a place that the owner stated, which is in no doubt.
    mutating func consider(_ place: StatedPlace, at now: Moment) -> SignificantChangeVerdict {
        let instant = timeLine.advance(to: now.instant)
        guard let last = lastNotified else {
            notify(place.fix, at: instant, now.utc)
            return .firstNotification
        }
        let distance = last.coordinate.distanceMeters(to: place.coordinate)
        guard distance >= settings.distanceMeters else { return .withinDistance(distanceMeters: distance) }
        let elapsed = notifiedAt.map { $0.duration(to: instant) } ?? settings.interval
        guard elapsed >= settings.interval else {
            return .heldByInterval(distanceMeters: distance, remaining: settings.interval - elapsed)
        }
        notify(place.fix, at: instant, now.utc)
        return .significantChange(distanceMeters: distance, from: last, after: elapsed)
    }

    private mutating func notify(_ fix: Fix, at now: MonotonicInstant, _ wallClock: UTCInstant) {
        lastNotified = NotifiedPlace(
            coordinate: fix.coordinate,
            horizontal68Meters: fix.accuracy?.horizontal68Meters,
            horizontal95Meters: fix.accuracy?.horizontal95Meters,
            notifiedAt: wallClock,
            number: (lastNotified?.number ?? 0) + 1
        )
        distanceMeters = 0
        notifiedAt = now
        departure.arrive()
    }
}

extension NotifiedPlace {
    /// Returns the metres by which the distance to `fix` is too long if both places lie at the edges of their circles.
    func errorMeters(to fix: Fix) -> Double {
        (horizontal95Meters ?? Fix.unstatedError95Meters) + fix.assumedError95Meters
    }
}

/// The meaning of a fix for the significant change, with the evidence.
package enum SignificantChangeVerdict: Hashable, Sendable {
    /// The first place is to be announced.
    case firstNotification

    /// A significant change is to be announced.
    case significantChange(distanceMeters: Double, from: NotifiedPlace, after: Duration)

    /// The fix is far enough away, but too soon after the last notification.
    case heldByInterval(distanceMeters: Double, remaining: Duration)

    /// The fix, or the change that it shows, is in doubt.
    case heldByDoubt(FixDoubt)

    /// The fix is not far enough away.
    case withinDistance(distanceMeters: Double)

    /// Whether the fix is believed to be the machine's location, significantly far away or not.
    var believesFix: Bool {
        if case .heldByDoubt(let doubt) = self { !doubt.concernsPlace } else { true }
    }

    /// Whether there is a change to announce.
    package var isNotification: Bool {
        switch self {
        case .firstNotification, .significantChange: true
        default: false
        }
    }
}

package import LocationModel

/// Decides when the machine has moved far enough, long enough after the last time, to tell everybody.
///
/// Pure: it reads no clock. Every credible fix is compared with the last *notified* place, so that slow
/// movement adds up and repeated small changes do not.
package struct SignificantChange: Hashable, Sendable {
    /// What counts as a significant change.
    package struct Settings: Hashable, Sendable {
        /// Metres from the last notified place.
        package var distanceMeters: Double

        /// The least time between two notifications.
        package var interval: Duration

        /// Creates settings.
        package init(distanceMeters: Double = 500, interval: Duration = .seconds(300)) {
            self.distanceMeters = distanceMeters
            self.interval = interval
        }

        /// Metres by which a change may truly be shorter than the distance and still be told with a good conscience.
        ///
        /// Doubts smaller than this never delay a change; larger ones must be settled first.
        var toleranceMeters: Double { distanceMeters / 5 }
    }

    /// The settings in force.
    package private(set) var settings: Settings

    /// The place that everybody was told last.
    package private(set) var lastNotified: NotifiedPlace?

    /// Metres from there to the latest credible fix; `nil` until one has come since the start.
    private(set) var distanceMeters: Double?

    private var notifiedAt: MonotonicInstant?
    private var track: SignificantChangeTrack
    private var departure = Departure()
    private var timeLine = TimeLine()

    /// Creates a detector that goes on from what was told before a restart.
    ///
    /// - Parameters:
    ///   - settings: What counts as a significant change.
    ///   - place: The place notified last, or `nil` when nothing was ever notified.
    ///   - now: The present. How long ago the place was notified is known by the wall clock only, which may have
    ///     been set since; so the rest of the interval is at most the interval.
    package init(settings: Settings = Settings(), restoring place: NotifiedPlace? = nil, at now: Moment) {
        self.settings = settings
        track = SignificantChangeTrack(toleranceMeters: settings.toleranceMeters)
        lastNotified = place
        notifiedAt = place.map { place in
            now.instant - min(max(place.notifiedAt.duration(to: now.utc), .zero), settings.interval)
        }
    }

    /// When the next notification may be made at the earliest; `nil` before the first.
    package var intervalEnd: MonotonicInstant? {
        notifiedAt.map { $0 + settings.interval }
    }

    /// Changes what counts as significant, from the next fix on.
    package mutating func change(to settings: Settings) {
        self.settings = settings
        track.toleranceMeters = settings.toleranceMeters
    }

    /// Judges the next fix.
    ///
    /// - Parameters:
    ///   - fix: The position.
    ///   - observedAt: Its place on the receiver's own time line, on which all speeds and intervals are measured.
    ///   - wallClock: The present, which goes into what is remembered over restarts.
    ///   - receiverDoubt: Why, by the past of its receiver, the fix is given to nobody; then it makes no change either.
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

    private mutating func notify(_ fix: Fix, at now: MonotonicInstant, _ wallClock: UTCInstant) {
        lastNotified = NotifiedPlace(
            coordinate: fix.coordinate,
            horizontal95Meters: fix.accuracy?.horizontal95Meters,
            notifiedAt: wallClock
        )
        distanceMeters = 0
        notifiedAt = now
        departure.arrive()
    }
}

extension NotifiedPlace {
    /// Metres by which the distance to `fix` is too long if both places lie at the edges of their circles.
    func errorMeters(to fix: Fix) -> Double {
        (horizontal95Meters ?? Fix.unstatedError95Meters) + fix.assumedError95Meters
    }
}

/// What a fix means for the significant change, with the evidence.
package enum SignificantChangeVerdict: Hashable, Sendable {
    /// The first place ever is to be told.
    case firstNotification

    /// A significant change is to be told.
    case significantChange(distanceMeters: Double, from: NotifiedPlace, after: Duration)

    /// Far enough away, but too soon after the last notification.
    case heldByInterval(distanceMeters: Double, remaining: Duration)

    /// The fix, or the change that it shows, is not believed yet.
    case heldByDoubt(FixDoubt)

    /// Not far enough away.
    case withinDistance(distanceMeters: Double)

    /// Whether the machine is taken to be where the fix says, significantly far away or not.
    var believesFix: Bool {
        if case .heldByDoubt(let doubt) = self { !doubt.concernsPlace } else { true }
    }

    /// Whether there is something to tell.
    package var isNotification: Bool {
        switch self {
        case .firstNotification, .significantChange: true
        default: false
        }
    }
}

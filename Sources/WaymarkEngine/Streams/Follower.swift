import LocationModel

/// An open stream of an app's locations, headings or beacons, and what it was told last.
struct Follower: Equatable, Sendable {
    enum Permission: Equatable {
        case given(AccuracyAuthorization)

        case withheld(LocationAbsence)

        /// Nothing: under reduced accuracy, a heading or a beacon would tell too much.
        case tooExact
    }

    enum Outcome {
        case filtered
        case told
        case paused(restedFor: Duration)
        case resumed(after: Duration)
    }

    let app: AppKey
    let kind: Followed
    let since: MonotonicInstant

    /// The permission that the stream was last told of; `nil` before.
    private(set) var permission: Permission?

    /// Whether the last element had a location or heading.
    private(set) var hasValue = false

    /// The cause of the missing location that the stream was last told.
    private(set) var cause: UnknownLocationCause?
    var recordedAccuracy: AccuracyAuthorization?

    /// The area that was told last, under reduced accuracy.
    private(set) var area: ReducedArea?

    /// The start of the pause; `nil` while updates go on.
    private var pausedSince: MonotonicInstant?

    private var place: Coordinate?
    private var dueAt: MonotonicInstant?
    private var heading: Heading?
    private var toldBeacons: BeaconUpdate?

    var isGiven: Bool { if case .given = permission { true } else { false } }
    var isOfLocations: Bool { if case .location = kind { true } else { false } }
    var isOfHeadings: Bool { if case .heading = kind { true } else { false } }

    var beaconCondition: BeaconCondition? {
        if case .beacons(let condition) = kind { condition } else { nil }
    }

    init(of app: AppKey, _ kind: Followed, since: MonotonicInstant) {
        self.app = app
        self.kind = kind
        self.since = since
    }

    /// The need for fixes, with the accuracy that the app is authorized for.
    func want(_ accuracy: AccuracyAuthorization) -> Want {
        guard case .location(let request) = kind else { return .everyFix }
        if accuracy == .reduced { return .significantChanges }
        // A fix a minute shows that the machine moves again.
        return pausedSince == nil ? request.want : .fixes(every: Self.lookInterval, withinMeters: 0)
    }

    private static let lookInterval: Duration = .seconds(60)

    /// Whether the silence of the receivers is news for the stream.
    var noticesSilence: Bool { isOfLocations && hasValue && pausedSince == nil && area == nil }

    /// The limits of each location that the stream is given.
    var limits: [LiveDiagnostic] { permission == .given(.reduced) ? [.accuracyLimited] : [] }

    /// Records what the stream may get from now on; what it was told before no longer counts.
    mutating func begin(_ permission: Permission) {
        switch permission {
        case .given, .withheld(.insufficientlyInUse): break
        case .withheld, .tooExact: recordedAccuracy = nil
        }
        let recorded = recordedAccuracy
        self = Follower(of: app, kind, since: since)
        self.permission = permission
        recordedAccuracy = recorded
    }

    mutating func lose(because cause: UnknownLocationCause?) {
        hasValue = false
        self.cause = cause
    }

    // MARK: Values

    /// Filters a believed fix, with full accuracy.
    mutating func filter(_ fix: Fix, restingSince: MonotonicInstant?, at now: MonotonicInstant) -> Outcome {
        guard case .location(let request) = kind else { return .filtered }
        let rest = max(restingSince ?? now, since).duration(to: now)
        let isResting = request.activity.restBeforePause.map { rest >= $0 } ?? false
        if let pausedSince {
            guard !isResting else { return .filtered }
            self.pausedSince = nil
            tell(fix, request, at: now)
            return .resumed(after: pausedSince.duration(to: now))
        }
        if isResting {
            pausedSince = now
            tell(fix, request, at: now)
            return .paused(restedFor: rest)
        }
        guard !hasValue || isDue(fix, request, at: now) else { return .filtered }
        tell(fix, request, at: now)
        return .told
    }

    private func isDue(_ fix: Fix, _ request: FollowRequest, at now: MonotonicInstant) -> Bool {
        if let interval = request.minimumInterval, let dueAt, now < dueAt - interval / Self.toleranceShare {
            return false
        }
        guard let distance = request.distanceFilterMeters, let place else { return true }
        return place.distanceMeters(to: fix.coordinate) >= distance
    }

    /// The part of an interval by which a fix may be early: receivers do not report at exact intervals.
    private static let toleranceShare = 10

    private mutating func tell(_ fix: Fix, _ request: FollowRequest, at now: MonotonicInstant) {
        hasValue = true
        cause = nil
        place = fix.coordinate
        if let interval = request.minimumInterval {
            // An early fix is made up for by the next interval, so that the average is never too short.
            dueAt = max(dueAt ?? now, now - interval / Self.toleranceShare) + interval
        }
    }

    mutating func filter(_ area: ReducedArea) -> Outcome {
        guard !hasValue || area != self.area else { return .filtered }
        hasValue = true
        cause = nil
        self.area = area
        return .told
    }

    /// Filters a heading, and returns whether it is told.
    mutating func filter(_ heading: Heading) -> Bool {
        guard case .heading(let filter) = kind else { return false }
        if hasValue, let last = self.heading, let turned = heading.degrees(from: last), turned < filter {
            return false
        }
        hasValue = true
        self.heading = heading
        return true
    }

    /// Filters the beacons in range, and returns whether they are told.
    mutating func filter(_ update: BeaconUpdate) -> Bool {
        guard update != toldBeacons else { return false }
        hasValue = update.diagnostics.isEmpty
        toldBeacons = update
        return true
    }

    /// The pause that receivers may make for this stream after a believed fix.
    ///
    /// - Returns: The time until the next location is due, and the metres that the machine may move before; `nil` if the
    ///   stream needs every fix.
    func reserve(after fix: Fix, at now: MonotonicInstant) -> (time: Duration, meters: Double)? {
        guard permission == .given(.full), case .fixes(let interval, let slack, _) = want(.full) else {
            return nil
        }
        if pausedSince != nil { return (interval, 0) }
        let moved = place.map { $0.distanceMeters(to: fix.coordinate) } ?? 0
        return (dueAt.map { max(now.duration(to: $0), .zero) } ?? .zero, max(0, slack - moved))
    }
}

extension Followed {
    var decision: FollowerDecision {
        switch self {
        case .location(let request): .followsLocation(request)
        case .heading(let filter): .followsHeading(filterDegrees: filter)
        case .beacons(let condition): .followsBeacons(condition)
        }
    }

    func event(
        _ limits: [LiveDiagnostic],
        _ absence: LocationAbsence? = nil,
        hasAgent: Bool? = nil
    ) -> FollowerEvent {
        let isAsked = absence == .notDetermined(isAsked: true)
        let update = LocationUpdate(limits: limits, absence: absence, hasAgent: isAsked ? hasAgent : nil)
        return switch self {
        case .location: .location(update)
        case .heading: .heading(HeadingUpdate(diagnostics: update.diagnostics))
        case .beacons: .beacons(BeaconUpdate(diagnostics: update.diagnostics))
        }
    }
}

extension Heading {
    /// Returns the angle in degrees, in `0...180`, from another heading; `nil` if they have no north in common.
    fileprivate func degrees(from other: Heading) -> Double? {
        let pairs = [(trueDegrees, other.trueDegrees), (magneticDegrees, other.magneticDegrees)]
        guard
            let (here, there) = pairs.lazy.compactMap({ here, there in
                here.flatMap { here in there.map { (here, $0) } }
            }).first
        else { return nil }
        return abs((here - there).remainder(dividingBy: 360))
    }
}

import LocationModel

/// The machine's place: the receivers and which of them is followed, the believed fix, the last significant
/// change, the area for reduced accuracy, and the place that the owner states.
///
/// It knows of no app. The engine carries what its methods return to those whom a fix concerns.
struct Positioning: Equatable, Sendable {
    let receiverNames: [String]

    /// The latest believed fix, and the choice of the receiver that provides it.
    private(set) var fixes: FixSelection
    private(set) var doubt: FixDoubt?
    private(set) var trust = TrustVerdict.trusted

    /// The time of the latest fix on its receiver's own time line.
    private(set) var lastObservedAt: MonotonicInstant?

    private(set) var receivers: ReceiverTable<ReceiverRecord>
    private var significantChange: SignificantChange
    private(set) var reducedLocation: ReducedLocation
    private var rest = Rest()
    private let startedAt: MonotonicInstant

    /// The place that the owner stated in a call; it survives a restart.
    private(set) var statedInCall: StatedPlace?
    private var statedPlaceUse = StatedPlaceUse()
    private var lastChangeAt: MonotonicInstant?

    /// The time at which a fix or the stated place was last judged.
    private var lastJudgedAt: MonotonicInstant?

    /// The kind of doubt or delay recorded last; a lasting one is recorded once.
    private var recordedVerdict: RecordedVerdict?

    private enum RecordedVerdict {
        case held
        case doubted
    }
    private var addressOnly = AddressOnly()

    init(
        settings: EngineSettings,
        state: SavedState,
        receiverNames: [String],
        receiverRanks: [Int],
        secret: NumberingSecret?,
        at now: Moment
    ) {
        self.receiverNames = receiverNames
        fixes = FixSelection(ranks: receiverRanks)
        receivers = ReceiverTable(initial: ReceiverRecord(since: now.instant))
        significantChange = SignificantChange(
            settings: settings.significantChange,
            restoring: state.lastNotifiedPlace,
            at: now
        )
        reducedLocation = ReducedLocation(secret, restoring: state.reducedArea, at: now.instant)
        startedAt = now.instant
        statedInCall = state.statedPlace
    }

    mutating func change(to settings: EngineSettings) {
        significantChange.change(to: settings.significantChange)
    }

    /// The time at which ``computeArea(_:)`` or ``updateStatedPlace(_:)`` has something to do.
    func deadline(_ turn: Turn) -> MonotonicInstant? {
        .earliest(reducedLocation.nextChange(from: latestPlace(turn)), statedPlaceDeadline(turn))
    }

    // MARK: Receivers

    private var records: [ReceiverRecord] { receiverNames.indices.map { receivers[ReceiverIdentifier($0)] } }

    /// Whether a receiver is there that can give a position, now or later.
    var someReceiverCanGive: Bool {
        records.contains {
            switch $0.state {
            case .absent, .ended: false
            case .off, .connecting, .acquiring, .fixed, .lost: true
            }
        }
    }

    var someReceiverHasFix: Bool { records.contains { $0.state == .fixed } }

    private func name(of receiver: ReceiverIdentifier) -> String {
        receiverNames.indices.contains(receiver.rawValue) ? receiverNames[receiver.rawValue] : "?"
    }

    /// Records a receiver's state, and returns whether anything has changed.
    ///
    /// A state that follows from a need is recorded about `need`, like the decision about that need.
    mutating func record(
        _ state: ReceiverState,
        of receiver: ReceiverIdentifier,
        following need: JournalSubject,
        _ turn: inout Turn
    ) -> Bool {
        fixes.record(state, of: receiver, at: turn.now.instant)
        guard let news = receivers[receiver].change(to: state, at: turn.now.instant) else { return false }
        // A server that is away for a week would fill the journal with one message.
        if news == .state {
            turn.record(
                .position(.receiver(receiver, receiver: name(of: receiver), state)),
                about: state.followsFromNeed ? need : .everybody
            )
        }
        turn.emit(.tellReceiver(receiver, state))
        return true
    }

    mutating func record(_ heading: Heading, of receiver: ReceiverIdentifier, _ turn: Turn) {
        receivers[receiver].record(heading, at: turn.now.instant)
    }

    /// Records the satellites of a receiver without a position, and returns whether nothing was known of them before.
    mutating func record(_ satellites: SatelliteCount, of receiver: ReceiverIdentifier) -> Bool {
        receivers[receiver].record(satellites)
    }

    /// Returns the present direction of the bow in degrees clockwise from true north, or from magnetic north if no more
    /// is known; `nil` without a compass.
    func bowDegrees(_ turn: Turn) -> Double? {
        let fresh = records.filter {
            $0.headingAt.map { $0.duration(to: turn.now.instant) < .seconds(5) } ?? false
        }
        return fresh.lazy.compactMap { $0.heading.flatMap { $0.trueDegrees ?? $0.magneticDegrees } }.first
    }

    // MARK: Fixes

    struct JudgedFix {
        let fix: Fix

        /// The time on the receiver's own time line.
        let observedAt: MonotonicInstant

        /// Whether the machine is believed to be there; a fix in doubt is given to no consumer, whatever its purpose.
        let isBelieved: Bool

        fileprivate(set) var givesAnotherArea = false
        fileprivate let verdict: SignificantChangeVerdict
        fileprivate let receiverDoubt: FixDoubt?

        var isSignificantChange: Bool { verdict.isNotification }
    }

    /// Judges a receiver's fix; returns `nil` if another receiver is followed.
    ///
    /// Receivers have been on for `listened`.
    mutating func judge(
        _ fix: Fix,
        from receiver: ReceiverIdentifier,
        observedAt: MonotonicInstant,
        listenedFor listened: Duration,
        _ turn: inout Turn
    ) -> JudgedFix? {
        let now = turn.now
        receivers[receiver].lastFixAt = now.instant
        let choice = fixes.add(fix, from: receiver, observedAt: observedAt, at: now.instant)
        // With a single receiver the choice is obvious and not worth recording.
        if let change = choice.change, receiverNames.count > 1 {
            let earlier = change.earlier.map { name(of: $0) }
            turn.record(.position(.followed(change, receiver: name(of: receiver), earlier: earlier)))
            for receiver in [change.earlier, receiver].compactMap(\.self) {
                turn.emit(.tellReceiver(receiver, receivers[receiver].state))
            }
        }
        guard choice.isFollowed else { return nil }
        lastObservedAt = observedAt
        lastJudgedAt = now.instant
        var fix = fix
        fix.trust = choice.verdict.trust
        follow(choice.verdict, of: receiver, &turn)
        let verdict = significantChange.consider(
            fix,
            observedAt: observedAt,
            wallClock: now.utc,
            listenedFor: listened,
            receiverDoubt: choice.doubt
        )
        var judged = JudgedFix(
            fix: fix,
            observedAt: observedAt,
            isBelieved: verdict.believesFix && choice.doubt == nil,
            verdict: verdict,
            receiverDoubt: choice.doubt
        )
        guard judged.isBelieved else { return judged }
        fixes.believe(fix, at: now.instant)
        statedPlaceUse.searchingSince = now.instant
        if statedPlaceUse.end() { turn.record(.position(.statedPlace(step: .replacedByFix))) }
        judged.givesAnotherArea = recordArea(of: fix, &turn)
        rest.record(fix, at: now.instant)
        return judged
    }

    private mutating func follow(_ verdict: TrustVerdict, of receiver: ReceiverIdentifier, _ turn: inout Turn)
    {
        let earlier = trust.trust
        trust = verdict
        if verdict.trust == .contradicted { fixes.withdrawDoubtful() }
        guard verdict.trust != earlier else { return }
        turn.record(.position(.trustChanged(verdict, earlierTrust: earlier, receiver: name(of: receiver))))
    }

    enum News {
        case significantChange

        /// The fix is in doubt, and the one before was not.
        case doubt
    }

    /// Commits and records what a judged fix means for the significant change.
    mutating func conclude(_ judged: JudgedFix, _ turn: inout Turn) -> News? {
        let recorded = recordedVerdict
        recordedVerdict = nil
        doubt = nil
        switch judged.verdict {
        case .significantChange(let distance, let elapsed):
            recordChange(distanceMeters: distance, after: elapsed, &turn)
            return .significantChange
        case .heldByInterval(let distance, let remaining):
            recordedVerdict = .held
            if recorded != .held {
                turn.record(.position(.changeHeld(distanceMeters: distance, remaining: remaining)))
            }
            return nil
        case .withinDistance: doubt = judged.receiverDoubt
        case .heldByDoubt(let held): doubt = held
        }
        guard let doubt else { return nil }
        recordedVerdict = .doubted
        guard recorded != .doubted else { return nil }
        turn.record(.position(.fixHeld(doubt: doubt)))
        return .doubt
    }

    private mutating func recordChange(
        distanceMeters: Double?,
        after elapsed: Duration?,
        _ turn: inout Turn
    ) {
        guard let place = significantChange.lastNotified else { return }
        lastChangeAt = turn.now.instant
        turn.commit(.lastNotifiedPlace(place))
        turn.record(.position(.significantChange(distanceMeters: distanceMeters, elapsed: elapsed)))
    }

    var lastNotified: NotifiedPlace? { significantChange.lastNotified }

    /// The number of the latest significant change; 0 before the first.
    var changeNumber: UInt64 { lastNotified?.number ?? 0 }

    /// Returns the distance left to the next significant change, and the time until it may be announced.
    func nextChange(_ turn: Turn) -> (meters: Double, interval: Duration)? {
        significantChange.distanceMeters.map {
            (
                turn.settings.significantChange.distanceMeters - $0,
                significantChange.remainingInterval(at: turn.now.instant) ?? .zero
            )
        }
    }

    /// The start of the machine's rest; `nil` before the first fix.
    var restingSince: MonotonicInstant? { rest.since }

    /// The age of the last significant change, if any; the wall clock measures one from before the start.
    func lastChangeAge(at now: Moment) -> Duration? {
        lastChangeAt.map { $0.duration(to: now.instant) }
            ?? lastNotified.map { max($0.notifiedAt.duration(to: now.utc), .zero) }
    }

    /// Returns the time until the next significant change may be announced; `nil` when none ever was.
    func remainingInterval(_ turn: Turn) -> Duration? {
        let elapsed = lastJudgedAt?.duration(to: turn.now.instant) ?? .zero
        return significantChange.remainingInterval(at: turn.now.instant, sinceLatest: elapsed)
    }

    // MARK: The machine's place

    /// The machine's location: the latest believed fix, unless it is too old, or else the stated place while it is used.
    func freshFix(_ turn: Turn) -> FixSelection.Received? {
        fixes.fresh(at: turn.now.instant, lifetime: turn.settings.fixLifetime) ?? usedStatedPlace(turn)
    }

    /// The latest believed fix, however old, or the stated place while it is used.
    func latestPlace(_ turn: Turn) -> FixSelection.Received? { usedStatedPlace(turn) ?? fixes.latest }

    /// Whether the receiver that gave the machine's location was trusted; `nil` for the stated place.
    var trustOfPlace: Trust? { statedPlaceUse.place == nil ? fixes.latest?.fix.trust : nil }

    private func usedStatedPlace(_ turn: Turn) -> FixSelection.Received? {
        statedPlaceUse.place.map { FixSelection.Received(fix: $0.fix, receivedAt: turn.now.instant) }
    }

    func location(
        _ received: FixSelection.Received,
        _ accuracy: AccuracyAuthorization,
        _ turn: Turn
    ) -> (fix: Fix, age: Duration) {
        guard accuracy == .reduced else {
            return (received.fix, received.receivedAt.duration(to: turn.now.instant))
        }
        let (fix, fixedAt) = reducedLocation.location(for: received)
        return (fix, min(fixedAt, received.receivedAt).duration(to: turn.now.instant))
    }

    /// The longest age of a place for a new follower, and the speed in metres per second at which its error
    /// grows: that of a car on a motorway.
    private static let (longestAge, growth): (Duration, Double) = (.seconds(3600), 36)

    /// Returns the last known place, with its age and an accuracy that allows for it; `nil` if none is of
    /// use.
    ///
    /// Under reduced accuracy it is the last area that was given, and no other.
    func lastPlace(_ accuracy: AccuracyAuthorization, _ turn: Turn) -> (fix: Fix, age: Duration)? {
        let received =
            accuracy == .reduced
            ? reducedLocation.last.map { FixSelection.Received(fix: $0.fix, receivedAt: $0.fixedAt) }
            : fixes.latest
        guard let received else { return nil }
        // A place that the owner has withdrawn no longer counts.
        if received.fix.source == .stated, statedPlaceUse.place == nil { return nil }
        let age = received.receivedAt.duration(to: turn.now.instant)
        guard age <= Self.longestAge, let known = received.fix.accuracy else { return nil }
        var fix = Fix(time: received.fix.time, coordinate: received.fix.coordinate, accuracy: known)
        let meters = max(age.inSeconds, 0) * Self.growth
        fix.accuracy?.horizontal68Meters += meters
        fix.accuracy?.horizontal95Meters += meters
        fix.accuracy?.vertical68Meters = nil
        (fix.quality, fix.trust, fix.origin) = (received.fix.quality, received.fix.trust, received.fix.origin)
        return (fix, age)
    }

    // MARK: Areas

    /// Computes the area when it is due, and returns whether it has changed.
    mutating func computeArea(_ turn: inout Turn) -> Bool {
        let (latest, change, now) = (latestPlace(turn), changeNumber, turn.now.instant)
        return changeArea(&turn) { $0.computeIfDue(from: latest, change: change, at: now) }
    }

    /// Computes the area anew if it was computed during a pause that ends, of which nothing is told later; returns whether
    /// it is another one.
    mutating func computeArea(afterPauseSince beganAt: UTCInstant, _ turn: inout Turn) -> Bool {
        let start = turn.now.instant - max(beganAt.duration(to: turn.now.utc), .zero)
        let (fresh, change) = (freshFix(turn), changeNumber)
        return changeArea(&turn) { $0.replace(computedSince: start, from: fresh, change: change) }
    }

    /// Records a believed place, and returns whether the area has changed.
    private mutating func recordArea(of fix: Fix, _ turn: inout Turn) -> Bool {
        let received = FixSelection.Received(fix: fix, receivedAt: turn.now.instant)
        let change = changeNumber
        return changeArea(&turn) { $0.record(received, change: change) }
    }

    private mutating func changeArea(
        _ turn: inout Turn,
        _ change: (inout ReducedLocation) -> Bool
    ) -> Bool {
        let before = reducedLocation.lastArea
        let isAnother = change(&reducedLocation)
        if let area = reducedLocation.lastArea, area != before { turn.commit(.reducedArea(area)) }
        return isAnother
    }

    // MARK: The stated place

    /// The place that the owner stated: in a call, or else in the configuration.
    func statedPlace(_ turn: Turn) -> StatedPlace? { statedInCall ?? turn.settings.statedPlace }

    var statedPlaceIsUsed: Bool { statedPlaceUse.place != nil }

    /// States the machine's place or, with `nil`, withdraws it.
    mutating func statePlace(_ place: StatedPlace?, _ turn: inout Turn) {
        guard statedInCall != place else { return }
        statedInCall = place
        turn.commit(.statedPlace(place))
        turn.record(.position(.statedPlace(step: place.map { .stated(origin: $0.origin) } ?? .withdrawn)))
    }

    struct StatedPlaceNews {
        var begun: StatedPlace?
        var isSignificantChange = false
        var givesAnotherArea = false
    }

    /// Starts or ends the use of the stated place when its time has come, and announces it as a significant change.
    mutating func updateStatedPlace(_ turn: inout Turn) -> StatedPlaceNews {
        var news = StatedPlaceNews()
        let now = turn.now.instant
        guard let place = statedPlace(turn) else {
            stopUsingStatedPlace(&turn)
            return news
        }
        if statedPlaceUse.place == place {
            let isDue = statedPlaceUse.announcesAt.map { $0 <= now } ?? false
            news.isSignificantChange = isDue && announce(place, &turn)
            return news
        }
        // A place that is stated anew replaces the one in use at once.
        guard let due = statedPlaceDue(turn) ?? statedPlaceUse.since, due <= now else { return news }
        let searched = statedPlaceUse.searchingSince.map { $0.duration(to: now) }
        (statedPlaceUse.place, statedPlaceUse.since) = (place, now)
        turn.record(.position(.statedPlace(step: .used(origin: place.origin, searched: searched))))
        news.begun = place
        news.givesAnotherArea = recordArea(of: place.fix, &turn)
        news.isSignificantChange = announce(place, &turn)
        return news
    }

    /// Announces the stated place if it is a significant change and the interval has passed; returns whether it was.
    private mutating func announce(_ place: StatedPlace, _ turn: inout Turn) -> Bool {
        statedPlaceUse.announcesAt = nil
        lastJudgedAt = turn.now.instant
        switch significantChange.consider(place, at: turn.now) {
        case .significantChange(let distance, let elapsed):
            recordChange(distanceMeters: distance, after: elapsed, &turn)
            return true
        case .heldByInterval(let distance, let remaining):
            turn.record(.position(.changeHeld(distanceMeters: distance, remaining: remaining)))
            statedPlaceUse.announcesAt = turn.now.instant + remaining
            return false
        case .heldByDoubt, .withinDistance: return false
        }
    }

    /// Records that receivers search from now on, unless they do already.
    mutating func beginSearch(_ turn: Turn) {
        statedPlaceUse.searchingSince = statedPlaceUse.searchingSince ?? turn.now.instant
    }

    mutating func endSearch() { statedPlaceUse.searchingSince = nil }

    /// Ends the search because nobody wants a location, and the use of the stated place if there are
    /// receivers at all.
    mutating func endUse(_ turn: inout Turn) {
        endSearch()
        if !receiverNames.isEmpty { stopUsingStatedPlace(&turn) }
    }

    private mutating func stopUsingStatedPlace(_ turn: inout Turn) {
        if statedPlaceUse.end() { turn.record(.position(.statedPlace(step: .unused))) }
    }

    /// The time at which the next step with the stated place is due.
    private func statedPlaceDeadline(_ turn: Turn) -> MonotonicInstant? {
        guard statedPlace(turn) != nil else { return nil }
        return statedPlaceUse.place == nil ? statedPlaceDue(turn) : statedPlaceUse.announcesAt
    }

    private func statedPlaceDue(_ turn: Turn) -> MonotonicInstant? {
        if receiverNames.isEmpty { return startedAt }
        return statedPlaceUse.searchingSince.map { $0 + turn.settings.statedPlaceAfter }
    }

    /// The time until the stated place stands in for a fix, if somebody waits for one from now on.
    func waitForStatedPlace(receiversAreOn: Bool, _ turn: Turn) -> Duration? {
        guard statedPlace(turn) != nil else { return nil }
        return receiversAreOn
            ? statedPlaceDeadline(turn).map { max(turn.now.instant.duration(to: $0), .zero) }
            : turn.settings.statedPlaceAfter
    }

    // MARK: Why there is nothing

    /// Returns why no receiver has given a believed fix since `start`.
    func causeOfUnknownLocation(since start: MonotonicInstant, _ turn: Turn) -> UnknownLocationCause {
        let known = records
        if let doubt, doubt.concernsPlace,
            known.contains(where: { $0.lastFixAt.map { $0 >= start } ?? false })
        {
            return .inDoubt(doubt: doubt)
        }
        guard let nearest = known.indices.max(by: { known[$0].state.nearness < known[$1].state.nearness })
        else {
            return .noReceiver
        }
        let record = known[nearest]
        return .receiver(
            receiver: receiverNames[nearest],
            record.state,
            since: record.since.duration(to: turn.now.instant),
            satellites: record.satellites
        )
    }

    func causeOfMissingFix(_ turn: Turn) -> UnknownLocationCause {
        causeOfUnknownLocation(since: turn.now.instant - turn.settings.fixLifetime, turn)
    }

    /// Returns why the machine cannot give a feature now; `nil` if it can.
    ///
    /// Beacons need no receiver of positions.
    func obstacle(to feature: LocationFeature, _ turn: Turn) -> AvailabilityObstacle? {
        let hasStatedPlace = statedPlace(turn) != nil
        switch feature {
        // A place that is stated anew may be a significant change, and lies in regions.
        case .location, .significantChanges, .regions: return hasStatedPlace ? nil : obstacleToReception
        case .visits:
            return obstacleToReception.map {
                hasStatedPlace && $0 != .receiversUntried ? .placeIsStated : $0
            }
        case .heading: return obstacleToHeading(turn) { $0.trueDegrees ?? $0.magneticDegrees }
        case .beacons: return nil
        }
    }

    /// Returns why the machine lacks a capability that a manifest can require; `nil` if it has it.
    func obstacle(to capability: DeviceCapability, _ turn: Turn) -> AvailabilityObstacle? {
        switch capability {
        case .locationServices: return obstacle(to: LocationFeature.location, turn)
        case .gps: return obstacleToReception
        case .magnetometer:
            let obstacle = obstacleToHeading(turn, \.magneticDegrees)
            guard obstacle == .noHeading, self.obstacle(to: LocationFeature.heading, turn) == nil else {
                return obstacle
            }
            return .noMagneticHeading
        }
    }

    /// Returns the availability of a feature or capability with this obstacle, or with none.
    ///
    /// It is certain that there is no compass once receivers were on for ``longestCompassSilence``. The time
    /// itself is told to nobody: programs without permission could tell from it when others use the location.
    func availability(despite obstacle: AvailabilityObstacle?, _ turn: Turn) -> Availability {
        switch obstacle {
        case nil: .available
        case .receiversUntried: .unknown
        case .noHeading:
            records.contains { $0.onTime(at: turn.now.instant) >= Self.longestCompassSilence }
                ? .unavailable : .unknown
        default: .unavailable
        }
    }

    /// The time on after which a receiver without a heading counts as one without a compass.
    ///
    /// Compasses report once a second or more often, but a serial line may take a while to be found.
    private static let longestCompassSilence: Duration = .seconds(60)

    /// Returns the capabilities that an app requires and this machine certainly lacks, in the order of declaration.
    func missingCapabilities(of manifest: AppManifest, _ turn: Turn) -> [MissingCapability] {
        manifest.requiredCapabilities.sorted().compactMap { capability in
            guard let obstacle = obstacle(to: capability, turn),
                availability(despite: obstacle, turn) == .unavailable
            else { return nil }
            return MissingCapability(capability: capability, obstacle: obstacle)
        }
    }

    private var obstacleToReception: AvailabilityObstacle? {
        guard !receiverNames.isEmpty else { return .noReceiver }
        // A receiver that is off counts as when it was last on. A configured one need not be there: the usual
        // one is gpsd, also where that is not installed.
        let known = records.filter { $0.state != .ended }
        if known.contains(where: { $0.wasThere == true }) { return nil }
        return known.contains(where: { $0.wasThere == nil }) ? .receiversUntried : .receiversUnreachable
    }

    private func obstacleToHeading(
        _ turn: Turn,
        _ degrees: (Heading) -> Double?
    ) -> AvailabilityObstacle? {
        if let obstacle = obstacleToReception, obstacle != .receiversUntried { return obstacle }
        guard !records.contains(where: { $0.heading.flatMap(degrees) != nil }) else { return nil }
        return .noHeading
    }
}

extension ReceiverState {
    /// Whether a receiver comes into the state each time it is wanted, or no longer wanted.
    fileprivate var followsFromNeed: Bool {
        switch self {
        case .off, .connecting, .acquiring, .fixed: true
        case .absent, .lost, .ended: false
        }
    }

    /// A rank of how soon a receiver in this state can give a position; higher is sooner.
    fileprivate var nearness: Int {
        switch self {
        case .fixed: 6
        case .lost: 5
        case .acquiring: 4
        case .connecting: 3
        case .off: 2
        case .absent: 1
        case .ended: 0
        }
    }
}

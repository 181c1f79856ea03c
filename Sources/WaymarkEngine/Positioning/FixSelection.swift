package import LocationModel

/// The machine's latest fix, and the choice of the receiver that provides it.
///
/// One receiver is followed at a time; fixes of two are never combined. Another is followed at once when the first
/// stops giving fixes, and after a while when another states a clearly smaller error, or comes before it in rank. Two good
/// receivers do not alternate, because their difference would look like movement.
package struct FixSelection: Equatable, Sendable {
    package struct Received: Hashable, Sendable {
        package var fix: Fix
        package var receivedAt: MonotonicInstant
    }

    struct Choice {
        var isFollowed: Bool

        /// The doubt about the fix, from the history of its receiver.
        var doubt: FixDoubt?
        var verdict: TrustVerdict
        var change: FollowChange?
    }

    /// The fraction of the followed receiver's error below which another receiver's error is clearly better.
    private static let clearlyBetter = 0.6

    /// The time, and the number of fixes, for which another receiver must be better.
    private static let shortestAdvantage: Duration = .seconds(10)
    private static let fewestFixes = 3

    /// The error in metres below which a smaller one is no advantage.
    private static let smallestErrorMeters = 1.0

    /// The distance in metres, beyond their errors, at which two receivers still agree.
    ///
    /// Their antennas are apart, and their clocks differ.
    private static let agreementMeters = 50.0

    /// The distance in metres, beyond their errors, at which one of two receivers that agreed must be wrong,
    /// and the time for which it must last.
    private static let contradictionMeters = 200.0
    private static let contradictionTime: Duration = .seconds(20)

    /// The longest difference of two receivers' times that has ordinary causes, in seconds.
    private static let clockToleranceSeconds = 20.0

    /// The owner's ranks of the receivers, indexed by identifier; the lowest is followed first.
    ///
    /// Empty if all are equal.
    let ranks: [Int]

    /// The latest believed fix, which is the machine's location.
    private(set) var latest: Received?
    private var latestTrusted: Received?
    package private(set) var followed: ReceiverIdentifier?

    private var lostReceiver: ReceiverIdentifier?

    /// Whether the followed receiver has agreed with another one that still gives positions, and since when it is far from
    /// all others.
    private var hasAgreed = false
    private var apartSince: MonotonicInstant?
    private var openedAt = ReceiverTable<MonotonicInstant?>(initial: nil)
    private var trails = ReceiverTable<ReceiverTrail?>(initial: nil)

    init(ranks: [Int] = []) { self.ranks = Set(ranks).count > 1 ? ranks : [] }

    mutating func add(
        _ fix: Fix,
        from receiver: ReceiverIdentifier,
        observedAt: MonotonicInstant,
        at now: MonotonicInstant
    ) -> Choice {
        let isCredible = trails[receiver]?.add(fix, observedAt: observedAt, at: now)
        if isCredible == nil { trails[receiver] = ReceiverTrail(fix, observedAt: observedAt, at: now) }
        var change: FollowChange?
        if followed != receiver, let reason = reasonToFollow(receiver, at: now) {
            change = follow(receiver, reason)
        }
        // Reading a trail copies it.
        var doubt = isCredible == true ? nil : trails[receiver]?.doubt
        guard followed == receiver else {
            return Choice(isFollowed: false, doubt: doubt, verdict: .trusted, change: change)
        }
        if change != nil { (hasAgreed, apartSince) = (false, nil) }
        var verdict = trails[receiver]?.trust.verdict ?? .trusted
        if trails.count > 1 { verdict = verdict.worse(compare(receiver, at: now)) }
        if verdict.trust == .contradicted, let finding = verdict.finding {
            doubt = .contradicted(finding: finding)
        }
        return Choice(isFollowed: true, doubt: doubt, verdict: verdict, change: change)
    }

    /// Compares the followed receiver with the others of its rank that give credible positions of this machine.
    ///
    /// Those of a phone, or of networks, need not be where the machine is.
    private mutating func compare(_ receiver: ReceiverIdentifier, at now: MonotonicInstant) -> TrustVerdict {
        guard let leader = trails[receiver], leader.isCredible else { return .trusted }
        var nearest: (meters: Double, clock: Double?)?
        for other in trails.receivers where other != receiver && rank(of: other) == rank(of: receiver) {
            guard let witness = trails[other], witness.isCredible, witness.isGiving(at: now),
                witness.lastFix.origin != .phone, witness.lastFix.origin != .network
            else { continue }
            let apart = leader.contradictionMeters(to: witness)
            if nearest.map({ apart < $0.meters }) ?? true { nearest = (apart, witness.trust.clockOffset) }
        }
        guard let nearest else {
            (hasAgreed, apartSince) = (false, nil)
            return .trusted
        }
        guard nearest.meters > Self.agreementMeters else {
            (hasAgreed, apartSince) = (true, nil)
            guard let clock = leader.trust.clockOffset, let other = nearest.clock,
                abs(clock - other) > Self.clockToleranceSeconds
            else { return .trusted }
            return TrustVerdict(trust: .doubtful, finding: .otherClock(step: .seconds(clock - other)))
        }
        let since = apartSince ?? now
        apartSince = since
        let lasted = since.duration(to: now)
        guard lasted >= Self.contradictionTime else { return .trusted }
        // After so long, nobody can say which of the two is wrong.
        if lasted >= .seconds(ReceiverTrust.longestSeconds) { hasAgreed = false }
        return TrustVerdict(
            trust: hasAgreed && nearest.meters > Self.contradictionMeters ? .contradicted : .doubtful,
            finding: .otherReceiver(distanceMeters: nearest.meters)
        )
    }

    mutating func believe(_ fix: Fix, at now: MonotonicInstant) {
        latest = Received(fix: fix, receivedAt: now)
        if fix.trust == .trusted { latestTrusted = latest }
    }

    /// Goes back to the latest fix of a trusted receiver, because the present one is contradicted.
    mutating func withdrawDoubtful() { latest = latestTrusted }

    mutating func record(
        _ state: ReceiverState,
        of receiver: ReceiverIdentifier,
        at now: MonotonicInstant
    ) {
        switch state {
        case .absent, .lost, .ended:
            trails[receiver]?.losePosition()
            guard followed == receiver else { return }
            followed = nil
            lostReceiver = receiver
        // A receiver closed for lack of need gets its time to a fix again when it is reopened.
        case .connecting: openedAt[receiver] = now
        case .off, .acquiring, .fixed: break
        }
    }

    package func accuracyMeters(of receiver: ReceiverIdentifier) -> Double? {
        trails[receiver]?.accuracyMeters
    }

    func fresh(at now: MonotonicInstant, lifetime: Duration) -> Received? {
        guard let latest, latest.receivedAt.duration(to: now) <= lifetime else { return nil }
        return latest
    }

    // MARK: Choosing

    private mutating func follow(_ receiver: ReceiverIdentifier, _ reason: FollowChange.Reason)
        -> FollowChange
    {
        let earlier = followed ?? lostReceiver
        followed = receiver
        lostReceiver = nil
        for other in trails.receivers { trails[other]?.advantage = nil }
        return FollowChange(
            receiver: receiver,
            earlier: earlier == receiver ? nil : earlier,
            reason: reason,
            accuracyMeters: trails[receiver]?.accuracyMeters,
            earlierAccuracyMeters: earlier.flatMap { trails[$0]?.accuracyMeters }
        )
    }

    private mutating func reasonToFollow(
        _ receiver: ReceiverIdentifier,
        at now: MonotonicInstant
    ) -> FollowChange.Reason? {
        guard let followed, let leader = trails[followed] else {
            guard best(at: now) == receiver else { return nil }
            return lostReceiver == nil || lostReceiver == receiver ? .first : .otherLost
        }
        let heardUntil = max(leader.lastFixAt, openedAt[followed] ?? leader.lastFixAt)
        let silence = heardUntil.duration(to: now)
        if silence >= leader.patience {
            return best(at: now) == receiver ? .otherSilent(silent: silence) : nil
        }
        guard let reason = advantage(of: receiver, over: followed, at: now) else {
            trails[receiver]?.advantage = nil
            return nil
        }
        let earlier = trails[receiver]?.advantage
        let advantage = ReceiverTrail.Advantage(
            since: earlier?.since ?? now,
            fixes: (earlier?.fixes ?? 0) + 1
        )
        trails[receiver]?.advantage = advantage
        let isLasting =
            advantage.since.duration(to: now) >= Self.shortestAdvantage && advantage.fixes >= Self.fewestFixes
        return isLasting ? reason : nil
    }

    private func advantage(
        of receiver: ReceiverIdentifier,
        over followed: ReceiverIdentifier,
        at now: MonotonicInstant
    ) -> FollowChange.Reason? {
        guard let trail = trails[receiver], let leader = trails[followed], trail.isCredible else {
            return nil
        }
        // Whether a receiver has a position, and its rank, count before all else. One in doubt has none.
        if rank(of: receiver) < rank(of: followed) { return .preferred }
        if rank(of: receiver) > rank(of: followed), leader.isCredible { return nil }
        let apart = trail.contradictionMeters(to: leader)
        // When two contradict each other, the more precise may be the wrong one; only a third can tell.
        guard apart <= Self.agreementMeters || !leader.isCredible else {
            let isBorneOut = trails.receivers.contains { other in
                guard other != receiver, other != followed, let witness = trails[other] else { return false }
                return witness.isCredible && witness.isGiving(at: now)
                    && witness.contradictionMeters(to: trail) <= Self.agreementMeters
                    && witness.contradictionMeters(to: leader) > Self.agreementMeters
            }
            return isBorneOut ? .otherContradicted(distanceMeters: apart) : nil
        }
        return worth(trail) < worth(leader) * Self.clearlyBetter ? .moreAccurate : nil
    }

    private func rank(of receiver: ReceiverIdentifier) -> Int {
        ranks.indices.contains(receiver.rawValue) ? ranks[receiver.rawValue] : 0
    }

    /// Returns the receiver to follow when none is: of the first rank, the one with the smallest error, or the first
    /// configured among equals.
    private func best(at now: MonotonicInstant) -> ReceiverIdentifier? {
        trails.receivers.compactMap { receiver -> (rank: Int, worth: Double, receiver: ReceiverIdentifier)? in
            guard let trail = trails[receiver], trail.isGiving(at: now) else { return nil }
            let rank = trail.isCredible || ranks.isEmpty ? rank(of: receiver) : .max
            return (rank, worth(trail), receiver)
        }
        .min { $0 < $1 }?.receiver
    }

    /// Returns the error by which receivers are compared; a receiver in doubt, or without a stated error, is worst.
    private func worth(_ trail: ReceiverTrail) -> Double {
        guard trail.isCredible, let meters = trail.accuracyMeters else { return .infinity }
        return max(meters, Self.smallestErrorMeters)
    }
}

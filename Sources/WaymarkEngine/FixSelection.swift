package import LocationModel

/// The machine's latest fix, and the choice of the receiver that it comes from.
///
/// One receiver is followed at a time; a fix is never made of two. Another is followed at once when the first gives
/// none any more, and after a while when another states a clearly smaller error: two good receivers do not take
/// turns, for their difference would look like movement.
package struct FixSelection: Hashable, Sendable {
    /// A fix with its arrival.
    package struct Received: Hashable, Sendable {
        /// The fix.
        package var fix: Fix

        /// When it came.
        package var receivedAt: MonotonicInstant
    }

    /// What a fix comes to.
    struct Choice: Hashable {
        /// Whether it comes from the receiver that is followed.
        var isFollowed: Bool

        /// Why, by the past of its receiver, the machine is probably not there.
        var doubt: FixDoubt?

        /// That another receiver is followed from now on, where it is so.
        var change: FollowChange?
    }

    /// The part of the followed receiver's error that another's must be below to be followed instead.
    private static let clearlyBetter = 0.6

    /// How long, and by how many fixes, another receiver must be the better choice.
    private static let shortestAdvantage: Duration = .seconds(10)
    private static let fewestFixes = 3

    /// Metres below which nobody here gains by a smaller error.
    private static let smallestErrorMeters = 1.0

    /// Metres beyond their errors that two receivers may be apart and still agree: their antennas are not in one
    /// place, nor their clocks.
    private static let agreementMeters = 50.0

    /// How many metres a fix may be off without mattering to the significant change.
    var toleranceMeters: Double

    /// The latest fix that is believed, which is where the machine is.
    private(set) var latest: Received?

    /// The receiver that is followed.
    package private(set) var followed: ReceiverIdentifier?

    private var lostReceiver: ReceiverIdentifier?
    private var openedAt = ReceiverTable<MonotonicInstant?>(initial: nil)
    private var trails = ReceiverTable<ReceiverTrail?>(initial: nil)

    init(toleranceMeters: Double) { self.toleranceMeters = toleranceMeters }

    /// Adds a fix of one of the receivers.
    mutating func add(
        _ fix: Fix,
        from receiver: ReceiverIdentifier,
        observedAt: MonotonicInstant,
        at now: MonotonicInstant
    ) -> Choice {
        let isCredible =
            trails[receiver]?.add(fix, observedAt: observedAt, toleranceMeters: toleranceMeters, at: now)
        if isCredible == nil {
            trails[receiver] = ReceiverTrail(
                fix,
                observedAt: observedAt,
                toleranceMeters: toleranceMeters,
                at: now
            )
        }
        var change: FollowChange?
        if followed != receiver, let reason = reasonToFollow(receiver, at: now) {
            change = follow(receiver, reason)
        }
        // To read a trail is to copy it.
        let doubt = isCredible == true ? nil : trails[receiver]?.doubt
        return Choice(isFollowed: followed == receiver, doubt: doubt, change: change)
    }

    /// Takes a fix of the receiver that is followed for where the machine is.
    mutating func believe(_ fix: Fix, at now: MonotonicInstant) {
        latest = Received(fix: fix, receivedAt: now)
    }

    /// Records a receiver's state.
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
        // One that was closed because nobody had a use for it is given its time when it is opened again.
        case .connecting: openedAt[receiver] = now
        case .off, .acquiring, .fixed: break
        }
    }

    /// Returns the error that a receiver states, smoothed.
    package func accuracyMeters(of receiver: ReceiverIdentifier) -> Double? {
        trails[receiver]?.accuracyMeters
    }

    /// Returns the machine's fix, unless it is older than `lifetime`.
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
            return best(at: now) == receiver ? .otherSilent(for: silence) : nil
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

    /// Why `receiver` would be the better choice now.
    private func advantage(
        of receiver: ReceiverIdentifier,
        over followed: ReceiverIdentifier,
        at now: MonotonicInstant
    ) -> FollowChange.Reason? {
        guard let trail = trails[receiver], let leader = trails[followed], trail.isCredible else {
            return nil
        }
        let apart = trail.contradictionMeters(to: leader)
        // Of two that contradict each other the more precise may as well be the wrong one; a third one tells.
        guard apart <= Self.agreementMeters || !leader.isCredible else {
            let isBorneOut = trails.receivers.contains { other in
                guard other != receiver, other != followed, let witness = trails[other] else { return false }
                return witness.isCredible && witness.isGiving(at: now)
                    && witness.contradictionMeters(to: trail) <= Self.agreementMeters
                    && witness.contradictionMeters(to: leader) > Self.agreementMeters
            }
            return isBorneOut ? .otherContradicted(byMeters: apart) : nil
        }
        return worth(trail) < worth(leader) * Self.clearlyBetter ? .moreAccurate : nil
    }

    /// The receiver to follow when none is: the one with the smallest error, of equals the one configured first.
    private func best(at now: MonotonicInstant) -> ReceiverIdentifier? {
        trails.receivers.compactMap { receiver -> (worth: Double, receiver: ReceiverIdentifier)? in
            guard let trail = trails[receiver], trail.isGiving(at: now) else { return nil }
            return (worth(trail), receiver)
        }
        .min { $0 < $1 }?.receiver
    }

    /// The error by which a receiver is compared: what nobody can believe, or states no error, is worst.
    private func worth(_ trail: ReceiverTrail) -> Double {
        guard trail.isCredible, let meters = trail.accuracyMeters else { return .infinity }
        return max(meters, Self.smallestErrorMeters)
    }
}

import MessageBus

/// What the programs of each user take of the bridge, and the limits of that.
final class UserShares {
    /// The most clients of one user.
    static let clientLimit = 64

    /// The most clients of one user that get locations, or wait for an answer.
    static let streamLimit = 16

    /// The streams that a user's programs may open at once, and in each second after that.
    ///
    /// One that starts and stops all the time would keep the others waiting.
    private static let (burst, perSecond) = (40.0, 4.0)

    private struct Share {
        var clients = 0
        var streams = 0
        var allowance = UserShares.burst
        var refilledAt: ContinuousClock.Instant
    }

    private var shares: [UInt32: Share] = [:]

    /// Records that a user has another client.
    func addClient(of user: UInt32) throws(BusError) {
        guard (shares[user]?.clients ?? 0) < Self.clientLimit else {
            throw BusError(.limitsExceeded, "a user may have \(Self.clientLimit) clients")
        }
        change(user, at: .now) { $0.clients += 1 }
    }

    /// Records that a user has one client less.
    func removeClient(of user: UInt32) { change(user, at: .now) { $0.clients -= 1 } }

    /// Records that a user has another stream.
    func addStream(of user: UInt32, at now: ContinuousClock.Instant) throws(BusError) {
        var isAllowed = false
        change(user, at: now) { share in
            guard share.streams < Self.streamLimit, share.allowance >= 1 else { return }
            isAllowed = true
            share.streams += 1
            share.allowance -= 1
        }
        guard !isAllowed else { return }
        throw BusError(
            .limitsExceeded,
            "a user's programs may follow the location \(Self.streamLimit) times, and seldom start anew"
        )
    }

    /// Records that a user has one stream less.
    func removeStream(of user: UInt32) { change(user, at: .now) { $0.streams -= 1 } }

    private func change(_ user: UInt32, at now: ContinuousClock.Instant, _ body: (inout Share) -> Void) {
        var share = shares[user] ?? Share(refilledAt: now)
        let seconds = share.refilledAt.duration(to: now) / .seconds(1)
        share.allowance = min(Self.burst, share.allowance + seconds * Self.perSecond)
        share.refilledAt = now
        body(&share)
        let isUnused = share.clients == 0 && share.streams == 0 && share.allowance >= Self.burst
        shares[user] = isUnused ? nil : share
    }
}

import LocationModel
import MessageBus

/// What the programs of each user take of the bridge, and the limits of that.
///
/// `waymarkd` distributes its connections by the same rule, that of ``FairShares``.
final class UserShares {
    private struct Supply {
        let limit: Int
        let userLimit: Int
        var shares = FairShares()

        func allowsMore(for user: UInt32) -> Bool {
            shares.count(of: user) < userLimit && shares.allows(for: user, free: limit - shares.total)
        }
    }

    /// The streams that a user's programs may open at once, and in each second after that.
    ///
    /// One that starts and stops all the time would keep the others waiting.
    private static let (burst, perSecond) = (40.0, 4.0)

    /// The clients: each program is watched, and the bus limits what one connection may watch.
    private var clients = Supply(limit: 384, userLimit: 64)

    /// The clients that get locations or wait for an answer, each with a connection to Waymark, of which it gives one
    /// user 64 unless it is configured otherwise.
    private var streams = Supply(limit: 64, userLimit: 16)

    private var allowances: [UInt32: (streams: Double, refilledAt: ContinuousClock.Instant)] = [:]

    func addClient(of user: UInt32) throws(BusError) {
        guard clients.allowsMore(for: user) else {
            throw BusError(
                .limitsExceeded,
                "a user's programs may have \(clients.userLimit) clients, and fewer while few are left for others"
            )
        }
        clients.shares.change(user, by: 1)
    }

    func removeClient(of user: UInt32) { clients.shares.change(user, by: -1) }

    func addStream(of user: UInt32, at now: ContinuousClock.Instant) throws(BusError) {
        guard streams.allowsMore(for: user) else {
            throw BusError(
                .limitsExceeded,
                "a user's programs may follow the location \(streams.userLimit) times, and less often while few places are left for others"
            )
        }
        var allowance = allowances[user] ?? (Self.burst, now)
        let seconds = allowance.refilledAt.duration(to: now) / .seconds(1)
        allowance.streams = min(Self.burst, allowance.streams + seconds * Self.perSecond)
        allowance.refilledAt = now
        let isAllowed = allowance.streams >= 1
        if isAllowed { allowance.streams -= 1 }
        allowances[user] = allowance
        guard isAllowed else {
            throw BusError(
                .limitsExceeded,
                "a user's programs may start \(Int(Self.perSecond)) times a second; try again in a moment"
            )
        }
        streams.shares.change(user, by: 1)
        // A full allowance need not be remembered.
        allowances = allowances.filter {
            $0.value.refilledAt.duration(to: now) < .seconds(Self.burst / Self.perSecond)
        }
    }

    func removeStream(of user: UInt32) { streams.shares.change(user, by: -1) }
}

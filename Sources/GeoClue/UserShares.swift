import LocationModel
import MessageBus

/// What the programs of each user take of the bridge, and the limits of that.
///
/// `waymarkd` distributes its connections by the same rule, that of ``FairShares``.
final class UserShares {
    private struct Supply {
        let limit: Int
        let userLimit: Int

        /// What it has, in the plural.
        let name: String
        var shares = FairShares()

        func check(_ user: UInt32) throws(BusError) {
            if shares.count(of: user) < userLimit, shares.allows(for: user, free: limit - shares.total) {
                return
            }
            let text =
                "a user's programs may have \(userLimit) \(name), and fewer while few are left for others"
            throw BusError(.limitsExceeded, text)
        }
    }

    /// The streams that a user's programs may open at once, and the time that each takes of the next ones'.
    ///
    /// One that starts and stops all the time would keep the others waiting.
    private static let (burst, pace) = (40, Duration.milliseconds(250))

    /// The clients: each program is watched, and the bus limits what one connection may watch.
    private var clients = Supply(limit: 384, userLimit: 64, name: "clients")

    /// The clients that get locations or wait for an answer, each with a connection to Waymark, of which it gives one
    /// user 64 unless it is configured otherwise.
    private var streams = Supply(limit: 64, userLimit: 16, name: "streams of the location")

    /// Until when the streams that were opened take the time of a user's programs.
    private var takenUntil: [UInt32: ContinuousClock.Instant] = [:]

    func addClient(of user: UInt32) throws(BusError) {
        try clients.check(user)
        clients.shares.change(user, by: 1)
    }

    func removeClient(of user: UInt32) { clients.shares.change(user, by: -1) }

    func addStream(of user: UInt32, at now: ContinuousClock.Instant) throws(BusError) {
        try streams.check(user)
        let taken = max(takenUntil[user] ?? now, now)
        guard taken <= now + Self.pace * (Self.burst - 1) else {
            throw BusError(
                .limitsExceeded,
                "a user's programs may start \(Int(.seconds(1) / Self.pace)) times a second; try again in a moment"
            )
        }
        takenUntil[user] = taken + Self.pace
        takenUntil = takenUntil.filter { $0.value > now }
        streams.shares.change(user, by: 1)
    }

    func removeStream(of user: UInt32) { streams.shares.change(user, by: -1) }
}

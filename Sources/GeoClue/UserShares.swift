import LocationModel
import MessageBus

/// A limited resource of the bridge that the programs of all users share.
///
/// `waymarkd` distributes its connections by the same rule, that of ``FairShares``.
struct UserShares {
    let limit: Int
    let userLimit: Int

    /// The name of the resource, in the plural.
    let name: String

    /// The clients: each program is watched, and the bus limits what one connection may watch.
    static let clients = Self(limit: 384, userLimit: 64, name: "clients")

    /// The clients that get locations or wait for an answer, each with a connection to Waymark, of which it gives one
    /// user 64 unless it is configured otherwise.
    static let streams = Self(limit: 64, userLimit: 16, name: "streams of the location")

    /// Throws unless a user may have one more; `holders` has the user of each one in use.
    func check(_ user: UInt32, among holders: [UInt32]) throws(BusError) {
        var shares = FairShares()
        for holder in holders { shares.change(holder, by: 1) }
        if shares.count(of: user) < userLimit, shares.allows(for: user, free: limit - shares.total) { return }
        let text = "a user's programs may have \(userLimit) \(name), and fewer while few are left for others"
        throw BusError(.limitsExceeded, text)
    }
}

/// The limit on how often the programs of each user may open streams.
///
/// A program that starts and stops all the time would keep the others waiting.
struct StreamPace {
    /// The streams that a user's programs may open at once, and the mean time between further ones.
    private static let (burst, pace) = (40, Duration.milliseconds(250))

    /// The time up to which the opened streams use up the share of a user's programs.
    private var takenUntil: [UInt32: ContinuousClock.Instant] = [:]

    mutating func open(for user: UInt32, at now: ContinuousClock.Instant) throws(BusError) {
        let taken = max(takenUntil[user] ?? now, now)
        guard taken <= now + Self.pace * (Self.burst - 1) else {
            throw BusError(
                .limitsExceeded,
                "a user's programs may start \(Int(.seconds(1) / Self.pace)) times a second; try again in a moment"
            )
        }
        takenUntil[user] = taken + Self.pace
        takenUntil = takenUntil.filter { $0.value > now }
    }
}

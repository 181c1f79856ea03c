import LinuxSystem
import LocationModel
import SystemdService

/// The lines of the log that single users cause: each may have some a minute, and the rest is counted.
///
/// journald drops what a service writes beyond its limit, also what is about the service itself.
struct LogShares {
    /// The most lines about one user in a period.
    ///
    /// More users than ``usersServed`` share what so many may have.
    private static let linesPerPeriod = 100
    private static let usersServed = 16
    private static let period: Duration = .seconds(60)

    private struct Share {
        let began: MonotonicInstant
        var lines = 0
        var leftOut = 0
    }

    /// The shares, by user; `nil` for what changes with what any user does.
    private var shares: [UserIdentifier?: Share] = [:]

    /// Returns whether another line about a user is written, and counts it if not.
    mutating func allow(_ user: UserIdentifier?, at now: MonotonicInstant) -> Bool {
        if shares[user] == nil {
            shares = shares.filter { $0.value.leftOut > 0 || $0.value.began + Self.period > now }
            shares[user] = Share(began: now)
        }
        guard var share = shares[user] else { return true }
        if share.leftOut == 0, share.began + Self.period <= now { share = Share(began: now) }
        let limit = min(Self.linesPerPeriod, Self.usersServed * Self.linesPerPeriod / shares.count)
        let isAllowed = share.lines < max(limit, 1)
        if isAllowed { share.lines += 1 } else { share.leftOut += 1 }
        shares[user] = share
        return isAllowed
    }

    /// The end of the next period in which lines were left out.
    var nextDeadline: MonotonicInstant? {
        shares.values.lazy.filter { $0.leftOut > 0 }.map { $0.began + Self.period }.min()
    }

    /// Ends the periods that are over, and returns how many lines were left out in each.
    mutating func removeEnded(at now: MonotonicInstant) -> [(user: UserIdentifier?, leftOut: Int)] {
        let ended = shares.filter { $0.value.leftOut > 0 && $0.value.began + Self.period <= now }
        for user in ended.keys { shares[user] = nil }
        return ended.map { ($0.key, $0.value.leftOut) }
    }
}

extension Daemon {
    /// Logs what the programs of a user cause, unless they have caused much lately.
    ///
    /// With `nil`, it is what changes for everybody with what any user does.
    func log(_ level: LogLevel, about user: UserIdentifier?, _ message: @autoclosure () -> String) {
        guard level >= log.threshold else { return }
        // Whoever looks for a fault wants every line.
        guard log.threshold == .debug || logShares.allow(user, at: now.instant) else { return }
        log.log(level, message())
    }

    func sumUpLog() {
        guard let due = logShares.nextDeadline, due <= now.instant else { return }
        for (user, count) in logShares.removeEnded(at: now.instant) {
            let subject = user.map { "user \($0)" } ?? "receivers"
            log.notice(
                "left out \(count) lines about \(subject) in the last minute; see 'waymarkctl journal'"
            )
        }
    }
}

import LinuxSystem
import LocationModel
import SystemdService

/// The lines of the log that single users cause: each may have some a minute, and the rest is counted.
///
/// journald drops what a service writes beyond its limit, also what is about the service itself.
struct LogShares {
    /// The most lines about one user in a period.
    ///
    /// More users than ``usersServed`` share the lines of that many.
    private static let linesPerPeriod = 100
    private static let usersServed = 16
    private static let period: Duration = .seconds(60)

    private var began: MonotonicInstant?

    /// The lines of the period, by user; `nil` for what any user may cause for everybody.
    private var lines: [UserIdentifier?: Int] = [:]
    private var leftOut: [UserIdentifier?: Int] = [:]

    /// Returns whether another line about a user is written, and counts it if not.
    mutating func allow(_ user: UserIdentifier?, at now: MonotonicInstant) -> Bool {
        if leftOut.isEmpty, began.map({ $0 + Self.period <= now }) ?? true { self = LogShares(began: now) }
        let written = lines[user, default: 0]
        lines[user] = written + 1
        let limit = min(Self.linesPerPeriod, Self.usersServed * Self.linesPerPeriod / lines.count)
        if written < max(limit, 1) { return true }
        leftOut[user, default: 0] += 1
        return false
    }

    /// The end of a period in which lines were left out.
    var nextDeadline: MonotonicInstant? { leftOut.isEmpty ? nil : began.map { $0 + Self.period } }

    /// Ends the period if it is over, and returns the number of lines that were left out, by user.
    mutating func removeEnded(at now: MonotonicInstant) -> [UserIdentifier?: Int] {
        guard let due = nextDeadline, due <= now else { return [:] }
        defer { self = LogShares() }
        return leftOut
    }
}

extension Daemon {
    /// Logs a message that a user's programs cause, unless they have caused many lately.
    ///
    /// With `nil`, it is about everybody, although any user may cause it.
    func log(_ level: LogLevel, about user: UserIdentifier?, _ message: @autoclosure () -> String) {
        guard level >= log.threshold else { return }
        // Whoever looks for a fault wants every line.
        guard log.threshold == .debug || logShares.allow(user, at: now.instant) else { return }
        log.log(level, message())
    }

    func logLeftOutLines() {
        for (user, count) in logShares.removeEnded(at: now.instant) {
            let subject = user.map { "user \($0)" } ?? "receivers"
            log.notice(
                "left out \(count) lines about \(subject) in the last minute; see 'waymarkctl journal'"
            )
        }
    }
}

package struct LaunchSettings: Hashable, Codable, Sendable {
    /// The longest time that a program may take to connect.
    package var deadline: Duration = .seconds(30)

    /// The number of programs of one user that are being started at a time; the others wait for their turn.
    package var startsAtOnce = 4

    /// The delay before a program that failed is started again; it doubles with each failure in a row.
    package var retryAfter: Duration = .seconds(5)

    /// The number of failures in a row after which a program is left alone.
    package var failuresInARow = 5

    /// The time for which it is then left alone, before one more attempt.
    package var suspension: Duration = .seconds(15 * 60)

    /// The time after the last request or event until a program is told to end.
    package var idleAfter: Duration = .seconds(60)

    /// The time that a program has to end by itself before the launcher stops it.
    package var timeToLeave: Duration = .seconds(5)

    /// The longest wait for the launcher to stop a program; systemd kills one that ignores its signal after 10 s.
    package var timeToStop: Duration = .seconds(30)

    /// Returns the delay after a number of failures in a row, and whether it is a suspension.
    func delay(after failures: Int) -> (duration: Duration, isSuspended: Bool) {
        guard failures < failuresInARow else { return (suspension, true) }
        return (min(retryAfter * (1 << (failures - 1)), suspension), false)
    }
}

/// The priority of a log message, with the values of syslog(3).
package enum LogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// A requested operation failed.
    case error = 3

    /// Something is wrong, but work continues.
    case warning = 4
    case notice = 5
    case info = 6

    /// Details for following the program step by step.
    case debug = 7

    /// The name in configuration files and at the start of log lines.
    package var name: String { "\(self)" }

    /// Orders levels by importance; `debug` is the least important.
    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue > right.rawValue }
}

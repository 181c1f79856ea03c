/// How much a message matters, numbered as syslog(3) and the journal number it.
package enum LogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Something that was asked for does not work.
    case error = 3

    /// Something is not as it should be, and work goes on.
    case warning = 4

    /// Normal, and worth knowing.
    case notice = 5

    /// Normal.
    case info = 6

    /// For whoever follows the program step by step.
    case debug = 7

    /// The name in configuration files and in front of lines.
    package var name: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .notice: "notice"
        case .info: "info"
        case .debug: "debug"
        }
    }

    /// Orders by importance: `debug` is least.
    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue > right.rawValue }
}

import Glibc
package import LinuxSystem
import UserInput

/// The daemon's log on standard error.
///
/// A message that cannot be written is dropped.
package struct Log {
    /// The least important level that is written.
    package var threshold: LogLevel
    private let descriptor: CInt
    private let destination: LogDestination

    package init(threshold: LogLevel = .info) {
        self.threshold = threshold
        descriptor = STDERR_FILENO
        destination = LogDestination(
            of: STDERR_FILENO,
            journalStream: Environment.value(of: "JOURNAL_STREAM")
        )
    }

    /// Creates a log on a descriptor, as plain lines.
    package init(threshold: LogLevel, descriptor: CInt) {
        self.threshold = threshold
        self.descriptor = descriptor
        destination = .lines
    }

    package func error(_ message: @autoclosure () -> String) { log(.error, message()) }
    package func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
    package func notice(_ message: @autoclosure () -> String) { log(.notice, message()) }
    package func info(_ message: @autoclosure () -> String) { log(.info, message()) }
    package func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

    /// Logs a message, which is formed only if it is written.
    package func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level >= threshold else { return }
        // Ignore a failure: there is nowhere to report it.
        try? writeAll(Array(destination.text(message(), level).utf8), to: descriptor, named: "the log")
    }
}

/// The destination of log messages, which determines their format.
enum LogDestination {
    /// The journal, which takes the level from the beginning of each line.
    case journal

    /// A terminal: lines with the time.
    case terminal

    /// A file or a pipe: plain lines.
    case lines

    init(of descriptor: CInt, journalStream: String?) {
        var status = stat()
        // Children inherit the variable even if their standard error is redirected: it must name this very file.
        if let journalStream, unsafe fstat(descriptor, &status) == 0,
            journalStream == "\(status.st_dev):\(status.st_ino)"
        {
            self = .journal
        } else {
            self = isatty(descriptor) == 1 ? .terminal : .lines
        }
    }

    /// Returns the lines of a message, which may contain untrusted text, without characters that control a
    /// terminal.
    func text(_ message: String, _ level: LogLevel) -> String {
        let priority = self == .journal ? "<\(level.rawValue)>" : ""
        let beginning =
            switch self {
            case .journal: priority
            case .terminal: "\(WallClock.localTimeOfDay(WallClock.nanosecondsSinceEpoch)) \(level.name): "
            case .lines: "\(level.name): "
            }
        // Line feeds are our own.
        let cleaned = message.harmless(replacement: "\u{FFFD}", keeping: ["\n", "\t"])
        let lines = cleaned.split(separator: "\n" as Character, omittingEmptySubsequences: false)
        return beginning + lines.joined(separator: "\n\(priority)    ") + "\n"
    }
}

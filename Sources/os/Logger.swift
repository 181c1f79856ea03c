import Foundation
import Glibc
import LinuxSystem

/// Writes messages to standard error, one a line, where systemd's journal takes them with their levels.
///
/// What a message interpolates is private as on Apple's platforms: texts and objects, unless they are marked as public, appear as
/// `<private>`. At a terminal they are shown, because whoever runs a program there may know.
public struct Logger: Sendable {
    private let beginning: String

    /// Creates a logger without a category.
    public init() { beginning = "" }

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - subsystem: The part of the software, as a name like `org.example.app`.
    ///   - category: What the messages are about.
    public init(subsystem: String, category: String) { beginning = "\(subsystem) \(category): " }

    /// Writes a message for its author.
    public func trace(_ message: OSLogMessage) { write(message, 7) }

    /// Writes a message for its author.
    public func debug(_ message: OSLogMessage) { write(message, 7) }

    /// Writes something good to know.
    public func info(_ message: OSLogMessage) { write(message, 6) }

    /// Writes something worth noting.
    public func notice(_ message: OSLogMessage) { write(message, 5) }

    /// Writes something worth noting.
    public func log(_ message: OSLogMessage) { write(message, 5) }

    /// Writes something that is not as it should be.
    public func warning(_ message: OSLogMessage) { write(message, 4) }

    /// Writes a failure.
    public func error(_ message: OSLogMessage) { write(message, 3) }

    /// Writes a failure of more than this program.
    public func critical(_ message: OSLogMessage) { write(message, 2) }

    /// Writes a failure of more than this program.
    public func fault(_ message: OSLogMessage) { write(message, 2) }

    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(message, level.priority) }

    private func write(_ message: OSLogMessage, _ priority: Int) {
        for line in message.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = "\(journalReads ? "<\(priority)>" : "")\(beginning)\(line)\n"
            try? writeAll(Array(line.utf8), to: STDERR_FILENO, named: "standard error")
        }
    }
}

/// The level of a message.
public enum OSLogType: UInt8, Hashable, Sendable {
    /// Worth noting.
    case `default` = 0

    /// Good to know.
    case info = 1

    /// For the author.
    case debug = 2

    /// A failure.
    case error = 16

    /// A failure of more than this program.
    case fault = 17

    /// The same for the journal.
    fileprivate var priority: Int {
        switch self {
        case .default: 5
        case .info: 6
        case .debug: 7
        case .error: 3
        case .fault: 2
        }
    }
}

/// Whether a person reads standard error at a terminal.
let personReads = isatty(STDERR_FILENO) == 1

/// Whether the journal reads standard error, and takes the level from the beginning of a line.
private let journalReads = {
    var status = stat()
    guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
    return Environment.value(of: "JOURNAL_STREAM") == "\(status.st_dev):\(status.st_ino)"
}()

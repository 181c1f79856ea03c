// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Glibc
import LinuxSystem

/// A writer of messages to standard error, one a line, from which systemd's journal takes their levels.
///
/// Interpolated values are private as on Apple's platforms: texts and objects, unless they are marked as
/// public, appear as `<private>`. At a terminal they are shown, because the person who runs a program there
/// may know them.
public struct Logger: Sendable {
    private let beginning: String

    public init() { beginning = "" }

    public init(subsystem: String, category: String) { beginning = "\(subsystem) \(category): " }

    public func trace(_ message: OSLogMessage) { write(message, 7) }
    public func debug(_ message: OSLogMessage) { write(message, 7) }
    public func info(_ message: OSLogMessage) { write(message, 6) }
    public func notice(_ message: OSLogMessage) { write(message, 5) }
    public func log(_ message: OSLogMessage) { write(message, 5) }
    public func warning(_ message: OSLogMessage) { write(message, 4) }
    public func error(_ message: OSLogMessage) { write(message, 3) }
    public func critical(_ message: OSLogMessage) { write(message, 2) }
    public func fault(_ message: OSLogMessage) { write(message, 2) }
    public func log(level: OSLogType, _ message: OSLogMessage) { write(message, level.priority) }

    private func write(_ message: OSLogMessage, _ priority: Int) {
        for line in message.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = "\(journalReads ? "<\(priority)>" : "")\(beginning)\(line)\n"
            try? writeAll(Array(line.utf8), to: STDERR_FILENO, named: "standard error")
        }
    }
}

public enum OSLogType: UInt8, Hashable, Sendable {
    case `default` = 0
    case info = 1
    case debug = 2
    case error = 16
    case fault = 17

    /// The syslog priority, for the journal.
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

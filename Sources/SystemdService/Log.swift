import CSystemd
import Glibc
package import LinuxSystem

/// The daemon's log.
///
/// It goes to the journal if standard error is connected to it, else to standard error as lines.
///
/// A message that cannot be written is dropped.
package struct Log {
    /// The least important level that is written.
    package var threshold: LogLevel

    private let identifier: String
    private let descriptor: CInt
    private let destination: LogDestination

    /// Creates a log on standard error.
    ///
    /// - Parameters:
    ///   - identifier: The messages' `SYSLOG_IDENTIFIER` in the journal.
    ///   - threshold: The least important level that is written.
    package init(identifier: String, threshold: LogLevel = .info) {
        self.init(
            identifier: identifier,
            threshold: threshold,
            descriptor: STDERR_FILENO,
            destination: LogDestination(of: STDERR_FILENO, environment: Environment.value(of:))
        )
    }

    /// Creates a log on a descriptor, as plain lines.
    package init(identifier: String, threshold: LogLevel, descriptor: CInt) {
        self.init(identifier: identifier, threshold: threshold, descriptor: descriptor, destination: .lines)
    }

    init(identifier: String, threshold: LogLevel, descriptor: CInt, destination: LogDestination) {
        self.identifier = identifier
        self.threshold = threshold
        self.descriptor = descriptor
        self.destination = destination
    }

    /// Logs that a requested operation failed.
    package func error(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.error, message, fields)
    }

    /// Logs that something is wrong but work continues.
    package func warning(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.warning, message, fields)
    }

    /// Logs a normal but significant event.
    package func notice(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.notice, message, fields)
    }

    package func info(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.info, message, fields)
    }

    /// Logs a detail for debugging.
    ///
    /// The message is evaluated only if it is written.
    package func debug(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.debug, message, fields)
    }

    /// Logs a message of a level that the caller decides about.
    package func log(_ level: LogLevel, _ message: @autoclosure () -> String) { write(level, message, [:]) }

    private func write(_ level: LogLevel, _ message: () -> String, _ fields: KeyValuePairs<String, String>) {
        guard level >= threshold else { return }
        switch destination {
        case .journal:
            var entry = [
                "MESSAGE=\(LogLine.cleaned(message()))", "PRIORITY=\(level.rawValue)",
                "SYSLOG_IDENTIFIER=\(identifier)",
            ]
            for (name, value) in fields { entry.append("\(name)=\(value)") }
            send(entry)
        case .terminal(let hasColors):
            emit(LogLine.text(message(), level: level, time: Self.timeOfDay(), hasColors: hasColors))
        case .lines:
            emit(LogLine.text(message(), level: level))
        }
    }

    private func send(_ entry: [String]) {
        // One buffer for all fields, so that the vectors point into memory that does not move.
        var bytes: [UInt8] = []
        var lengths: [Int] = []
        for field in entry {
            bytes.append(contentsOf: field.utf8)
            lengths.append(field.utf8.count)
        }
        unsafe bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            var vectors: [iovec] = unsafe []
            for length in lengths {
                unsafe vectors.append(
                    iovec(iov_base: buffer.baseAddress.map { unsafe $0 + start }, iov_len: length)
                )
                start += length
            }
            unsafe _ = sd_journal_sendv(vectors, CInt(vectors.count))
        }
    }

    private func emit(_ line: String) {
        // Ignore a failure: there is nowhere to report it.
        try? writeAll(Array(line.utf8), to: descriptor, named: "the log")
    }

    private static func timeOfDay() -> String {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        var local = unsafe tm()
        unsafe localtime_r(&now.tv_sec, &local)
        let (hour, minute, second) = unsafe (local.tm_hour, local.tm_min, local.tm_sec)
        let milliseconds = CInt(now.tv_nsec / 1_000_000)
        return "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)).\(digits(milliseconds, 3))"
    }

    private static func digits(_ number: CInt, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

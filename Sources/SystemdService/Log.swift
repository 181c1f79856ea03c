import CSystemd
import Glibc
package import LinuxSystem

/// The daemon's log: the journal when standard error is the journal, lines on standard error otherwise.
///
/// A message that cannot be written is lost rather than waited for.
package struct Log {
    /// The least important messages that are written.
    package var threshold: LogLevel

    private let identifier: String
    private let descriptor: CInt
    private let destination: LogDestination

    /// Creates a log on standard error.
    ///
    /// - Parameters:
    ///   - identifier: The name that messages carry in the journal.
    ///   - threshold: The least important messages that are written.
    package init(identifier: String, threshold: LogLevel = .info) {
        self.init(
            identifier: identifier,
            threshold: threshold,
            descriptor: STDERR_FILENO,
            destination: LogDestination(of: STDERR_FILENO, environment: Environment.value(of:))
        )
    }

    init(identifier: String, threshold: LogLevel, descriptor: CInt, destination: LogDestination) {
        self.identifier = identifier
        self.threshold = threshold
        self.descriptor = descriptor
        self.destination = destination
    }

    /// Logs that something which was asked for does not work.
    package func error(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.error, message, fields)
    }

    /// Logs that something is not as it should be.
    package func warning(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.warning, message, fields)
    }

    /// Logs something normal that is worth knowing.
    package func notice(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.notice, message, fields)
    }

    /// Logs something normal.
    package func info(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.info, message, fields)
    }

    /// Logs a step for whoever follows the program; the text is not even made unless somebody does.
    package func debug(_ message: @autoclosure () -> String, fields: KeyValuePairs<String, String> = [:]) {
        write(.debug, message, fields)
    }

    private func write(_ level: LogLevel, _ message: () -> String, _ fields: KeyValuePairs<String, String>) {
        guard level >= threshold else { return }
        switch destination {
        case .journal:
            var entry = [
                "MESSAGE=\(message())", "PRIORITY=\(level.rawValue)", "SYSLOG_IDENTIFIER=\(identifier)",
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
        // One buffer for all fields, so that every vector points into memory that stays where it is.
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
        // Lost when it cannot be written: there is nowhere to say so.
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

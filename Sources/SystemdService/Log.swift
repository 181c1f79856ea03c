import CSystemd
import Glibc
package import LinuxSystem

/// The daemon's log.
///
/// It goes to the journal if standard error is connected to it, else to standard error as lines.
///
/// A message that cannot be written is dropped.
package struct Log {
    private let identifier: String

    /// The least important level that is written.
    package var threshold: LogLevel
    private let descriptor: CInt
    private let destination: LogDestination
}

extension Log {
    /// Creates a log on standard error; the identifier is the `SYSLOG_IDENTIFIER` in the journal.
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

    package func error(_ message: @autoclosure () -> String) { log(.error, message()) }
    package func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
    package func notice(_ message: @autoclosure () -> String) { log(.notice, message()) }
    package func info(_ message: @autoclosure () -> String) { log(.info, message()) }
    package func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

    /// Logs a message, which is formed only if it is written.
    package func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level >= threshold else { return }
        switch destination {
        case .journal:
            send([
                "MESSAGE=\(LogLine.cleaned(message()))", "PRIORITY=\(level.rawValue)",
                "SYSLOG_IDENTIFIER=\(identifier)",
            ])
        case .terminal(let hasColors):
            let time = WallClock.localTimeOfDay(WallClock.nanosecondsSinceEpoch)
            emit(LogLine.text(message(), level: level, time: time, hasColors: hasColors))
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
}

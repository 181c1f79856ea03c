import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel

/// A line on the terminal that tells how far a long command is: percent, time left, virtual time.
///
/// It goes to standard error, and only where that is a terminal that shows nothing else meanwhile.
final class Progress {
    /// The time after which a command counts as long.
    private static let patience: Duration = .seconds(1)

    private static let interval: Duration = .milliseconds(250)

    let isPossible: Bool

    private let subject: String?
    private let beginning = ContinuousClock.now
    private var nextUpdate: ContinuousClock.Instant
    private var isShown = false

    /// Creates the line, which is not shown yet.
    ///
    /// A command that `printsResults` must not do so on the same terminal.
    init(besideResults printsResults: Bool, about subject: String? = nil) {
        isPossible =
            isatty(STDERR_FILENO) == 1 && !(printsResults && isatty(STDOUT_FILENO) == 1)
            && Environment.value(of: "TERM") != "dumb"
        self.subject = subject
        nextUpdate = beginning + Self.patience
    }

    deinit { end() }

    /// Reports the share of the whole that is done, from 0 to 1, and the virtual time, if there is one.
    func report(_ share: @autoclosure () -> Double, at time: UTCInstant?) {
        guard isPossible else { return }
        let now = ContinuousClock.now
        guard now >= nextUpdate else { return }
        nextUpdate = now + Self.interval
        isShown = true
        // The share of an empty whole is no number.
        let share = share()
        let text = Self.text(share > 0 ? min(share, 1) : 0, after: now - beginning, at: time?.text(places: 0))
        write("\r" + (subject.map { "\($0): " } ?? "") + text + "\u{1B}[K")
    }

    func end() {
        guard isShown else { return }
        isShown = false
        write("\r\u{1B}[K")
    }

    static func text(_ share: Double, after elapsed: Duration, at time: String?) -> String {
        let left = share > 0 ? countdown((elapsed / .seconds(1)) * (1 - share) / share) : "unknown time"
        return "\(Int(share * 100)) %, \(left) left" + (time.map { ", at \($0)" } ?? "")
    }

    private func write(_ text: String) {
        // Ignore a failure: it is only progress.
        try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
    }
}

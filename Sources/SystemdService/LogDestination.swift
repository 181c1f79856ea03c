import Glibc

/// The destination of log messages, which determines their format.
enum LogDestination: Equatable {
    /// The journal's native protocol, with separate fields.
    case journal

    /// A terminal: lines with the time, optionally in colour.
    case terminal(hasColors: Bool)

    /// A file or a pipe: plain lines.
    case lines

    init(of descriptor: CInt, environment: (String) -> String?) {
        var status = stat()
        // Children inherit the variable even if their standard error is redirected: it must name this very file.
        if let stream = environment("JOURNAL_STREAM"), unsafe fstat(descriptor, &status) == 0,
            stream == "\(status.st_dev):\(status.st_ino)"
        {
            self = .journal
        } else if isatty(descriptor) == 1 {
            let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false
            self = .terminal(hasColors: !isPlain && environment("TERM") != "dumb")
        } else {
            self = .lines
        }
    }
}

import Glibc

/// Where log messages go, which decides how they look.
enum LogDestination: Equatable {
    /// The journal, through its own socket, with the level and fields kept apart.
    case journal

    /// A person's terminal: lines with the time, and colours where they are welcome.
    case terminal(hasColors: Bool)

    /// A file or a pipe: plain lines.
    case lines

    /// Finds out what `descriptor`, which is standard error but in tests, is connected to.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor.
    ///   - environment: Returns the value of an environment variable.
    init(of descriptor: CInt, environment: (String) -> String?) {
        var status = stat()
        // The variable is inherited by children whose standard error is elsewhere: it must name this very file.
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

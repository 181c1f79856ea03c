import LinuxSystem

/// Formats a log message as one line of text.
enum LogLine {
    /// Returns the line, including its newline.
    ///
    /// - Parameters:
    ///   - message: The message, which may contain untrusted text.
    ///   - level: The priority.
    ///   - time: The time of day to start with; `nil` if the reader adds it.
    ///   - hasColors: Whether to use colours.
    /// - Returns: The text to write.
    static func text(_ message: String, level: LogLevel, time: String? = nil, hasColors: Bool = false)
        -> String
    {
        var line = ""
        if let time { line += hasColors ? "\u{1B}[2m\(time)\u{1B}[0m " : "\(time) " }
        let label = "\(level.name):"
        line += hasColors ? "\(color(of: level))\(label)\u{1B}[0m " : "\(label) "
        appendPrintable(message, to: &line)
        line += "\n"
        return line
    }

    /// Appends the message without control characters that could forge a line or control a terminal.
    private static func appendPrintable(_ message: String, to line: inout String) {
        for scalar in message.unicodeScalars {
            switch scalar.value {
            case 0x0A: line += "\n    "
            case 0x09: line += "\t"
            case ..<0x20, 0x7F..<0xA0: line += "\u{FFFD}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }

    private static func color(of level: LogLevel) -> String {
        switch level {
        case .error: "\u{1B}[1;31m"
        case .warning: "\u{1B}[33m"
        case .notice: "\u{1B}[1m"
        case .info: ""
        case .debug: "\u{1B}[2m"
        }
    }
}

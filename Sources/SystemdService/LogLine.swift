import LinuxSystem

/// A log message as one line of text.
enum LogLine {
    /// Returns the line, with its end.
    ///
    /// - Parameters:
    ///   - message: The message; parts of it may come from strangers.
    ///   - level: How much it matters.
    ///   - time: The time of day to begin with, or `nil` where whoever reads adds it.
    ///   - hasColors: Whether to colour what stands out.
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

    /// Leaves no control character that could forge a line or steer a terminal.
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

import LinuxSystem
import UserInput

enum LogLine {
    /// Returns the line, including its newline, of a message, which may contain untrusted text.
    static func text(_ message: String, level: LogLevel, time: String? = nil, hasColors: Bool = false)
        -> String
    {
        var line = ""
        if let time { line += hasColors ? "\u{1B}[2m\(time)\u{1B}[0m " : "\(time) " }
        let label = "\(level.name):"
        line += hasColors ? "\(color(of: level))\(label)\u{1B}[0m " : "\(label) "
        for scalar in cleaned(message).unicodeScalars {
            line += scalar == "\n" ? "\n    " : String(scalar)
        }
        line += "\n"
        return line
    }

    /// Returns a message without what could control a terminal; line feeds stay, which are our own.
    static func cleaned(_ message: String) -> String {
        message.harmless(replacement: "\u{FFFD}", keeping: ["\n", "\t"])
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

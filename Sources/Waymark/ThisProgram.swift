import Glibc
import LinuxSystem

/// The name of this program without its folder; `nil` if it was started without one.
private let programName = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)

extension WaymarkService {
    /// The identifier of the app that this program is: the environment variable `WAYMARK_APP`, or else the program's name.
    ///
    /// In a sandbox or a unit, where the system knows the app, the service refuses a wrong one.
    public static let defaultApp = Environment.value(of: "WAYMARK_APP") ?? programName ?? "app"
}

/// Writes a line for the log or the person at the terminal, which begins with the program's name.
package func complain(_ text: String) {
    // An error may quote a text that a provider has read from a stranger, and a terminal would obey it.
    let words = text.unicodeScalars.map { scalar -> Unicode.Scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
    }
    let line = "\(programName ?? "provider"): \(String(String.UnicodeScalarView(words)))\n"
    try? writeAll(Array(line.utf8), to: STDERR_FILENO, named: "standard error")
}

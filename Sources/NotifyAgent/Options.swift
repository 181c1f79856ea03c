import LinuxSystem
import WaymarkInterfaces

/// The settings from the command line and the environment.
struct Options {
    /// The service.
    var socket: String

    /// The address of the bus; `nil` for the bus of this session.
    var bus: String?

    /// The language in which apps speak to the person.
    var locale: String?

    /// How long a question stays away after it was closed without an answer.
    var againAfter: Duration = .seconds(600)

    /// The request of a command line.
    enum Request {
        case run(Options)
        case help
        case version
    }

    /// Reads a command line.
    ///
    /// - Throws: ``UsageError``.
    static func read(_ arguments: [String]) throws(UsageError) -> Request {
        let line: CommandLineOptions.Parsed
        do throws(OptionError) {
            line = try CommandLineOptions(described).parse(arguments)
        } catch { throw UsageError(description: "\(error)") }
        if line.has("help") { return .help }
        if line.has("version") { return .version }
        if let operand = line.operands.first {
            throw UsageError(description: "'\(operand)' is an operand, and it takes none")
        }
        var options = Options(
            socket: line.argument(of: "socket") ?? Environment.value(of: ServiceAddress.environmentVariable)
                ?? ServiceAddress.defaultPath
        )
        options.bus = line.argument(of: "bus")
        options.locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment.value(of: $0) }.first
        if let text = line.argument(of: "again-after") {
            guard let seconds = Int(text), (1...86_400).contains(seconds) else {
                throw UsageError(description: "'\(text)' is not a number of seconds from 1 to 86400")
            }
            options.againAfter = .seconds(seconds)
        }
        return .run(options)
    }

    /// The text of `--help`.
    static var help: String {
        """
        Usage: waymark-notify-agent [OPTION]...

        Asks the person, through notifications of the desktop, what apps want to be allowed.

        Options:
        \(described.map { "  \($0.form)\n      \($0.summary)" }.joined(separator: "\n"))

        Exit status: 0 ended as asked; 1 there is no session's bus, or it went away; 2 wrong usage.
        """
    }

    private static let described: [CommandLineOptions.Option] = [
        .init(
            "socket",
            letter: "s",
            argument: "PATH",
            "the service's socket; that of WAYMARK_SOCKET otherwise"
        ),
        .init("bus", argument: "ADDRESS", "the bus of the notifications, instead of that of this session"),
        .init(
            "again-after",
            argument: "SECONDS",
            "how long a question stays away that was closed without an answer, 600 where not given; "
                + "twice as long each further time, 6 h at most"
        ),
        .init("help", letter: "h", "show help"),
        .init("version", "show the version"),
    ]
}

/// Why a command line cannot be read.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

import LinuxSystem
import UserInput
import WaymarkInterfaces

/// The settings from the command line and the environment.
struct Options {
    /// The service's socket.
    let socket: String

    /// The address of the bus; `nil` for the bus of this session.
    let bus: String?

    /// The language of the apps' texts.
    let locale: String?

    /// The delay before a question that was closed without an answer is shown again.
    let againAfter: Duration

    init(_ line: ParsedCommandLine) {
        socket =
            line.value(of: "socket") ?? Environment.value(of: ServiceAddress.environmentVariable)
            ?? ServiceAddress.defaultPath
        bus = line.value(of: "bus")
        locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment.value(of: $0) }.first
        againAfter = .seconds(line.number(of: "again-after") ?? 600)
    }

    static let description = CommandDescription(
        name: "waymark-notify-agent",
        summary: "asks the person, through notifications of the desktop, what apps want to be allowed",
        options: [
            .init(
                "socket",
                letter: "s",
                value: .path("PATH"),
                "the service's socket, instead of that of WAYMARK_SOCKET"
            ),
            .init(
                "bus",
                value: .text("ADDRESS"),
                "the bus of the notifications, instead of that of this session"
            ),
            .init(
                "again-after",
                value: .number("SECONDS", 1...86_400),
                "how long a question stays away that was closed without an answer"
            ),
        ],
        details: """
            A question that was closed without an answer comes back after 600 seconds, or what --again-after says, and
            after twice as long each further time, 6 h at most.

            Exit status: 0 ended as asked; 1 there is no session's bus, or it went away; 2 wrong usage.
            """
    )
}

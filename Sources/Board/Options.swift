import LinuxSystem
import UserInput
import Waymark

/// The settings from the command line and the environment.
struct Options {
    /// The service's socket.
    let socket: String

    /// The address of the page.
    let address: ListenAddress

    /// Whether the port has the figures for monitoring, too.
    let hasMetrics: Bool

    /// The language of the apps' texts.
    let locale: String?

    init(_ line: ParsedCommandLine) throws(OptionError) {
        socket = WaymarkService(socketPath: line.value(of: "socket")).socketPath
        hasMetrics = line.has("metrics")
        locale = Environment.messagesLocale
        guard let text = line.value(of: "listen") else {
            address = .default
            return
        }
        guard let address = ListenAddress(text) else {
            throw .badValue(
                text,
                option: "--listen",
                correction: "give the name or address by which browsers reach this machine, and a port, "
                    + "such as 192.168.1.5:8137 or [::1]:8137"
            )
        }
        self.address = address
    }

    static let description = CommandDescription(
        name: "waymark-board",
        summary: "shows widgets in a browser",
        options: [
            .init(
                "socket",
                letter: "s",
                value: .path("PATH"),
                "the service's socket, instead of that of WAYMARK_SOCKET"
            ),
            .init(
                "listen",
                letter: "l",
                value: .text("HOST:PORT"),
                "where to serve the page, instead of 127.0.0.1:8137"
            ),
            .init("metrics", "serve figures about the service at /metrics, to whoever has the token"),
            .init("print-url", "print the address of the page with its token, and exit"),
        ],
        details: """
            A browser needs the address with its token, which --print-url prints. With another HOST than this machine
            itself, other machines can reach the page, and whoever can read their traffic can use it: there is no
            encryption.

            Exit status: 0 ended as asked; 1 the page cannot be served; 2 wrong usage.
            """
    )
}

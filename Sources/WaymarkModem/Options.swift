import ServiceClient
import UserInput
import WaymarkInterfaces

/// The settings from the command line and the environment.
struct Options {
    let socket: String

    /// The file with assistance data, if the owner gives one.
    let assistance: String?

    init(_ line: ParsedCommandLine) {
        socket = ServiceAddress.path(line.value(of: "socket"))
        assistance = line.value(of: "assistance")
    }

    static let description = CommandDescription(
        name: "waymark-modem",
        summary: "makes the receiver of a mobile broadband modem a receiver of Waymark",
        options: [
            ServiceAddress.option,
            .init(
                "assistance",
                value: .path("FILE"),
                "a file with the assistance data that the modem's maker publishes, for a faster first position"
            ),
        ],
        details: """
            It has ModemManager switch the receiver on while somebody wants a position. Waymark must know the feed, and
            the user that this program runs as: Receiver=feed://modem?user=waymark-modem&source=modem in waymarkd.conf.

            Exit status: 0 ended by a signal; 1 there is no bus, or the bus went away; 2 wrong usage.
            """
    )
}

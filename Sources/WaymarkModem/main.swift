import SystemdService
import UserInput
import WaymarkInterfaces

let description = CommandDescription(
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

let log = Log()
runProgram(description, version: Version.current, log) { line in
    try ModemFeed(line, log).run()
}

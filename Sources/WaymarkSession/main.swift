import SystemdService
import UserInput
import WaymarkInterfaces

let description = CommandDescription(
    name: "waymark-session",
    summary:
        "asks the person on the desktop, shows that the location is in use, and starts programs of apps",
    options: [
        ServiceAddress.option,
        .init(
            "bus",
            value: .text("ADDRESS"),
            "the bus of the notifications and of systemd, instead of that of this session"
        ),
        .init("system", "as root: only start units of the system that installed manifests name"),
        .init(
            "again-after",
            value: .number("SECONDS", 1...86_400),
            "how long a question stays away that was closed without an answer"
        ),
    ],
    details: """
        A question that was closed without an answer comes back after 600 seconds, or what --again-after says, and
        after twice as long each further time, 6 h at most.

        While apps learn the location, a sign in the desktop's tray says which, and its menu pauses that.

        The programs of apps are started when their widgets or events need them, by systemd and by what their
        manifests name. Those that it has started are stopped when it ends.

        What the person decides about an app counts for the desktop's location portal too, and the other way round:
        both are kept equal while it runs.

        Exit status: 0 ended as asked; 1 there is no bus, or it went away; 2 wrong usage.
        """
)

let log = Log()
runProgram(description, version: Version.current, log) { try runSession($0, log) }

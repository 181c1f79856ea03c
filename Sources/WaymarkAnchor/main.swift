import SystemdService
import UserInput
import WaymarkInterfaces

let description = CommandDescription(
    name: "waymark-anchor",
    summary: "wakes whoever sleeps when the anchor drags, or when nobody knows whether it does",
    options: [
        ServiceAddress.option,
        .init("bus", value: .text("ADDRESS"), "the bus of the notifications and of systemd"),
        .init("system", "as root: there is no desktop, and the unit is one of the system"),
        .init(
            "config",
            letter: "c",
            value: .path("FILE"),
            "the configuration, instead of \(AlarmConfiguration.place)"
        ),
    ],
    details: """
        'waymarkctl anchor drop' begins the watch. This program hears of it from the service, and hears if the service
        falls silent.

        Exit status: 0 ended by a signal; 1 failed; 2 wrong usage.
        """
)

let log = Log()
runProgram(description, version: Version.current, log) { line in
    try Watchman(line, log).run()
}

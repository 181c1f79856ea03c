import SystemdService
import UserInput
import WaymarkInterfaces

let description = CommandDescription(
    name: "waymark-geoclue",
    summary:
        "gives programs written for GeoClue their location from Waymark, as far as the person allows",
    options: [
        ServiceAddress.option,
        .init("bus", value: .text("ADDRESS"), "the bus to serve, instead of the system's"),
    ],
    details: """
        It owns the name org.freedesktop.GeoClue2, which only one program can have. Waymark must know the user that
        it runs as: User= in the section [Bridge] of waymarkd.conf.

        Exit status: 0 ended by a signal; 1 there is no bus, the name belongs to another program, or the bus went
        away; 2 wrong usage.
        """
)

let log = Log()
runProgram(description, version: Version.current, log) { line in
    try Bridge(line, log).run()
}

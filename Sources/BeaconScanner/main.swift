import SystemdService
import UserInput
import WaymarkInterfaces

let description = CommandDescription(
    name: "waymark-beacons",
    summary: "listens for Bluetooth beacons while an app of Waymark wants to know of them",
    options: [
        ServiceAddress.option,
        .init("bus", value: .text("ADDRESS"), "the bus on which BlueZ is, instead of the system's"),
    ],
    details: """
        It has BlueZ look for Bluetooth devices, and reports those that advertise as iBeacons. Waymark must know the
        user that it runs as: BeaconUser= in the section [Bridge] of waymarkd.conf.

        Exit status: 0 ended by a signal; 1 there is no bus, or the bus went away; 2 wrong usage.
        """
)

let log = Log()
runProgram(description, version: Version.current, log) { line in
    try Scanner(line, log).run()
}

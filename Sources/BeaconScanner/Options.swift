import MessageBus
import ServiceClient
import UserInput
import WaymarkInterfaces

struct Options {
    let socket: String
    let bus: MessageBus.Address

    init(_ line: ParsedCommandLine) {
        socket = ServiceAddress.path(line.value(of: "socket"))
        bus = line.value(of: "bus").map { .at($0) } ?? .system
    }

    static let description = CommandDescription(
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
}

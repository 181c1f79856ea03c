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
}

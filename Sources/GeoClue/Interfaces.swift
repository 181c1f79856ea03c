import MessageBus

enum Interfaces {
    static let busName = "org.freedesktop.GeoClue2"
    static let portalDesktopID = "xdg-desktop-portal"
    static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    static let clientsPath = "/org/freedesktop/GeoClue2/Client"

    static let manager = BusInterface(
        "org.freedesktop.GeoClue2.Manager",
        [
            .property("InUse", type: "b"),
            .property("AvailableAccuracyLevel", type: "u"),
            .method("GetClient", out: "o"),
            .method("CreateClient", out: "o"),
            .method("DeleteClient", in: "o"),
            .method("AddAgent", in: "s"),
        ]
    )

    static let client = BusInterface(
        "org.freedesktop.GeoClue2.Client",
        [
            .property("Location", type: "o"),
            .property("DistanceThreshold", type: "u", isWritable: true),
            .property("TimeThreshold", type: "u", isWritable: true),
            .property("DesktopId", type: "s", isWritable: true),
            .property("RequestedAccuracyLevel", type: "u", isWritable: true),
            .property("Active", type: "b"),
            .method("Start"),
            .method("Stop"),
            .signal("LocationUpdated", "oo"),
        ]
    )

    static let location = BusInterface(
        "org.freedesktop.GeoClue2.Location",
        ToldLocation.properties.map { .property($0.name, type: $0.type) }
    )
}

import MessageBus

/// The interfaces of GeoClue, as its programs know them.
enum Interfaces {
    static let busName = "org.freedesktop.GeoClue2"
    static let portalDesktopID = "xdg-desktop-portal"
    static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    static let clientsPath = "/org/freedesktop/GeoClue2/Client"

    static let manager = BusInterface(
        "org.freedesktop.GeoClue2.Manager",
        [
            .property("InUse", type: "b"),
            .property("AvailableAccuracyLevel", type: "u", isConstant: true),
            .method("GetClient", out: ["client": "o"]),
            .method("CreateClient", out: ["client": "o"]),
            .method("DeleteClient", in: ["client": "o"]),
            .method("AddAgent", in: ["id": "s"]),
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
            .signal("LocationUpdated", ["old": "o", "new": "o"]),
        ]
    )

    static let location = BusInterface(
        "org.freedesktop.GeoClue2.Location",
        [
            .property("Latitude", type: "d", isConstant: true),
            .property("Longitude", type: "d", isConstant: true),
            .property("Accuracy", type: "d", isConstant: true),
            .property("Altitude", type: "d", isConstant: true),
            .property("Speed", type: "d", isConstant: true),
            .property("Heading", type: "d", isConstant: true),
            .property("Description", type: "s"),
            .property("Timestamp", type: "(tt)", isConstant: true),
        ]
    )
}

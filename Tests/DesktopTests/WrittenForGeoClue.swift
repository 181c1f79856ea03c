import Glibc
import TestSupport
import Testing

/// A program from Debian that was written for GeoClue, unchanged.
struct WrittenForGeoClue: Sendable, CustomTestStringConvertible {
    let name: String
    let app: String

    /// The command that prints one location and ends, and that which goes on.
    let once: [String]
    let follow: [String]

    /// What it prints of the place of the receiver, of one 111 m further, and of any place.
    let place: String
    let nextPlace: String
    let anyPlace: String

    /// Whether it waits when the service on the bus is gone.
    var goesOn = true

    /// Whether it asks for no more than an area, and for the next one after 50 km.
    var wantsArea = false

    var testDescription: String { name }

    // The receiver is at 47.99850 7.82900.
    static let all = [
        WrittenForGeoClue(
            name: "where-am-i",
            app: "geoclue-where-am-i",
            once: whereAmI + ["-t", "5"],
            follow: whereAmI + ["-t", "3600"],
            place: "47.998500",
            nextPlace: "47.999500",
            anyPlace: "Latitude:",
            goesOn: false
        ),
        nightLight("redshift"),
        nightLight("gammastep"),
        inPython("libgeoclue", app: "simple", { python("geoclue-simple.py", $0) }),
        inPython("QtPositioning 5", app: "qt5", { python("geoclue-qt.py", "5", $0) }),
        inPython("QtPositioning 6", app: "qt6", { python("geoclue-qt.py", "6", $0) }),
        inPython("portal", app: "xdg-desktop-portal") { session + python("geoclue-portal.py", $0) },
        inPython("portal, sandboxed", app: "xdg-desktop-portal") {
            session + ["/bin/sh", "-c", #"exec "$0" "$HOME" "$1""#, folder + "/geoclue-portal.sh", $0]
        },
    ]

    private static let folder = Checkout.root + "/Tests/DesktopTests"
    private static let whereAmI = ["/usr/libexec/geoclue-2.0/demos/where-am-i", "-a", "8"]

    /// A bus of a person's session, which starts the portal.
    private static let session = ["dbus-run-session", "--"]

    private static func python(_ script: String, _ arguments: String...) -> [String] {
        ["/usr/bin/python3", "\(folder)/\(script)"] + arguments
    }

    private static func inPython(
        _ name: String,
        app: String,
        _ command: (_ mode: String) -> [String]
    ) -> WrittenForGeoClue {
        WrittenForGeoClue(
            name: name,
            app: app,
            once: ["timeout", "20"] + command("once"),
            follow: command("follow"),
            place: "Place: 47.9985",
            nextPlace: "Place: 47.9995",
            anyPlace: "Place: "
        )
    }

    private static func nightLight(_ name: String) -> WrittenForGeoClue {
        let command = ["stdbuf", "-oL", name, "-m", "dummy", "-l", "geoclue2", "-v"]
        return WrittenForGeoClue(
            name: name,
            app: name,
            once: ["timeout", "20"] + command + ["-p"],
            follow: command,
            place: "Location: 4",
            nextPlace: "",
            anyPlace: "Location: ",
            wantsArea: true
        )
    }

    func start(_ command: [String], on desktop: GeoClueDesktop, home: String) throws -> RunningProgram {
        try desktop.start(command, environment: Self.environment(home))
    }

    /// The environment of programs in the session of a person with a folder.
    static func environment(_ home: String) -> [String: String] {
        [
            "LC_ALL": "C.UTF-8", "HOME": home, "XDG_RUNTIME_DIR": home, "XDG_DATA_HOME": home,
            "XDG_CACHE_HOME": home, "XDG_CONFIG_HOME": home, "XDG_DESKTOP_PORTAL_DIR": home,
            "XDG_CURRENT_DESKTOP": "test", "QT_GEOCLUE_APP_DESKTOP_ID": "qt5",
        ]
    }

    /// Makes a person's folder with what the portal needs: a backend that could ask the person, and the sandbox of an app.
    ///
    /// The portal offers locations only where some backend can ask. The backend is not there, and is not needed: the
    /// portal does not ask about programs outside a sandbox, and not if the answer is in the permission store.
    static func home() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            "[portal]\nDBusName=org.example.Absent\nInterfaces=org.freedesktop.impl.portal.Access;\nUseIn=test\n",
            to: "test.portal"
        )
        try folder.write(
            "[Application]\nname=org.example.Sandboxed\n\n[Instance]\ninstance-id=42\n",
            to: "info"
        )
        return folder
    }
}

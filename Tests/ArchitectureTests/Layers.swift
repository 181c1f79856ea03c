/// What each target may import: the one table of the layers.
enum Layers {
    /// No input or output, no clock, no randomness: each with the others that it may use.
    static let pure: [String: Set<String>] = [
        "GPSDReports": ["LocationModel"],
        "LocationModel": ["CMath"],
        "NMEA": ["CLanes", "CMath", "LocationModel"],
        "RouteSimulator": ["CMath", "LocationModel"],
        "Varlink": [],
        "WaymarkEngine": ["CMath", "LocationModel"],
        "WaymarkInterfaces": ["LocationModel", "Varlink"],
    ]

    /// Facilities that the shells above them share, which use nothing but each other in this order.
    static let foundations: [(name: String, imports: Set<String>)] = [
        ("LinuxSystem", ["CLinux"]),
        ("INIFiles", ["CInih"]),
    ]

    /// One facility of the system each: with what is theirs alone, beside what all of them may use.
    static let shells: [String: Set<String>] = [
        "Configuration": [],
        "DesktopNotifications": ["CNotifications"],
        "GPSDReceiver": ["CGPS"],
        "Manifests": [],
        "NMEAReceivers": [],
        "PeerIdentity": [],
        "Recordings": ["CExpat", "CZlib"],
        "ScenarioFiles": [],
        "StateStore": ["CSodium", "CSQLite"],
        "SystemdService": ["CSystemd"],
        "VarlinkSocket": [],
    ]

    /// The library for providers, which must not reach the engine.
    static let client = "Waymark"

    /// What puts the rest together.
    static let programs: Set<String> = ["NotifyAgent", "waymarkctl", "waymarkd"]

    /// What gives C to Swift, without Swift of its own.
    static let inC: Set<String> = [
        "CExpat", "CGPS", "CInih", "CLanes", "CLinux", "CMath", "CNotifications", "CSodium", "CSQLite",
        "CSystemd", "CZlib",
    ]

    /// Returns what a target may import; `nil` for one that the table does not know.
    static func allowedImports(of target: String) -> Set<String>? {
        if let allowed = pure[target] { return allowed }
        let shared = foundations.map(\.name)
        if let level = foundations.firstIndex(where: { $0.name == target }) {
            return foundations[level].imports.union(["Glibc"]).union(shared[..<level])
        }
        if let own = shells[target] {
            return own.union(["Glibc"]).union(shared).union(pure.keys)
        }
        if target == client {
            return [
                "FoundationEssentials", "Glibc", "LinuxSystem", "LocationModel", "Varlink", "VarlinkSocket",
                "WaymarkInterfaces",
            ]
        }
        if programs.contains(target) {
            return Set(pure.keys).union(shells.keys).union(shared).union(["Glibc"])
        }
        return inC.contains(target) ? [] : nil
    }
}

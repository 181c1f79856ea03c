/// What each target may import: the one table of the layers.
enum Layers {
    /// No input or output, no clock, no randomness: each with the others that it may use.
    static let pure: [String: Set<String>] = [
        "DecisionTexts": ["LocationModel", "WaymarkEngine"],
        "GPSDReports": ["LocationModel"],
        "LocationModel": ["CMath"],
        "NMEA": ["CLanes", "CMath", "LocationModel"],
        "RouteSimulator": ["CMath", "LocationModel", "UserInput"],
        "UserInput": [],
        "Varlink": [],
        "WaymarkEngine": ["CMath", "LocationModel"],
        "WaymarkInterfaces": ["LocationModel", "Varlink"],
    ]

    /// The shells, with the modules that each may use beside pure targets, Glibc and `LinuxSystem`.
    static let shells: [String: Set<String>] = [
        "Configuration": [],
        "GPSDReceiver": ["CGPS"],
        "Manifests": [],
        "NMEAReceivers": [],
        "PeerIdentity": [],
        "Recordings": ["CExpat", "CZlib"],
        "StateStore": ["CSodium", "CSQLite"],
        "SystemdService": ["CSystemd"],
        "VarlinkSocket": [],
    ]

    /// The library for providers, which must not reach the engine.
    static let client = "Waymark"

    /// The programs, which put the rest together, with the C that each may use itself.
    static let programs: [String: Set<String>] = [
        "NotifyAgent": ["CNotifications"], "waymarkctl": [], "waymarkd": [],
    ]

    /// What gives C to Swift, without Swift of its own.
    static let inC: Set<String> = [
        "CExpat", "CGPS", "CLanes", "CLinux", "CMath", "CNotifications", "CSodium", "CSQLite",
        "CSystemd", "CZlib",
    ]

    /// Returns what a target may import; `nil` for one that the table does not know.
    static func allowedImports(of target: String) -> Set<String>? {
        if let allowed = pure[target] { return allowed }
        if target == "LinuxSystem" { return ["CLinux", "Glibc"] }
        if let own = shells[target] { return own.union(["Glibc", "LinuxSystem"]).union(pure.keys) }
        if target == client {
            return [
                "FoundationEssentials", "Glibc", "LinuxSystem", "LocationModel", "Varlink", "VarlinkSocket",
                "WaymarkInterfaces",
            ]
        }
        if let own = programs[target] {
            return own.union(pure.keys).union(shells.keys).union([client, "Glibc", "LinuxSystem"])
        }
        return inC.contains(target) ? [] : nil
    }
}

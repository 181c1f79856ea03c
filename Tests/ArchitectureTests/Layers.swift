/// The layers: what each target may import.
enum Layers {
    /// Pure targets, without I/O, clock or randomness, and the targets they may use.
    static let pure: [String: Set<String>] = [
        "Beacons": ["CMath", "LocationModel", "PriorityQueues"],
        "DecisionTexts": ["LocationModel", "WaymarkEngine"],
        "GPSDReports": ["LocationModel"],
        "LocationModel": ["CMath"],
        "NMEA": ["CMath", "LocationModel"],
        "PriorityQueues": [],
        "Regions": ["CMath", "LocationModel", "Varlink"],
        "RouteSimulator": ["CMath", "LocationModel", "UserInput"],
        "RunRecords": ["DecisionTexts", "LocationModel", "Regions", "Varlink", "WaymarkEngine"],
        "RunReport": ["DecisionTexts", "LocationModel", "UserInput", "Varlink", "WaymarkEngine"],
        "Scenarios": [
            "CMath", "DecisionTexts", "LocationModel", "Regions", "RouteSimulator", "UserInput",
            "WaymarkEngine",
        ],
        "UserInput": [],
        "Varlink": [],
        "WaymarkEngine": ["Beacons", "CMath", "LocationModel", "PriorityQueues", "Regions"],
        "WaymarkInterfaces": ["LocationModel", "UserInput", "Varlink"],
        "WidgetConfigurations": ["LocationModel", "UserInput", "Varlink"],
    ]

    /// The shells, and the modules that each may use in addition to pure targets, Glibc and `LinuxSystem`.
    static let shells: [String: Set<String>] = [
        "Configuration": [],
        "GPSDReceiver": ["CGPS"],
        "HTTPServer": ["CMicroHTTPD"],
        "Manifests": [],
        "MessageBus": ["CSystemd"],
        "NMEAReceivers": [],
        "PeerIdentity": [],
        "Recordings": ["CExpat", "CZlib"],
        "StateStore": ["CSodium", "CSQLite"],
        "SystemdService": ["CSystemd"],
        "TerminalScreen": ["CCurses"],
        "VarlinkSocket": [],
    ]

    /// The connection to the service, which the library and the programs use.
    static let connection = "ServiceClient"

    /// The library for providers.
    ///
    /// It must not use the engine.
    static let client = "Waymark"

    /// The modules with the names and types that code for Apple's platforms imports, and what each may use beside
    /// `LinuxSystem` and pure targets.
    ///
    /// As on these platforms, they bring the whole of Foundation. Nothing else uses them.
    static let ported: [String: Set<String>] = [
        "Combine": [],
        "CoreLocation": ["Dispatch", "Foundation", "Waymark"],
        "WidgetKit": ["CoreLocation", "Dispatch", "Foundation", "Waymark"],
    ]

    /// The programs, which may use everything, and the C targets that each may use itself.
    static let programs: [String: Set<String>] = [
        "BeaconScanner": [], "Board": [], "GeoClue": [], "WaymarkSession": [], "waymarkctl": ["CPrograms"],
        "waymarkd": [],
    ]

    /// C targets without Swift files.
    static let inC: Set<String> = [
        "CCurses", "CExpat", "CGPS", "CLinux", "CMath", "CMicroHTTPD", "CPrograms", "CSodium",
        "CSQLite",
        "CSystemd", "CZlib",
    ]

    /// Returns what a target may import; `nil` for an unknown target.
    static func allowedImports(of target: String) -> Set<String>? {
        if let allowed = pure[target] { return allowed }
        if target == "LinuxSystem" { return ["CLinux", "Glibc"] }
        if let own = shells[target] { return own.union(["Glibc", "LinuxSystem"]).union(pure.keys) }
        if target == connection {
            return ["Glibc", "LinuxSystem", "LocationModel", "Varlink", "VarlinkSocket", "WaymarkInterfaces"]
        }
        if target == client {
            return [
                "FoundationEssentials", "Glibc", "LinuxSystem", "LocationModel", "ServiceClient", "Varlink",
                "VarlinkSocket", "WaymarkInterfaces", "WidgetConfigurations",
            ]
        }
        if let own = ported[target] { return own.union(["LinuxSystem"]).union(pure.keys) }
        if let own = programs[target] {
            return own.union(pure.keys).union(shells.keys).union([client, connection, "Glibc", "LinuxSystem"])
        }
        return inC.contains(target) ? [] : nil
    }
}

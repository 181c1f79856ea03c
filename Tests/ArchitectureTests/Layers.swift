enum Layers {
    /// Pure targets, without I/O, clock or randomness, and the targets they may use.
    static let pure: [String: Set<String>] = [
        "AnchorWatch": ["Glibc", "LocationModel"],
        "Coding": ["LocationModel", "Varlink"],
        "LocationModel": ["Glibc"],
        "Modems": ["LocationModel"],
        "NMEA": ["Glibc", "LocationModel"],
        "Regions": ["Glibc", "LocationModel", "Varlink"],
        "RunRecords": ["Coding", "LocationModel", "Varlink", "WaymarkEngine"],
        "UserInput": [],
        "Varlink": [],
        "WaymarkEngine": ["AnchorWatch", "Glibc", "LocationModel", "Regions"],
        "WaymarkInterfaces": ["LocationModel", "UserInput", "Varlink"],
        "WorldMap": ["CWorldMap", "LocationModel"],
    ]

    /// The laboratory, pure as well: what each target may use.
    static let lab: [String: Set<String>] = [
        "Lab": [
            "AnchorWatch", "Coding", "Glibc", "LocationModel", "Regions", "RouteSimulator", "RunRecords",
            "UserInput", "Varlink", "WaymarkEngine", "WorldMap",
        ],
        "RouteSimulator": ["Glibc", "LocationModel", "UserInput"],
    ]

    /// The shells, and the modules that each may use in addition to pure targets, Glibc and `LinuxSystem`.
    static let shells: [String: Set<String>] = [
        "CommandLineTool": [],
        "Configuration": [],
        "HTTP": ["CMicroHTTPD"],
        "Manifests": [],
        "MessageBus": ["CSystemd"],
        "OwnTracks": ["CSodium", "ServiceClient"],
        "Receivers": ["CGPS"],
        "Recordings": ["CExpat", "CZlib"],
        // The relay writes the messages that OwnTracks reads.
        "Relay": ["OwnTracks"],
        "SealedDatabase": ["CSodium", "CSQLite"],
        "StateStore": ["SealedDatabase"],
        "SystemdService": ["CSystemd"],
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
        "Combine": ["Dispatch", "Foundation"],
        "CoreLocation": ["Combine", "Dispatch", "Foundation", "Observation", "Waymark"],
        "OSLog": ["os"],
        "os": ["Foundation", "Glibc"],
        "WidgetKit": ["CoreLocation", "Dispatch", "Foundation", "Waymark"],
    ]

    /// The programs and the service, which may use everything, and what each alone may use besides.
    static let programs: [String: Set<String>] = [
        "BeaconScanner": [], "Daemon": [], "Board": [], "GeoClue": [],
        "WaymarkAnchor": [], "WaymarkModem": [],
        "WaymarkPhone": ["CQRencode"],
        "WaymarkRelay": ["CMosquitto"],
        "WaymarkSession": [],
        "waymarkctl": ["CCurses", "CPrograms"], "waymarkd": ["Daemon"], "WaymarkLab": ["Daemon", "World"],
        // In the laboratory; it runs the service itself.
        "World": ["CWorld", "Daemon"],
    ]

    /// The programs that decide, and what no other program may use.
    static let withEngine: Set = ["Daemon", "WaymarkLab", "World"]
    static let besideEngine: Set = ["Configuration", "Recordings", "StateStore", "WaymarkEngine"]

    /// C targets without Swift files.
    static let inC: Set<String> = [
        "CCurses", "CExpat", "CGPS", "CLinux", "CMicroHTTPD", "CMosquitto", "CPrograms", "CQRencode",
        "CWorld", "CWorldMap", "CSodium", "CSQLite", "CSystemd", "CZlib",
    ]

    /// Returns what a target may import; `nil` for an unknown target.
    static func allowedImports(of target: String) -> Set<String>? {
        if let allowed = pure[target] ?? lab[target] { return allowed }
        if target == "LinuxSystem" { return ["CLinux", "Glibc"] }
        if let own = shells[target] { return own.union(["Glibc", "LinuxSystem"]).union(pure.keys) }
        if target == connection {
            return ["Glibc", "LinuxSystem", "LocationModel", "Varlink", "VarlinkSocket", "WaymarkInterfaces"]
        }
        if target == client {
            return [
                "FoundationEssentials", "Glibc", "LinuxSystem", "LocationModel", "ServiceClient", "Varlink",
                "VarlinkSocket", "WaymarkInterfaces",
            ]
        }
        if let own = ported[target] { return own.union(["LinuxSystem"]).union(pure.keys) }
        if let own = programs[target] {
            let all = own.union(pure.keys).union(shells.keys).union([
                client, connection, "Glibc", "LinuxSystem",
            ])
            return withEngine.contains(target) ? all.union(lab.keys) : all.subtracting(besideEngine)
        }
        return inC.contains(target) ? [] : nil
    }
}

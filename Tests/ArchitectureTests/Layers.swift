/// The layers: what each target may import.
enum Layers {
    /// Pure targets, without I/O, clock or randomness, and the targets they may use.
    static let pure: [String: Set<String>] = [
        "GPSDReports": ["LocationModel"],
        "LocationModel": ["CMath"],
        "NMEA": ["CLanes", "CMath", "LocationModel"],
        "RouteSimulator": ["CMath", "LocationModel"],
        "Varlink": [],
        "WaymarkEngine": ["CMath", "LocationModel"],
        "WaymarkInterfaces": ["LocationModel"],
    ]

    /// Foundations shared by the shells.
    ///
    /// Each uses only those before it.
    static let foundations: [(name: String, imports: Set<String>)] = [
        ("LinuxSystem", ["CLinux"]),
        ("INIFiles", ["CInih"]),
    ]

    /// Shells, one for each facility of the system, and what they may use beyond the pure targets and foundations.
    static let shells: [String: Set<String>] = [
        "Configuration": [],
        "DesktopNotifications": ["CNotifications"],
        "GPSDReceiver": ["CGPS"],
        "Manifests": [],
        "MessageCoding": ["FoundationEssentials"],
        "NMEAReceivers": [],
        "PeerIdentity": [],
        "Recordings": ["CExpat", "CZlib", "FoundationEssentials"],
        "ScenarioFiles": [],
        "StateStore": ["CSodium", "CSQLite"],
        "SystemdService": ["CSystemd"],
        "VarlinkSocket": [],
    ]

    /// The library for providers.
    ///
    /// It must not use the engine.
    static let client = "Waymark"

    /// The programs, which may use everything.
    static let programs: Set<String> = ["NotifyAgent", "waymarkctl", "waymarkd"]

    /// C targets without Swift files.
    static let inC: Set<String> = [
        "CExpat", "CGPS", "CInih", "CLanes", "CLinux", "CMath", "CNotifications", "CSodium", "CSQLite",
        "CSystemd", "CZlib",
    ]

    /// Returns what a target may import; `nil` for an unknown target.
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
                "Glibc", "LinuxSystem", "LocationModel", "MessageCoding", "Varlink", "VarlinkSocket",
                "WaymarkInterfaces",
            ]
        }
        if programs.contains(target) {
            return Set(pure.keys).union(shells.keys).union(shared).union(["FoundationEssentials", "Glibc"])
        }
        return inC.contains(target) ? [] : nil
    }
}

/// The layers, and what the targets of each may import.
///
/// Which of these modules a target does import is in `Package.swift`, and the build refuses all others.
enum Layers {
    /// Without I/O, clock or randomness.
    static let pure: Set = [
        "LocationModel", "Modems", "NMEA", "Regions", "UserInput", "Varlink", "WaymarkEngine",
        "WaymarkInterfaces", "WorldMap",
    ]

    /// One facility of the operating system each.
    static let shells: Set = [
        "CommandLineTool", "HTTP", "LinuxSystem", "Manifests", "MessageBus", "OwnTracks", "Receivers",
        "Relay", "SealedDatabase", "StateStore", "SystemdService",
    ]

    /// The shells that need more than `LinuxSystem`.
    ///
    /// The relay writes the messages that OwnTracks reads.
    static let onShells = [
        "OwnTracks": "ServiceClient", "Relay": "OwnTracks", "StateStore": "SealedDatabase",
    ]

    /// The connection to the service, and the library.
    static let clients: Set = ["ServiceClient", "Waymark"]

    /// The modules with the names and types that code for Apple's platforms imports.
    ///
    /// As on these platforms, they bring the whole of Foundation. Nothing else uses them.
    static let ported: Set = ["Combine", "CoreLocation", "OSLog", "WidgetKit", "os"]

    static let programs: Set = [
        "BeaconScanner", "Board", "GeoClue", "WaymarkAnchor", "WaymarkModem", "WaymarkPhone",
        "WaymarkRelay", "WaymarkSession", "waymarkctl",
    ]

    /// The programs that decide, and the service that they run.
    static let deciding: Set = ["Daemon", "WaymarkLab", "waymarkd"]

    /// The engine and what brings it, which only these may use.
    private static let engine: Set = ["Receivers", "StateStore", "WaymarkEngine"]

    /// C targets without Swift files.
    static let inC: Set = [
        "CInterfaces", "CLibraries", "CLinux", "CMicroHTTPD", "CReceivers", "CTool", "CWorld", "CWorldMap",
    ]

    static let libraries: Set = ["CMosquitto", "CQRencode", "CSQLite", "CSodium", "CSystemd"]

    /// Returns what a target may import; `nil` for an unknown target.
    static func allowedImports(of target: String) -> Set<String>? {
        let base = pure.union(["Glibc"])
        let all = base.union(shells).union(clients).union(inC).union(libraries)
        return switch target {
        case "LinuxSystem": ["CLinux", "Glibc"]
        case _ where pure.contains(target): base.union(["CInterfaces", "CWorldMap"])
        // For the decoder of recordings, which reads only what it is given.
        case "Lab": base.union(["Receivers"])
        case _ where shells.contains(target):
            base.union(inC).union(libraries).union(["LinuxSystem"]).union(onShells[target].map { [$0] } ?? [])
        case _ where clients.contains(target):
            base.subtracting(engine).union(["FoundationEssentials", "LinuxSystem", "ServiceClient"])
        case _ where ported.contains(target):
            base.union(ported).union(["Dispatch", "Foundation", "LinuxSystem", "Observation", "Waymark"])
        case _ where programs.contains(target): all.subtracting(engine)
        case _ where deciding.contains(target): all.union(["Lab"]).union(deciding)
        case _ where inC.contains(target): []
        default: nil
        }
    }
}

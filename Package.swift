// swift-tools-version: 6.3
import PackageDescription

// One section a layer, in the order of what may use what; inside a section, alphabetical. The layers are
// explained in docs/architecture.md and held by Tests/ArchitectureTests.
let package = Package(
    name: "waymark",
    products: [
        .library(name: "Waymark", targets: ["Waymark"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "WidgetKit", targets: ["WidgetKit"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .executable(name: "waymarkd", targets: ["waymarkd"]),
        .executable(name: "waymarkctl", targets: ["waymarkctl"]),
        .executable(name: "waymark-lab", targets: ["WaymarkLab"]),
        .executable(name: "waymark-anchor", targets: ["WaymarkAnchor"]),
        .executable(name: "waymark-beacons", targets: ["BeaconScanner"]),
        .executable(name: "waymark-board", targets: ["Board"]),
        .executable(name: "waymark-geoclue", targets: ["GeoClue"]),
        .executable(name: "waymark-modem", targets: ["WaymarkModem"]),
        .executable(name: "waymark-phone", targets: ["WaymarkPhone"]),
        .executable(name: "waymark-relay", targets: ["WaymarkRelay"]),
        .executable(name: "waymark-session", targets: ["WaymarkSession"]),
        .executable(name: "waymark-sample-provider", targets: ["SwiftProvider"]),
        .executable(name: "waymark-sample-minimal", targets: ["MinimalProvider"]),
        .executable(name: "waymark-ported-widget", targets: ["PortedWidget"]),
        .executable(name: "waymark-terminal-dashboard", targets: ["TerminalDashboard"]),
    ],
    targets: [
        // MARK: Pure - no I/O, no clock, no randomness, no Foundation
        .target(name: "LocationModel"),
        .target(name: "Modems", dependencies: ["LocationModel"]),
        .target(name: "NMEA", dependencies: ["LocationModel", "Varlink"]),
        .target(name: "Regions", dependencies: ["LocationModel", "Varlink"]),
        .target(name: "UserInput"),
        .target(name: "Varlink", dependencies: ["LocationModel"]),
        .target(
            name: "WaymarkEngine",
            dependencies: ["LocationModel", "Regions", "Varlink"]
        ),
        .target(
            name: "WaymarkInterfaces",
            dependencies: ["CInterfaces", "LocationModel", "UserInput", "Varlink"],
            exclude: ["Descriptions"]
        ),
        .target(name: "WorldMap", dependencies: ["CWorldMap", "LocationModel"]),

        // MARK: C - what Glibc's module lacks, and libraries: a module map and one header each
        .target(name: "CInterfaces"),
        .systemLibrary(
            name: "CLibraries",
            providers: [
                .apt([
                    "libmosquitto-dev", "libqrencode-dev", "libsodium-dev", "libsqlite3-dev",
                    "libsystemd-dev",
                ])
            ]
        ),
        .target(name: "CLinux"),
        .target(name: "CMicroHTTPD", linkerSettings: [.linkedLibrary("microhttpd")]),
        .target(
            name: "CReceivers",
            linkerSettings: [.linkedLibrary("expat"), .linkedLibrary("gps"), .linkedLibrary("z")]
        ),
        .target(name: "CTool", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(name: "CWorldMap", exclude: ["world.map"]),

        // MARK: Shells - one operating-system facility each
        .target(name: "CommandLineTool", dependencies: ["LinuxSystem", "LocationModel", "UserInput"]),
        .target(name: "HTTP", dependencies: ["CMicroHTTPD", "LinuxSystem"]),
        .target(name: "LinuxSystem", dependencies: ["CLinux"]),
        .target(
            name: "Manifests",
            dependencies: ["LinuxSystem", "LocationModel", "UserInput", "Varlink", "WaymarkInterfaces"]
        ),
        .target(name: "MessageBus", dependencies: ["CLibraries", "LinuxSystem", "UserInput"]),
        .target(
            name: "OwnTracks",
            dependencies: [
                "CLibraries", "LinuxSystem", "LocationModel", "ServiceClient", "Varlink",
                "WaymarkInterfaces",
            ]
        ),
        .target(
            name: "Receivers",
            dependencies: ["CReceivers", "LinuxSystem", "LocationModel", "NMEA", "Varlink"]
        ),
        .target(
            name: "Relay",
            dependencies: [
                "LocationModel", "OwnTracks", "Regions", "UserInput", "Varlink",
                "WaymarkInterfaces",
            ]
        ),
        .target(
            name: "SealedDatabase",
            dependencies: ["CLibraries", "LinuxSystem", "LocationModel"]
        ),
        .target(
            name: "StateStore",
            dependencies: [
                "LinuxSystem", "LocationModel", "Regions", "SealedDatabase", "Varlink",
                "WaymarkEngine",
            ]
        ),
        .target(name: "SystemdService", dependencies: ["CLibraries", "LinuxSystem", "UserInput"]),

        // MARK: The connection to the service, for the library and for programs without it
        .target(
            name: "ServiceClient",
            dependencies: ["LinuxSystem", "LocationModel", "Varlink", "WaymarkInterfaces"]
        ),

        // MARK: The client library - the one public product
        .target(
            name: "Waymark",
            dependencies: ["LinuxSystem", "LocationModel", "ServiceClient", "Varlink", "WaymarkInterfaces"]
        ),

        // MARK: Modules that code written for Apple's platforms imports, on top of the library
        .target(name: "Combine", dependencies: ["LinuxSystem"]),
        .target(name: "CoreLocation", dependencies: ["Combine", "LinuxSystem", "LocationModel", "Waymark"]),
        .target(name: "os", dependencies: ["LinuxSystem"]),
        .target(name: "OSLog", dependencies: ["os"]),
        .target(
            name: "WidgetKit",
            dependencies: ["CoreLocation", "LinuxSystem", "LocationModel", "Waymark"]
        ),

        // MARK: The service, whose program is waymarkd
        .target(
            name: "Daemon",
            dependencies: [
                "LinuxSystem", "LocationModel", "Manifests", "Receivers", "Regions", "SealedDatabase",
                "StateStore", "SystemdService", "UserInput", "Varlink", "WaymarkEngine", "WaymarkInterfaces",
            ]
        ),

        // MARK: Programs - they wire
        .executableTarget(
            name: "BeaconScanner",
            dependencies: [
                "LinuxSystem", "LocationModel", "MessageBus", "Regions", "ServiceClient", "SystemdService",
                "UserInput", "WaymarkInterfaces",
            ]
        ),
        .executableTarget(
            name: "Board",
            dependencies: [
                "HTTP", "LinuxSystem", "LocationModel", "SealedDatabase", "ServiceClient", "SystemdService",
                "UserInput", "Varlink", "WaymarkInterfaces", "WorldMap",
            ],
            resources: [.embedInCode("Page")]
        ),
        .executableTarget(
            name: "GeoClue",
            dependencies: [
                "LinuxSystem", "LocationModel", "MessageBus", "ServiceClient", "SystemdService", "UserInput",
                "Varlink", "WaymarkInterfaces",
            ]
        ),
        .executableTarget(
            name: "WaymarkAnchor",
            dependencies: [
                "LinuxSystem", "LocationModel", "MessageBus", "ServiceClient", "SystemdService", "UserInput",
                "WaymarkInterfaces",
            ],
            exclude: ["io.waymark.Anchor.app"]
        ),
        .executableTarget(
            name: "WaymarkModem",
            dependencies: [
                "LinuxSystem", "LocationModel", "MessageBus", "Modems", "ServiceClient", "SystemdService",
                "UserInput", "WaymarkInterfaces",
            ]
        ),
        .executableTarget(
            name: "WaymarkPhone",
            dependencies: [
                "CLibraries", "CommandLineTool", "HTTP", "LinuxSystem", "LocationModel", "MessageBus",
                "OwnTracks", "ServiceClient", "SystemdService", "UserInput", "Varlink", "WaymarkInterfaces",
            ]
        ),
        .executableTarget(
            name: "WaymarkRelay",
            dependencies: [
                "CLibraries", "LinuxSystem", "LocationModel", "OwnTracks", "Regions", "Relay",
                "SealedDatabase", "ServiceClient", "SystemdService", "UserInput", "Varlink",
                "WaymarkInterfaces",
            ],
            exclude: ["io.waymark.Relay.app"]
        ),
        .executableTarget(
            name: "WaymarkSession",
            dependencies: [
                "LinuxSystem", "LocationModel", "Manifests", "MessageBus", "ServiceClient", "SystemdService",
                "UserInput", "Varlink", "WaymarkInterfaces",
            ]
        ),
        .executableTarget(
            name: "waymarkctl",
            dependencies: [
                "CommandLineTool", "CTool", "LinuxSystem", "LocationModel", "Manifests",
                "MessageBus", "Regions", "ServiceClient", "UserInput", "Varlink", "WaymarkInterfaces",
            ],
            resources: [.embedInCode("Templates")]
        ),
        .executableTarget(name: "waymarkd", dependencies: ["Daemon"]),

        // MARK: Lab - scenarios, simulated drives, replays and reports; uses everything above
        .target(name: "CWorld", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "Lab",
            dependencies: [
                "LocationModel", "NMEA", "Receivers", "Regions", "UserInput", "Varlink",
                "WaymarkEngine", "WorldMap",
            ],
            resources: [.embedInCode("Drives")]
        ),
        .executableTarget(
            name: "WaymarkLab",
            dependencies: [
                "CommandLineTool", "CWorld", "Daemon", "Lab", "LinuxSystem", "LocationModel",
                "Manifests", "NMEA", "Receivers", "Relay", "ServiceClient", "SystemdService", "UserInput",
                "Varlink", "WaymarkEngine", "WaymarkInterfaces",
            ]
        ),

        // MARK: Samples - what a user would write, with nothing but the public product
        .executableTarget(
            name: "PortedWidget",
            dependencies: ["CoreLocation", "WidgetKit"],
            path: "Samples/PortedWidget",
            exclude: ["README.md"]
        ),
        .executableTarget(
            name: "MinimalProvider",
            dependencies: ["Waymark"],
            path: "Samples/MinimalProvider",
            exclude: ["README.md"]
        ),
        .executableTarget(
            name: "SwiftProvider",
            dependencies: ["Waymark"],
            path: "Samples/SwiftProvider",
            exclude: ["README.md", "org.waymark.sample.app", "waymark-sample-provider.service"]
        ),
        .executableTarget(
            name: "TerminalDashboard",
            dependencies: ["Waymark"],
            path: "Samples/TerminalDashboard",
            exclude: ["README.md"]
        ),

        // MARK: Tests - one folder a target
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CLibraries", "CTestSupport", "Lab", "LinuxSystem", "LocationModel", "NMEA", "Receivers",
                "Regions", "SealedDatabase", "StateStore", "WaymarkEngine",
            ],
            path: "Tests/Benchmarks"
        ),
        .target(
            name: "CTestSupport",
            path: "Tests/CTestSupport",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(
            name: "Fuzzers",
            dependencies: [
                "Lab", "LinuxSystem", "LocationModel", "Manifests", "Modems", "NMEA", "OwnTracks",
                "Receivers", "Regions", "Relay", "Varlink", "WaymarkEngine", "WaymarkInterfaces",
            ],
            path: "Tests/Fuzzing",
            exclude: ["Corpus"]
        ),
        .executableTarget(
            name: "InterfaceGenerator",
            dependencies: ["LinuxSystem", "LocationModel"],
            path: "Tests/InterfaceGenerator"
        ),
        .executableTarget(
            name: "PassedDescriptors",
            dependencies: ["SystemdService"],
            path: "Tests/PassedDescriptors"
        ),
        .executableTarget(
            name: "PortedApp",
            dependencies: ["Combine", "CoreLocation", "os", "OSLog", "WidgetKit"],
            path: "Tests/PortedApp"
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "CLinux", "Lab", "LinuxSystem", "LocationModel", "Receivers", "ServiceClient",
                "WaymarkInterfaces",
            ],
            path: "Tests/TestSupport",
            exclude: ["notification-server.py"]
        ),
        .testTarget(
            name: "AnchorWatchTests",
            dependencies: [
                "Lab", "LinuxSystem", "LocationModel", "MessageBus", "Receivers", "TestSupport",
                "UserInput", "WaymarkAnchor", "WaymarkEngine", "WaymarkInterfaces",
            ]
        ),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "BoardTests",
            dependencies: [
                "Board", "HTTP", "LinuxSystem", "LocationModel", "SealedDatabase", "TestSupport", "UserInput",
                "Varlink", "Waymark", "WaymarkInterfaces",
            ]
        ),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: [
                "Daemon", "LinuxSystem", "LocationModel", "TestSupport", "UserInput", "WaymarkEngine",
            ]
        ),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "Daemon", "LinuxSystem", "LocationModel", "SealedDatabase", "StateStore", "SystemdService",
                "TestSupport", "UserInput", "Varlink", "WaymarkEngine", "WaymarkInterfaces", "WaymarkLab",
            ]
        ),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "LinuxSystem", "LocationModel", "MessageBus", "TestSupport", "Varlink", "Waymark",
                "WaymarkInterfaces",
            ],
            exclude: [
                "complete.zsh", "geoclue-firefox.py", "geoclue-portal.py", "geoclue-portal.sh",
                "geoclue-qt.py",
                "geoclue-simple.py", "planted-worker.py",
                "report-page.py",
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Lab", "LinuxSystem", "LocationModel", "MessageBus", "ServiceClient", "TestSupport",
                "Varlink", "Waymark", "WaymarkInterfaces",
            ]
        ),
        .testTarget(
            name: "GeoClueTests",
            dependencies: [
                "GeoClue", "LinuxSystem", "LocationModel", "MessageBus", "SystemdService", "TestSupport",
                "WaymarkInterfaces",
            ]
        ),
        .testTarget(
            name: "WaymarkModemTests",
            dependencies: ["LocationModel", "MessageBus", "Modems", "WaymarkModem"]
        ),
        .testTarget(
            name: "PortedModulesTests",
            dependencies: ["Combine", "CoreLocation", "LinuxSystem"]
        ),
        .testTarget(
            name: "ReceiversTests",
            dependencies: ["LinuxSystem", "LocationModel", "NMEA", "Receivers", "TestSupport"]
        ),
        .testTarget(
            name: "RelayTests",
            dependencies: [
                "LocationModel", "OwnTracks", "Regions", "Relay", "TestSupport", "Varlink",
                "WaymarkInterfaces",
            ]
        ),
        .testTarget(
            name: "LinuxSystemTests",
            dependencies: ["LinuxSystem", "PassedDescriptors", "SystemdService", "TestSupport"]
        ),
        .testTarget(name: "LocationModelTests", dependencies: ["LocationModel"]),
        .testTarget(
            name: "ManifestsTests",
            dependencies: ["LinuxSystem", "LocationModel", "Manifests", "TestSupport", "Varlink"]
        ),
        .testTarget(name: "MessageBusTests", dependencies: ["LinuxSystem", "MessageBus", "TestSupport"]),
        .testTarget(
            name: "NMEATests",
            dependencies: ["Lab", "LocationModel", "NMEA", "TestSupport"]
        ),
        .testTarget(
            name: "RecordingsTests",
            dependencies: ["Lab", "LinuxSystem", "LocationModel", "NMEA", "Receivers", "TestSupport"]
        ),
        .testTarget(
            name: "RegionsTests",
            dependencies: ["Lab", "LocationModel", "Regions", "Varlink"]
        ),
        .testTarget(
            name: "RouteSimulatorTests",
            dependencies: ["Lab", "LocationModel", "NMEA", "TestSupport"]
        ),
        .testTarget(
            name: "LabTests",
            dependencies: [
                "CommandLineTool", "Daemon", "Fuzzers", "Lab", "LinuxSystem", "LocationModel", "NMEA",
                "Relay", "TestSupport", "UserInput", "Varlink", "WaymarkEngine", "WaymarkInterfaces",
                "WaymarkLab", "WorldMap",
            ]
        ),
        .testTarget(
            name: "StateStoreTests",
            dependencies: [
                "CTestSupport", "LinuxSystem", "LocationModel", "Regions", "SealedDatabase",
                "StateStore",
                "TestSupport", "Varlink", "WaymarkEngine",
            ],
            exclude: ["FirstVersion.sql", "LastVersion2.sql"]
        ),
        .testTarget(name: "UserInputTests", dependencies: ["UserInput"]),
        .testTarget(
            name: "VarlinkTests",
            dependencies: ["Daemon", "LinuxSystem", "TestSupport", "Varlink"]
        ),
        .testTarget(
            name: "VisitQualityTests",
            dependencies: ["LocationModel", "TestSupport", "WaymarkEngine"]
        ),
        .testTarget(
            name: "WaymarkEngineTests",
            dependencies: [
                "CTestSupport", "Fuzzers", "Lab", "LocationModel", "Regions", "TestSupport",
                "WaymarkEngine",
            ]
        ),
        .testTarget(
            name: "waymarkctlTests",
            dependencies: [
                "CommandLineTool", "InterfaceGenerator", "LinuxSystem", "LocationModel", "ServiceClient",
                "TestSupport", "UserInput", "Varlink", "waymarkctl", "WaymarkInterfaces", "WaymarkLab",
            ]
        ),
        .testTarget(
            name: "WaymarkInterfacesTests",
            dependencies: [
                "InterfaceGenerator", "LinuxSystem", "LocationModel", "TestSupport", "Varlink",
                "WaymarkInterfaces",
            ]
        ),
        .testTarget(
            name: "WaymarkPhoneTests",
            dependencies: [
                "CLibraries", "LinuxSystem", "LocationModel", "OwnTracks", "TestSupport", "UserInput",
                "Varlink", "WaymarkInterfaces", "WaymarkPhone",
            ],
            exclude: ["networks.sh"]
        ),
        .testTarget(
            name: "WaymarkRelayTests",
            dependencies: [
                "CTestSupport", "LinuxSystem", "LocationModel", "OwnTracks", "Relay", "TestSupport",
                "UserInput", "Varlink", "WaymarkInterfaces", "WaymarkRelay",
            ]
        ),
        .testTarget(
            name: "WaymarkSessionTests",
            dependencies: [
                "LinuxSystem", "LocationModel", "Manifests", "MessageBus", "TestSupport", "WaymarkInterfaces",
                "WaymarkSession",
            ]
        ),
        .testTarget(
            name: "WaymarkTests",
            dependencies: [
                "Daemon", "LinuxSystem", "LocationModel", "ServiceClient", "TestSupport", "Varlink",
                "Waymark", "WaymarkInterfaces",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings its own `main`, so this is there for `make fuzz` only.
if Context.environment["FUZZING"] != nil {
    package.targets.append(.executableTarget(name: "Fuzz", dependencies: ["Fuzzers"], path: "Tests/Fuzz"))
}

let inC: Set = [
    "CInterfaces", "CLinux", "CMicroHTTPD", "CReceivers", "CTestSupport", "CTool", "CWorld",
]
let unshipped: Set = [
    "Benchmarks", "InterfaceGenerator", "PassedDescriptors", "TestSupport",
]
// Code as it is written for Apple's platforms, where few of the settings below are usual.
let ported: Set = ["PortedApp", "PortedWidget"]
for target in package.targets where ported.contains(target.name) {
    // As Xcode sets them for new projects.
    target.swiftSettings = [.swiftLanguageMode(.v5), .enableUpcomingFeature("MemberImportVisibility")]
}
for target in package.targets
where target.type != .system && !inC.contains(target.name) && !ported.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    // A `#expect` over a C function would need `unsafe` inside the macro's expansion.
    if target.type != .test && !unshipped.contains(target.name) {
        target.swiftSettings?.append(.strictMemorySafety())
    }
}

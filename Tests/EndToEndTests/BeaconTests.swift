import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite(
    "Beacons, with the real daemon, the real program and a mocked BlueZ",
    .enabled(if: MockedBlueZ.obstacle == nil, "\(MockedBlueZ.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct BeaconTests {
    private static let app = "org.example.app"
    private static let uuid = "B9407F30-F5F8-466E-AFF9-25556B57FE6D"

    /// The advertisement of a beacon of the group 1, with -59 dBm at one metre.
    private static func frame(_ minor: UInt8) -> [UInt8] {
        [0x02, 0x15, 0xB9, 0x40, 0x7F, 0x30, 0xF5, 0xF8, 0x46, 0x6E, 0xAF, 0xF9, 0x25, 0x55, 0x6B, 0x57]
            + [0xFE, 0x6D, 0, 1, 0, minor, 0xC5]
    }

    private func daemon() async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(),
            configuration: "[Bridge]\nBeaconUser=\(geteuid())\n"
        )
        try ScriptedClient(daemon).authorize(Self.app, .authorizedAlways)
        return daemon
    }

    /// Starts the scanner, with a BlueZ that has an adapter already if `isThere`.
    private func scanner(isThere: Bool = true) async throws -> (MockedBlueZ, DaemonProcess, RunningProgram) {
        let (daemon, bluez) = (try await daemon(), try await MockedBlueZ())
        if isThere { try await bluez.start() }
        let scanner = try RunningProgram([
            BuiltPrograms.beacons, "--bus", bluez.privateBus.address, "--socket", daemon.socketPath,
        ])
        return (bluez, daemon, scanner)
    }

    @Test("come near, move and go, while an app follows them; at other times the radio is off")
    func ranging() async throws {
        let (bluez, daemon, scanner) = try await scanner()
        defer { scanner.kill() }
        let device = try bluez.addDevice("AA:BB:CC:DD:EE:01")
        let app = try ScriptedClient(daemon)
        let follow = LocationInterface.FollowBeacons(app: Self.app, uuid: Self.uuid.lowercased())
        let stream = try app.stream(follow)
        while try await stream.next().beacons != [] {}
        try await waiting(until: "the search for devices") { try bluez.isDiscovering }
        // A real beacon advertises several times a second.
        var found: [LocationInterface.Beacon] = []
        while found.isEmpty {
            for _ in 0..<5 { try bluez.advertise(device, Self.frame(7), rssi: -59) }
            found = try await stream.next().beacons ?? []
        }
        let beacon = try #require(found.first)
        #expect(beacon.uuid == Self.uuid && beacon.major == 1 && beacon.minor == 7)
        #expect(beacon.proximity == .near && beacon.accuracyMeters == 1 && beacon.rssi == -59)
        while found.first?.proximity != .far {
            for _ in 0..<5 { try bluez.advertise(device, Self.frame(7), rssi: -90) }
            found = try await stream.next().beacons ?? []
        }
        // Ten silent seconds later it is gone.
        while try await stream.next().beacons != [] {}
        app.connection.close()
        try await waiting(until: "the end of the search") { try !bluez.isDiscovering }
    }

    @Test("are not looked for with an adapter that refuses the filter, until it accepts it")
    func refusedFilter() async throws {
        let (bluez, daemon, scanner) = try await scanner()
        try bluez.refuseFilter(true)
        defer { scanner.kill() }
        let app = try ScriptedClient(daemon)
        let stream = try app.stream(LocationInterface.FollowBeacons(app: Self.app, uuid: Self.uuid))
        _ = try await stream.next()
        try await waiting(until: "the reason") { scanner.errors.contains("does not look for devices: busy") }
        #expect(try !bluez.isDiscovering)
        // It is asked again each 5 s, which is no news.
        try await Task.sleep(for: .seconds(6))
        try bluez.refuseFilter(false)
        try await waiting(until: "the search for devices") { try bluez.isDiscovering }
        #expect(scanner.errors.split(separator: "does not look for devices").count == 2)
        app.connection.close()
        try await waiting(until: "the end of the search") { try !bluez.isDiscovering }
    }

    @Test("are told to the library and the tool, make regions, and Bluetooth that is off has its reason")
    func regions() async throws {
        let (bluez, daemon, scanner) = try await scanner(isThere: false)
        defer { scanner.kill() }
        let service = WaymarkService(socketPath: daemon.socketPath)
        func feature() async throws -> FeatureAvailability? {
            try await service.availability().first { $0.feature == .beacons }
        }
        try await waiting(until: "the reason") { try await feature()?.obstacle == .bluetoothUnavailable }
        try await bluez.start()
        try await waiting(until: "Bluetooth") { try await feature()?.availability == .available }

        let uuid = try #require(BeaconUUID(Self.uuid))
        let monitor = try Monitor("shops", of: Self.app, on: service)
        let condition = RegionCondition.beacons(BeaconCondition(uuid: uuid, major: 1))
        try await monitor.add(condition, identifier: "shop", assuming: .unsatisfied)
        #expect(try await monitor.records()["shop"]?.condition == condition)
        try await waiting(until: "the search for devices") { try bluez.isDiscovering }
        let device = try bluez.addDevice("AA:BB:CC:DD:EE:02")
        try bluez.advertise(device, Self.frame(3), rssi: -70)
        try await waiting(until: "the region") { try await monitor.records()["shop"]?.state == .satisfied }
        for try await update in monitor.updates {
            guard case .event(let event) = update, case .region(let change) = event.content else { continue }
            #expect(change.identifier == "shop" && change.state == .satisfied)
            break
        }
        let tool = Tool(daemon)
        #expect(try await tool.succeed("region", "list", Self.app).contains("inside         \(Self.uuid),1"))

        try bluez.power(false)
        try await waiting(until: "the reason") { try await feature()?.obstacle == .bluetoothUnavailable }
        #expect(try await monitor.records()["shop"]?.state == .unmonitored)
        #expect(scanner.errors.contains("Bluetooth is switched off"))
        try bluez.power(true)
        try await waiting(until: "Bluetooth") { try await feature()?.availability == .available }
        bluez.kill()
        try await waiting(until: "the reason") { scanner.errors.contains("BlueZ does not run") }
        #expect(scanner.isRunning)
    }

    @Test("are told to code that was written for Apple's platforms, and make its conditions")
    func portedCode() async throws {
        let (bluez, daemon, scanner) = try await scanner(isThere: false)
        defer { scanner.kill() }
        let program = try RunningProgram(
            [BuiltPrograms.portedApp, "beacons", Self.uuid],
            environment: ["WAYMARK_SOCKET": daemon.socketPath, "WAYMARK_APP": Self.app]
        )
        try await program.says("failure rangingUnavailable")
        try await bluez.start()
        try await waiting(until: "the search for devices") { try bluez.isDiscovering }
        let device = try bluez.addDevice("AA:BB:CC:DD:EE:03")
        try await waiting(until: "the beacon: \(program.output)\(program.errors)") {
            try bluez.advertise(device, Self.frame(5), rssi: -59)
            return program.output.contains("beacon 1 5 near of \(Self.uuid)")
                && program.output.contains("event shop satisfied")
        }
        #expect(program.output.contains("shop kept true"))
    }

    @Test("may be reported only by the user in the configuration, and by its own stream")
    func entitled() async throws {
        let daemon = try await daemon()
        let feed = try ScriptedClient(daemon).stream(BeaconsInterface.Feed())
        #expect(try await feed.next().session != nil)
        let report = BeaconsInterface.Report(session: "s1", listening: true, sightings: [])
        #expect(try ScriptedClient(daemon).failure(of: report) == .unknownSession(session: "s1"))
        let other = try await DaemonProcess(receiver: StillRecording.url())
        #expect(try ScriptedClient(other).failure(of: report) == .permissionDenied)
        let refused = try ScriptedClient(other).failure(of: BeaconsInterface.Feed())
        #expect(refused == .permissionDenied)
    }
}

/// A private bus on which the built `waymark-geoclue` serves programs written for GeoClue, with a daemon of its own.
package final class GeoClueDesktop {
    package let bus: PrivateBus

    /// The daemon, which takes this process's user for the bridge.
    package let daemon: DaemonProcess

    /// Where the bridge keeps the clients of programs over its restart, as systemd gives it one.
    private let runtimeFolder: TemporaryFolder

    private var bridge: RunningProgram

    /// Starts all three.
    ///
    /// - Parameters:
    ///   - receiver: The URL of the daemon's receiver.
    ///   - user: The user that the daemon takes for the bridge.
    ///   - configuration: More of its configuration file.
    /// - Throws: ``Overdue`` if one does not start.
    package init(receiver: String, bridgeUser user: UInt32, configuration: String = "") async throws {
        bus = try await PrivateBus()
        daemon = try await DaemonProcess(
            receiver: receiver,
            configuration: "[Bridge]\nUser=\(user)\n\(configuration)"
        )
        runtimeFolder = try TemporaryFolder()
        bridge = try await Self.startBridge(bus, daemon, runtimeFolder.path)
    }

    package var bridgeIdentifier: Int32 { bridge.identifier }
    package var log: String { bridge.errors }

    /// Kills the bridge, and starts another.
    package func restartBridge() async throws {
        bridge.kill()
        bridge = try await Self.startBridge(bus, daemon, runtimeFolder.path)
    }

    package func killBridge() { bridge.kill() }

    package func start(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let address = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        return try RunningProgram(arguments, environment: environment.merging(address) { first, _ in first })
    }

    private static func startBridge(
        _ bus: PrivateBus,
        _ daemon: DaemonProcess,
        _ runtimeFolder: String
    ) async throws -> RunningProgram {
        let bridge = try RunningProgram(
            [BuiltPrograms.geoClue, "--bus", bus.address, "--socket", daemon.socketPath],
            environment: ["RUNTIME_DIRECTORY": runtimeFolder]
        )
        try await waiting(until: "the bridge") {
            guard bridge.isRunning else { throw Overdue("a bridge: \(bridge.errors)") }
            return bridge.errors.contains("serves org.freedesktop.GeoClue2")
        }
        return bridge
    }
}

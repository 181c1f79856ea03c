import Glibc

/// A private bus on which the built `waymark-geoclue` serves programs written for GeoClue, with a daemon of its own.
package final class GeoClueDesktop {
    package let bus: PrivateBus

    /// The daemon, which takes this process's user for the bridge.
    package let daemon: DaemonProcess

    /// Where the bridge keeps the clients of programs over its restart, as systemd gives it one.
    private let runtimeFolder: TemporaryFolder

    private var bridge: RunningProgram

    /// Whether the bridge is started by a small service manager, which restarts it and keeps its descriptors.
    private let isSupervised: Bool

    /// Starts all three.
    package init(
        receiver: String,
        bridgeUser user: UInt32,
        configuration: String = "",
        isSupervised: Bool = false
    )
        async throws
    {
        self.isSupervised = isSupervised
        bus = try await PrivateBus()
        daemon = try await DaemonProcess(
            receiver: receiver,
            configuration: "[Bridge]\nUser=\(user)\n\(configuration)"
        )
        runtimeFolder = try TemporaryFolder()
        bridge = try await Self.startBridge(bus, daemon, runtimeFolder.path, isSupervised)
    }

    package var bridgeIdentifier: Int32 {
        guard isSupervised else { return bridge.identifier }
        return bridge.output.split(separator: "\n").last.flatMap { Int32($0) } ?? 0
    }
    package var log: String { bridge.errors }

    package func restartBridge() async throws {
        guard isSupervised else {
            bridge.kill()
            bridge = try await Self.startBridge(bus, daemon, runtimeFolder.path, false)
            return
        }
        let before = Self.starts(of: bridge)
        Glibc.kill(bridgeIdentifier, SIGKILL)
        try await waiting(until: "the next bridge") { Self.starts(of: bridge) > before }
    }

    private static func starts(of bridge: RunningProgram) -> Int {
        bridge.errors.split(separator: "\n").count { $0.contains("serves org.freedesktop.GeoClue2") }
    }

    package func killBridge() { bridge.kill() }

    package func start(_ arguments: [String], environment: [String: String] = [:]) throws -> RunningProgram {
        let address = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        return try RunningProgram(arguments, environment: environment.merging(address) { first, _ in first })
    }

    private static func startBridge(
        _ bus: PrivateBus,
        _ daemon: DaemonProcess,
        _ runtimeFolder: String,
        _ isSupervised: Bool
    ) async throws -> RunningProgram {
        let bridge = try RunningProgram(
            (isSupervised ? ["/usr/bin/python3", "-c", serviceManager, runtimeFolder + "/notify"] : [])
                + [BuiltPrograms.geoClue, "--bus", bus.address, "--socket", daemon.socketPath],
            environment: ["RUNTIME_DIRECTORY": runtimeFolder]
        )
        try await waiting(until: "the bridge") {
            guard bridge.isRunning else { throw Overdue("a bridge: \(bridge.errors)") }
            return bridge.errors.contains("serves org.freedesktop.GeoClue2")
        }
        return bridge
    }

    /// Runs a program, with what it stores, again whenever it ends: FOLDER/notify PROGRAM...
    private static let serviceManager = """
        import os, signal, socket, sys, time
        inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        inbox.bind(sys.argv[1])
        inbox.settimeout(0.02)
        os.environ["NOTIFY_SOCKET"] = sys.argv[1]
        stored = []
        while True:
            program = os.fork()
            if program == 0:
                # Above all others first, so that none is overwritten.
                high = [os.dup2(number, 500 + index) for index, number in enumerate(stored)]
                for index, number in enumerate(high): os.dup2(number, 3 + index)
                os.closerange(3 + len(high), 600)
                if high: os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(high)), LISTEN_FDNAMES="x")
                os.execv(sys.argv[2], sys.argv[2:])
            print(program, flush=True)
            while os.waitpid(program, os.WNOHANG)[0] == 0:
                try:
                    data, descriptors, _, _ = socket.recv_fds(inbox, 4096, 8)
                except TimeoutError:
                    continue
                if b"FDSTOREREMOVE=1" in data:
                    for number in stored: os.close(number)
                    stored = []
                stored += descriptors
            time.sleep(0.1)
        """
}

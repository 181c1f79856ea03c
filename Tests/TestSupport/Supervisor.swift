import Glibc
package import LinuxSystem

/// Runs a `waymarkd` as systemd does: with a listening socket that outlives it, and its notifications.
package final class Supervisor {
    package let folder: TemporaryFolder

    package var notifications: [String] {
        receive()
        return received
    }

    private var received: [String] = []
    private let options: [String]
    private let environment: [String: String]
    private let listener: FileDescriptor
    private let notificationSocket: FileDescriptor
    private var program: RunningProgram?

    /// Creates the sockets and starts a daemon.
    package init(
        receiver: String = "gpsd://localhost:1",
        configuration: String = "",
        environment: [String: String] = [:]
    ) async throws {
        self.environment = environment
        folder = try TemporaryFolder()
        try folder.write(configuration, to: "waymarkd.conf")
        options = DaemonProcess.options(in: folder.path, receiver: receiver)
        listener = try Self.socket(CInt(SOCK_STREAM.rawValue), boundTo: folder.path + "/s")
        guard listen(listener.rawValue, 128) == 0 else { throw SystemError("listen") }
        notificationSocket = try Self.socket(CInt(SOCK_DGRAM.rawValue), boundTo: folder.path + "/notify")
        try await start()
    }

    deinit { program?.kill() }

    package var socketPath: String { folder.path + "/s" }
    package var log: String { program?.errors ?? "" }

    /// Starts the daemon, and waits until it says that it is ready.
    package func start() async throws {
        let before = readyCount
        // LISTEN_PID must be the daemon's process ID: the shell's, which `exec` keeps.
        let starts = try RunningProgram(
            ["/bin/sh", "-c", "export LISTEN_PID=$$; exec \"$0\" \"$@\"", BuiltPrograms.daemon] + options,
            environment: [
                "LISTEN_FDS": "1",
                "LISTEN_FDNAMES": "varlink",
                "NOTIFY_SOCKET": folder.path + "/notify",
            ].merging(environment) { $1 },
            descriptors: [listener.rawValue]
        )
        program = starts
        try await waiting(until: "the daemon to be ready") {
            if !starts.isRunning { throw Overdue("a daemon; it logged:\n\(starts.errors)") }
            return readyCount > before
        }
    }

    package func kill() { program?.kill() }

    package func stop() async throws -> RunningProgram.Ending? {
        program?.signal(SIGTERM)
        return try await program?.end()
    }

    package func end() async throws -> RunningProgram.Ending? { try await program?.end() }

    package func signal(_ number: CInt) { program?.signal(number) }

    /// Waits until the daemon's latest notification contains a text.
    package func isNotified(of text: String) async throws {
        try await waiting(until: "a notification of \(text)") {
            notifications.last?.contains(text) ?? false
        }
    }

    private var readyCount: Int { notifications.count { $0.contains("READY=1") } }

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(notificationSocket.rawValue, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { return }
            received.append(String(decoding: bytes[..<count], as: UTF8.self))
        }
    }

    package static func socket(_ type: CInt, boundTo path: String) throws -> FileDescriptor {
        let descriptor = FileDescriptor(owning: Glibc.socket(AF_UNIX, type | CInt(SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor.rawValue >= 0, result == 0 else { throw SystemError("bind", on: path) }
        return descriptor
    }
}

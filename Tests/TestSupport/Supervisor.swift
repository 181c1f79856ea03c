import Glibc
package import LinuxSystem

/// Runs a `waymarkd` as systemd does: with its listening socket, its notifications, and a store of its descriptors.
///
/// The store is kept when the daemon ends, as over a restart of a unit with `FileDescriptorStoreMax=`.
package final class Supervisor {
    /// A descriptor that the daemon stored, with the name that it gave.
    private struct Stored {
        let name: String
        let descriptor: CInt
    }

    /// The folder of the daemon's files.
    package let folder: TemporaryFolder

    /// The notifications so far, without those that only store or remove descriptors.
    package private(set) var notifications: [String] = []
    private let options: [String]
    private let environment: [String: String]
    private let listener: FileDescriptor
    private let notificationSocket: FileDescriptor
    private var store: [Stored] = []
    private var program: RunningProgram?

    /// Creates the sockets and starts a daemon.
    ///
    /// - Parameters:
    ///   - receiver: The URL of its receiver.
    ///   - configuration: The text of its configuration file.
    ///   - environment: Further variables.
    /// - Throws: ``SystemError`` or ``Overdue`` if it does not start.
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

    deinit {
        program?.kill()
        for stored in store { close(stored.descriptor) }
    }

    /// The path of the daemon's socket.
    package var socketPath: String { folder.path + "/s" }

    /// The names of the stored descriptors, in order of their arrival.
    package var storedNames: [String] {
        receive()
        return store.map(\.name)
    }

    /// The daemon's log.
    package var log: String { program?.errors ?? "" }

    /// Starts the daemon, and waits until it says that it is ready.
    package func start() async throws {
        receive()
        removeHungUp()
        let before = readyCount
        // LISTEN_PID must be the daemon's process ID: the shell's, which `exec` keeps.
        let starts = try RunningProgram(
            ["/bin/sh", "-c", "export LISTEN_PID=$$; exec \"$0\" \"$@\"", BuiltPrograms.daemon] + options,
            environment: [
                "LISTEN_FDS": "\(1 + store.count)",
                "LISTEN_FDNAMES": (["varlink"] + store.map(\.name)).joined(separator: ":"),
                "NOTIFY_SOCKET": folder.path + "/notify",
            ].merging(environment) { $1 },
            descriptors: [listener.rawValue] + store.map(\.descriptor)
        )
        program = starts
        try await waiting(until: "the daemon to be ready") {
            receive()
            if !starts.isRunning { throw Overdue("a daemon; it logged:\n\(starts.errors)") }
            return readyCount > before
        }
    }

    /// Kills the daemon with SIGKILL.
    package func kill() { program?.kill() }

    /// Ends the daemon with SIGTERM.
    package func stop() async throws -> RunningProgram.Ending? {
        program?.signal(SIGTERM)
        return try await program?.end()
    }

    /// Makes the listening socket of no use, as the kernel may.
    package func shutDownListener() { shutdown(listener.rawValue, CInt(SHUT_RDWR)) }

    /// Waits for the daemon's end.
    package func end() async throws -> RunningProgram.Ending? { try await program?.end() }

    /// Sends the daemon a signal.
    package func signal(_ number: CInt) { program?.signal(number) }

    /// Waits until the daemon's latest notification contains a text.
    package func isNotified(of text: String) async throws {
        try await waiting(until: "a notification of \(text)") {
            receive()
            return notifications.last?.contains(text) ?? false
        }
    }

    /// Forgets a stored descriptor, as systemd does when its store is full.
    package func drop(_ name: String) {
        receive()
        for stored in store where stored.name == name { close(stored.descriptor) }
        store.removeAll { $0.name == name }
    }

    /// Calls `body` with a stored descriptor.
    package func withStored(_ name: String, _ body: (CInt) throws -> Void) rethrows {
        receive()
        if let stored = store.first(where: { $0.name == name }) { try body(stored.descriptor) }
    }

    private var readyCount: Int { notifications.count { $0.contains("READY=1") } }

    private func receive() {
        while let (text, descriptors) = nextMessage() {
            let lines = text.split(separator: "\n")
            let name = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) } ?? "stored"
            if lines.contains("FDSTORE=1") {
                store += descriptors.map { Stored(name: name, descriptor: $0) }
            } else if lines.contains("FDSTOREREMOVE=1") {
                for stored in store where stored.name == name { close(stored.descriptor) }
                store.removeAll { $0.name == name }
            } else {
                notifications.append(text)
            }
        }
    }

    /// Removes the connections that have ended, as systemd does at once.
    private func removeHungUp() {
        store.removeAll { stored in
            var request = pollfd(fd: stored.descriptor, events: 0, revents: 0)
            let isOver = poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR) != 0
            if isOver { close(stored.descriptor) }
            return isOver
        }
    }

    /// Receives a message with its descriptors; `nil` if none waits.
    private func nextMessage() -> (text: String, descriptors: [CInt])? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // A control message: its length in 8 bytes, its level and type in 4 each, and the descriptors.
        var control = [UInt8](repeating: 0, count: 256)
        let (length, controlLength): (Int, Int) = bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    let flags = CInt(MSG_DONTWAIT) | CInt(MSG_CMSG_CLOEXEC)
                    return (
                        recvmsg(notificationSocket.rawValue, &message, flags), Int(message.msg_controllen)
                    )
                }
            }
        }
        guard length > 0 else { return nil }
        var descriptors: [CInt] = []
        if controlLength > 16 {
            control.withUnsafeBytes { control in
                let end = min(Int(control.load(as: UInt64.self)), controlLength)
                for offset in stride(from: 16, to: end, by: 4) {
                    descriptors.append(control.load(fromByteOffset: offset, as: CInt.self))
                }
            }
        }
        return (String(decoding: bytes[..<length], as: UTF8.self), descriptors)
    }

    /// Returns a local socket of a type that is bound to a path.
    package static func socket(_ type: CInt, boundTo path: String) throws -> FileDescriptor {
        let descriptor = FileDescriptor(
            owning: Glibc.socket(AF_UNIX, type | CInt(SOCK_CLOEXEC.rawValue), 0)
        )
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

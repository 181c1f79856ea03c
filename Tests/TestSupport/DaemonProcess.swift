package import Glibc
import LinuxSystem

/// A private `waymarkd` with its own folder, socket and state.
///
/// It is killed at the end of its lifetime.
package final class DaemonProcess {
    /// The folder of all its files.
    ///
    /// Other users may traverse it, so that their clients can reach the socket.
    package let folder: TemporaryFolder
    private var program: RunningProgram
    private let options: [String]
    private let environment: [String: String]

    /// Starts a daemon and waits until it is ready.
    ///
    /// Without a receiver, it simulates. The machine's configuration is never read. Unless this one says how long a
    /// provider may take, five minutes are allowed, so that a busy machine makes no provider late.
    package init(
        receiver: String?,
        configuration: String = "",
        stateDirectory: String? = nil,
        environment: [String: String] = [:]
    ) async throws {
        self.environment = environment
        folder = try TemporaryFolder()
        chmod(folder.path, 0o711)
        let saysDeadline = configuration.contains("TimelineDeadline=")
        let patience = saysDeadline ? "" : "[Widgets]\nTimelineDeadline=5min\n"
        try folder.write(patience + configuration, to: "waymarkd.conf")
        options = Self.options(in: folder.path, receiver: receiver, stateDirectory: stateDirectory)
        program = try RunningProgram([BuiltPrograms.daemon] + options, environment: environment)
        try await waitForService()
    }

    // Kill it before its folder is removed, because it could still create files there.
    deinit { program.kill() }

    /// Returns the command line of a daemon with its files in a folder; without a receiver, it simulates.
    package static func options(
        in folder: String,
        receiver: String?,
        stateDirectory: String? = nil
    ) -> [String] {
        [
            "--config", "\(folder)/waymarkd.conf", "--socket", "\(folder)/s", "--state",
            stateDirectory ?? "\(folder)/state", "--log-level", "debug",
        ] + (receiver.map { ["--receiver", $0] } ?? ["--simulated"])
    }

    package var socketPath: String { folder.path + "/s" }
    package var stateDirectory: String { folder.path + "/state" }
    package var identifier: pid_t { program.identifier }
    package var isRunning: Bool { program.isRunning }
    package var log: String { program.errors }

    package func signal(_ number: CInt) { program.signal(number) }

    package func kill() { program.kill() }

    package func end() async throws -> RunningProgram.Ending {
        try await program.end()
    }

    /// Starts it again on the same state.
    package func restart() async throws {
        program.kill()
        program = try RunningProgram([BuiltPrograms.daemon] + options, environment: environment)
        try await waitForService()
    }

    package func hasLogged(_ text: String) async throws {
        do {
            try await waiting(until: "the log") { log.contains(text) }
        } catch is Overdue { throw Overdue("\(text.debugDescription) in the log:\n\(log)") }
    }

    package var descriptorCount: Int { Checkout.names(in: "/proc/\(identifier)/fd").count }

    package var residentKibibytes: Int {
        get throws {
            let status = try String(decoding: Checkout.bytes(of: "/proc/\(identifier)/status"), as: UTF8.self)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }

    package var contextSwitches: Int {
        get throws {
            let status = try String(decoding: Checkout.bytes(of: "/proc/\(identifier)/status"), as: UTF8.self)
            return status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
                .compactMap { $0.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } }
                .reduce(0, +)
        }
    }

    private func waitForService() async throws {
        do {
            try await waiting(until: "the service") {
                if !program.isRunning { throw Overdue("a service") }
                return (try? UnixStream(connectingTo: socketPath)) != nil
            }
        } catch is Overdue { throw Overdue("waymarkd to serve \(socketPath); it logged:\n\(log)") }
    }
}

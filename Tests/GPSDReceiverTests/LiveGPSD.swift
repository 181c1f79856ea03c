import Glibc
import LinuxSystem
import TestSupport

/// A real gpsd that reads its receiver's sentences from a TCP connection to the test.
///
/// gpsd connects to its receiver only when somebody watches.
final class LiveGPSD {
    let port: UInt16
    private let listener: LoopbackListener
    private var process: ChildProcess

    static let isInstalled = ChildProcess.isInstalled("gpsd")

    init() throws {
        port = try LoopbackListener.unusedPort()
        listener = try LoopbackListener()
        process = try Self.started(on: port, reading: listener.port)
    }

    /// Kills gpsd with SIGKILL.
    func kill() { process.end() }

    /// Starts another gpsd in place of the one that was killed.
    func restart() throws { process = try Self.started(on: port, reading: listener.port) }

    /// Waits for gpsd to connect to its receiver.
    func feed() throws -> FileDescriptor { try listener.accepted() }

    private static func started(on port: UInt16, reading receiverPort: UInt16) throws -> ChildProcess {
        try ChildProcess(["gpsd", "-N", "-b", "-S", String(port), "tcp://127.0.0.1:\(receiverPort)"])
    }
}

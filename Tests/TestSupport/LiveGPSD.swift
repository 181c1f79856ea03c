import Glibc
package import LinuxSystem

/// A real gpsd that reads its receiver's sentences from a TCP connection to the test.
///
/// gpsd connects to its receiver only while a client watches.
package final class LiveGPSD {
    /// The port for clients.
    package let port: UInt16
    private let listener: LoopbackListener
    private var process: ChildProcess

    /// Whether gpsd is installed.
    package static let isInstalled = ChildProcess.isInstalled("gpsd")

    /// Starts gpsd on its own port.
    package init() throws {
        port = try LoopbackPort.unused()
        listener = try LoopbackListener()
        process = try Self.started(on: port, reading: listener.port)
    }

    /// Kills gpsd with SIGKILL.
    package func kill() { process.end() }

    /// Starts another gpsd to replace a killed one.
    package func restart() throws { process = try Self.started(on: port, reading: listener.port) }

    /// Waits for gpsd to connect to its receiver.
    package func feed() throws -> FileDescriptor { try listener.accepted() }

    /// Returns the connection to its receiver if gpsd has made one.
    package func feedAlready() throws -> FileDescriptor? { try listener.acceptedAlready() }

    private static func started(on port: UInt16, reading receiverPort: UInt16) throws -> ChildProcess {
        try ChildProcess(["gpsd", "-N", "-b", "-S", String(port), "tcp://127.0.0.1:\(receiverPort)"])
    }
}

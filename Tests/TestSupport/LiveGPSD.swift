import Glibc
package import LinuxSystem

/// A real gpsd that reads its receiver's sentences from a TCP connection to the test.
///
/// gpsd connects to its receiver only while a client watches.
package final class LiveGPSD {
    package let port: UInt16
    private let listener: LoopbackListener
    private let controlFolder: TemporaryFolder
    private var process: ChildProcess

    package static let isInstalled = ChildProcess.isInstalled("gpsd")

    /// Starts gpsd on its own port, with a receiver or without any.
    package init(hasReceiver: Bool = true) throws {
        port = try LoopbackPort.unused()
        listener = try LoopbackListener()
        controlFolder = try TemporaryFolder()
        process = try Self.started(
            on: port,
            with: hasReceiver ? [Self.receiver(at: listener)] : ["-F", controlFolder.path + "/control"]
        )
    }

    /// Adds the receiver to a gpsd without one, as `gpsdctl add` does.
    package func addReceiver() throws { try control("+" + Self.receiver(at: listener)) }

    package func removeReceiver() throws { try control("-" + Self.receiver(at: listener)) }

    package func kill() { process.end() }

    /// Starts another gpsd to replace a killed one.
    package func restart() throws {
        process = try Self.started(on: port, with: [Self.receiver(at: listener)])
    }

    /// Waits for gpsd to connect to its receiver.
    package func feed() throws -> FileDescriptor { try listener.accepted() }

    private static func receiver(at listener: borrowing LoopbackListener) -> String {
        "tcp://127.0.0.1:\(listener.port)"
    }

    private static func started(on port: UInt16, with arguments: [String]) throws -> ChildProcess {
        try ChildProcess(["gpsd", "-N", "-b", "-S", String(port)] + arguments)
    }

    private func control(_ command: String) throws {
        let stream = try UnixStream(connectingTo: controlFolder.path + "/control")
        _ = try stream.send(Array((command + "\r\n").utf8))
        var answer = pollfd(fd: stream.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard poll(&answer, 1, 10_000) == 1 else { throw Overdue("an answer of gpsd") }
    }
}

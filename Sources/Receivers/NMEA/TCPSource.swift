import Glibc
package import LinuxSystem
package import LocationModel

/// A TCP server of NMEA 0183.
package final class TCPSource: ByteSource {
    private let host: String
    private let port: UInt16
    private let trusted: TrustedUsers
    private var attempt = ConnectionAttempt<TCPStream>()

    /// Creates a closed source of a server; one on this machine must belong to a `trusted` user.
    package init(host: String, port: UInt16, trusted: TrustedUsers = TrustedUsers()) {
        self.host = host
        self.port = port
        self.trusted = trusted
    }

    package var subject: String { host.contains(":") ? "tcp [\(host)]:\(port)" : "tcp \(host):\(port)" }

    package var descriptor: CInt? { attempt.connection?.descriptor.rawValue ?? attempt.descriptor }

    /// Detects a server that vanished without closing the connection, and a receiver that hangs.
    package var longestSilence: Duration? { .seconds(60) }

    package func open(at now: MonotonicInstant) throws(SourceProblem) {
        let (host, port, trusted) = (host, port, trusted)
        try attempt.begin(named: "tcp-connect") { () throws(SourceProblem) in
            let stream: TCPStream
            do throws(NetworkError) {
                stream = try TCPStream(connectingTo: host, port: port)
            } catch {
                throw Self.problem(error)
            }
            if let objection = trusted.objection(toServerOf: stream.descriptor.rawValue) {
                throw SourceProblem(objection)
            }
            return stream
        }
    }

    package func finishOpening() throws(SourceProblem) -> Bool { try attempt.finish() }

    package func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult
    {
        try attempt.connection?.descriptor.read(into: &buffer) ?? .end
    }

    package var meaningOfEnd: String { "the server closed the connection" }

    package func close() { attempt.close() }

    private static func problem(_ error: NetworkError) -> SourceProblem {
        guard case .system(let system) = error, system.code == ECONNREFUSED else {
            return SourceProblem(error.description)
        }
        return SourceProblem("\(system.reason); is the server running there?")
    }
}

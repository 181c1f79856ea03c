import Glibc
import LinuxSystem
import LocationModel

/// A TCP server of NMEA 0183.
final class TCPSource: ByteSource {
    private typealias Attempt = SideTask<Result<TCPStream, NetworkError>>

    private let host: String
    private let port: UInt16
    private var stream: TCPStream?
    private var attempt: Attempt?

    /// An abandoned attempt that is still running, for as long as resolving a name takes.
    ///
    /// The next attempt resumes it instead of starting another thread.
    private weak var unfinished: Attempt?

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    var subject: String { host.contains(":") ? "tcp [\(host)]:\(port)" : "tcp \(host):\(port)" }

    var descriptor: CInt? { stream?.descriptor.rawValue ?? attempt?.descriptor }

    /// Detects a server that vanished without closing the connection, and a receiver that hangs.
    var longestSilence: Duration? { .seconds(60) }

    func open(at now: MonotonicInstant) throws(SourceProblem) -> Bool {
        if attempt == nil { attempt = unfinished }
        guard attempt == nil else { return try finishOpening() }
        let (host, port) = (host, port)
        do throws(SystemError) {
            let started = try Attempt(named: "tcp-connect") {
                Result { () throws(NetworkError) in try TCPStream(connectingTo: host, port: port) }
            }
            attempt = started
            unfinished = started
        } catch {
            throw SourceProblem(error.description)
        }
        return false
    }

    func finishOpening() throws(SourceProblem) -> Bool {
        guard let product = attempt?.removeResult() else { return false }
        // `attempt` is released last, so that the descriptor to wait on gets another number.
        defer { attempt = nil }
        unfinished = nil
        do throws(NetworkError) {
            stream = try product.get()
            return true
        } catch {
            throw problem(error)
        }
    }

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SourceProblem) -> ReadResult {
        let arrival: ReadResult
        do throws(SystemError) {
            arrival = try stream?.descriptor.read(into: &buffer) ?? .end
        } catch {
            throw SourceProblem(error.reason)
        }
        guard arrival != .end else { throw SourceProblem("the server closed the connection") }
        return arrival
    }

    func close() {
        stream = nil
        attempt = nil
    }

    private func problem(_ error: NetworkError) -> SourceProblem {
        guard case .system(let system) = error, system.code == ECONNREFUSED else {
            return SourceProblem(error.description)
        }
        return SourceProblem("\(system.reason); is the server running there?")
    }
}

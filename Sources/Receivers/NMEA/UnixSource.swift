import Glibc
import LinuxSystem
import LocationModel

/// A stream socket of another program on this machine.
final class UnixSource: ByteSource {
    private let socketPath: String
    private let kernel: any Kernel
    private var stream: (any LocalStream)?

    init(path: String, on kernel: any Kernel) { (socketPath, self.kernel) = (path, kernel) }

    var subject: String { "socket \(socketPath)" }
    var path: String? { socketPath }
    var descriptor: CInt? { stream?.number }

    func open(at now: MonotonicInstant) throws(SourceProblem) -> Bool {
        do throws(SystemError) {
            stream = try kernel.connect(to: socketPath)
            return true
        } catch {
            if let place = SandboxedPlace.hiding(socketPath, from: error) {
                let reason = "\(place); move the socket elsewhere, such as to /run"
                throw SourceProblem(reason, waitsForPath: true)
            }
            switch error.code {
            case ENOENT, ENOTDIR:
                throw SourceProblem("not found; is the program that creates it running?", waitsForPath: true)
            // The program may be about to listen, which changes nothing at the path.
            case ECONNREFUSED:
                throw SourceProblem("nobody listens on it; is the program that created it running?")
            case EACCES:
                throw SourceProblem(
                    "\(error.reason); the user of waymarkd needs write permission",
                    waitsForPath: true
                )
            case EPROTOTYPE: throw SourceProblem("not a stream socket", waitsForPath: true)
            default: throw SourceProblem(error.reason)
            }
        }
    }

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SourceProblem) -> ReadResult {
        let arrival: ReadResult
        do throws(SystemError) {
            arrival = try stream?.receive(into: &buffer) ?? .end
        } catch {
            throw SourceProblem(error.reason)
        }
        guard arrival != .end else { throw SourceProblem("the program closed the connection") }
        return arrival
    }

    func close() { stream = nil }
}

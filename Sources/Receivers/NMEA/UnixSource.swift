import Glibc
package import LinuxSystem
package import LocationModel

/// A stream socket of another program on this machine.
package final class UnixSource: ByteSource {
    private let socketPath: String
    private let kernel: any Kernel
    private var stream: (any LocalStream)?

    package init(path: String, on kernel: any Kernel) { (socketPath, self.kernel) = (path, kernel) }

    package var subject: String { "socket \(socketPath)" }
    package var path: String? { socketPath }
    package var descriptor: CInt? { stream?.number }

    package func open(at now: MonotonicInstant) throws(SourceProblem) {
        do throws(SystemError) {
            stream = try kernel.connect(to: socketPath)
        } catch {
            if let place = SandboxedPlace.hiding(socketPath, from: error) {
                let reason = "\(place); move the socket elsewhere, such as to /run"
                throw SourceProblem(reason, waitsForPath: true)
            }
            switch error.code {
            case ENOENT, ENOTDIR:
                throw SourceProblem("not found; is the program that creates it running?", waitsForPath: true)
            // The program may be about to listen, without any change at the path.
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

    package func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult
    {
        try stream?.receive(into: &buffer) ?? .end
    }

    package var meaningOfEnd: String { "the program closed the connection" }

    package func close() { stream = nil }
}

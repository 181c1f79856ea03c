import Glibc
import LinuxSystem

package enum LoopbackPort {
    /// Returns a port that is not in use for datagrams or connections.
    ///
    /// It is below the ephemeral ports, one of which the kernel could assign to another test in the meantime.
    package static func unused() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: 10_000..<32_768)
            if isFree(port, CInt(SOCK_STREAM.rawValue)), isFree(port, CInt(SOCK_DGRAM.rawValue)) {
                return port
            }
        }
        throw SystemError("bind", code: EADDRINUSE)
    }

    private static func isFree(_ port: UInt16, _ type: CInt) -> Bool {
        let socket = FileDescriptor(owning: socket(AF_INET, type | CInt(SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_in(port: port, at: "0.0.0.0")
        return address.withGeneric { bind(socket.rawValue, $0, $1) == 0 }
    }
}

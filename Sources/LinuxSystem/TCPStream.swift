import CLinux
import Glibc

/// A TCP connection that is only read from.
package final class TCPStream: Sendable {
    package let descriptor: FileDescriptor

    /// Resolves the name and connects to the first of its addresses that answers.
    ///
    /// Blocks while the name is resolved and then for at most 10 s; run it in a ``SideTask``.
    package init(connectingTo host: String, port: UInt16) throws(NetworkError) {
        var problem: UnsafePointer<CChar>?
        var barrier = waymark_barrier()
        let number = unsafe waymark_tcp_connect(host, CInt(port), &problem, &barrier)
        guard number >= 0 else {
            throw unsafe NetworkError("connect", problem: problem, barrier: barrier)
        }
        descriptor = FileDescriptor(owning: number)
        keepAlive(number)
    }
}

import CLinux
import Glibc

/// A connection to a server on the network, from which is only read.
package final class TCPStream: Sendable {
    /// The socket, for a ``Poller``.
    package let descriptor: FileDescriptor

    /// Resolves the name and connects to whichever of its addresses answers first.
    ///
    /// It blocks, for as long as resolving takes and then 10 s at most, and is therefore for a ``SideTask``.
    ///
    /// - Throws: ``NetworkError``.
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

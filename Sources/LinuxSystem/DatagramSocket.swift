import CLinux
import Glibc

/// A UDP socket that receives datagrams from any sender.
package struct DatagramSocket: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// Binds a socket to a numeric address of this machine, or to all for `nil`, or joins a multicast group.
    ///
    /// A socket of all addresses also receives broadcasts. Port 0 stands for any free port.
    package init(address: String?, port: UInt16) throws(NetworkError) {
        var problem: UnsafePointer<CChar>?
        let number = unsafe waymark_udp_open(address, CInt(port), &problem)
        guard number >= 0 else { throw unsafe NetworkError("bind", problem: problem) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Whether the kernel has dropped datagrams for this socket.
    ///
    /// As long as nothing has been received, a packet filter dropped them: the buffer was not full.
    package var hasDropped: Bool { waymark_udp_dropped(descriptor.rawValue) > 0 }

    /// Receives one datagram without blocking, truncated to the size of the buffer.
    ///
    /// - Returns: The size and the sender; `nil` if no datagram is waiting.
    package borrowing func receive(into buffer: inout [UInt8]) throws(SystemError) -> (Int, SocketEndpoint)? {
        var sender = waymark_endpoint()
        let number = descriptor.rawValue
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            uninterrupted { unsafe waymark_udp_receive(number, bytes.baseAddress, bytes.count, &sender) }
        }
        guard count >= 0 || errno == EAGAIN else { throw SystemError("recvfrom") }
        return count >= 0 ? (count, SocketEndpoint(sender)) : nil
    }
}

import CLinux
import Glibc

/// A socket to which anybody may send datagrams.
package struct DatagramSocket: ~Copyable, Sendable {
    /// Who sent a datagram: an address and a port.
    package struct Sender: Hashable, Sendable {
        private let address: [UInt8]
        private let scope: UInt32
        private let port: UInt16

        fileprivate init(_ sender: waymark_sender) {
            address = unsafe withUnsafeBytes(of: sender.address) { unsafe Array($0) }
            scope = sender.scope
            port = sender.port
        }
    }

    /// The socket, for a ``Poller``.
    package let descriptor: FileDescriptor

    /// Opens a socket at an address of this machine, or at all, or joins a group.
    ///
    /// - Parameters:
    ///   - address: The address in numbers; `nil` for all, which broadcasts reach as well.
    ///   - port: The port; 0 for any that is free.
    /// - Throws: ``NetworkError``.
    package init(address: String?, port: UInt16) throws(NetworkError) {
        var problem: UnsafePointer<CChar>?
        let number =
            if let address { unsafe waymark_udp_open(address, CInt(port), &problem) } else {
                unsafe waymark_udp_open(nil, CInt(port), &problem)
            }
        guard number >= 0 else { throw unsafe NetworkError("bind", problem: problem) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Whether datagrams have come of which none could be received.
    ///
    /// As long as nothing has been received, that is because a firewall let none in: there was room for them.
    package var hasDropped: Bool { waymark_udp_dropped(descriptor.rawValue) > 0 }

    /// Receives one datagram without waiting, cut off where the buffer ends.
    ///
    /// - Returns: Its size and its sender; `nil` when there is none.
    package borrowing func receive(into buffer: inout [UInt8]) throws(SystemError) -> (Int, Sender)? {
        var sender = waymark_sender()
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe waymark_udp_receive(descriptor.rawValue, bytes.baseAddress, bytes.count, &sender)
            }
            if count >= 0 { return (count, Sender(sender)) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return nil
            default: throw SystemError("recvfrom")
            }
        }
    }
}

import CLinux
import Glibc

/// A UDP socket that sends to one unicast, multicast or broadcast address.
package struct DatagramSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Resolves the address and connects the socket to it.
    ///
    /// Blocks while the name is resolved.
    package init(to host: String, port: UInt16) throws(NetworkError) {
        var problem: UnsafePointer<CChar>?
        let number = unsafe waymark_udp_connect(host, CInt(port), &problem)
        guard number >= 0 else { throw unsafe NetworkError("connect", problem: problem) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Sends a datagram and ignores failures, as UDP does not guarantee delivery anyway.
    package borrowing func send(_ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.send(
                descriptor.rawValue,
                bytes.baseAddress,
                bytes.count,
                CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
            )
        }
    }
}

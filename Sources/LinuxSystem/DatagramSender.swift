import CLinux
import Glibc

/// A socket whose datagrams go to one address: of a machine, of a group, or of everybody on a network.
package struct DatagramSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Resolves the address, which may take as long as the network's name service does.
    ///
    /// - Throws: ``NetworkError``.
    package init(to host: String, port: UInt16) throws(NetworkError) {
        var problem: UnsafePointer<CChar>?
        let number = unsafe waymark_udp_connect(host, CInt(port), &problem)
        guard number >= 0 else { throw unsafe NetworkError("connect", problem: problem) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Sends a datagram, or loses it: nothing that is sent so is certain to arrive.
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

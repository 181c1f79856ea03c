import CLinux
import Glibc

/// A listening TCP socket.
package struct TCPListener: ~Copyable, Sendable {
    /// The socket, for a ``Poller``.
    package let descriptor: FileDescriptor

    /// The port.
    package let port: UInt16

    /// Listens on one or all addresses of this machine.
    ///
    /// - Parameters:
    ///   - host: A name or address; `nil` for all addresses.
    ///   - port: The port; 0 for any free one.
    /// - Throws: ``NetworkError``.
    package init(host: String?, port: UInt16) throws(NetworkError) {
        var problem: UnsafePointer<CChar>?
        let number =
            if let host { unsafe waymark_tcp_listen(host, CInt(port), &problem) } else {
                unsafe waymark_tcp_listen(nil, CInt(port), &problem)
            }
        guard number >= 0 else { throw unsafe NetworkError("bind", problem: problem) }
        descriptor = FileDescriptor(owning: number)
        self.port = UInt16(truncatingIfNeeded: waymark_local_port(number))
    }

    /// Accepts one waiting connection as a non-blocking socket; `nil` if none is waiting or accepting fails.
    package borrowing func accept() -> FileDescriptor? {
        while true {
            let number = waymark_accept(descriptor.rawValue)
            if number >= 0 { return FileDescriptor(owning: number) }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }
}

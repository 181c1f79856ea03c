import Glibc
package import LinuxSystem

/// A TCP socket that listens on this machine.
package struct LoopbackServer: ~Copyable {
    /// Where it listens.
    package let port: UInt16
    private let descriptor: FileDescriptor

    /// Listens on the port given, or on one that nobody else has.
    package init(port wanted: UInt16 = 0) throws {
        let socket = FileDescriptor(
            owning: socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        try socket.makeNonBlocking()
        var on: CInt = 1
        setsockopt(socket.rawValue, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = wanted.bigEndian
        let port = try socket.bound(to: &address)
        guard listen(socket.rawValue, 8) == 0 else { throw SystemError("listen") }
        self.port = port
        descriptor = socket
    }

    /// Accepts who has connected.
    package func accepted() -> FileDescriptor? {
        let peer = accept(descriptor.rawValue, nil, nil)
        guard peer >= 0 else { return nil }
        let accepted = FileDescriptor(owning: peer)
        try? accepted.setCloseOnExec()
        return accepted
    }
}

/// A socket that sends datagrams to this machine.
package struct LoopbackSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let address: String
    private let port: UInt16

    /// Creates a socket that sends to a port, from a port of its own.
    package init(to port: UInt16, at address: String = "127.0.0.1") throws {
        descriptor = FileDescriptor(
            owning: socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        var on: CInt = 1
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_BROADCAST, &on, socklen_t(MemoryLayout<CInt>.size))
        self.port = port
        self.address = address
    }

    /// Sends one datagram.
    package func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        var destination = sockaddr_in()
        destination.sin_family = sa_family_t(AF_INET)
        destination.sin_addr.s_addr = inet_addr(address)
        destination.sin_port = port.bigEndian
        let count = withUnsafePointer(to: &destination) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                sendto(
                    descriptor.rawValue,
                    bytes,
                    bytes.count,
                    0,
                    generic,
                    socklen_t(MemoryLayout<sockaddr_in>.size)
                )
            }
        }
        guard count == bytes.count else { throw SystemError("sendto", on: address) }
    }
}

extension FileDescriptor {
    fileprivate borrowing func bound(to address: inout sockaddr_in) throws -> UInt16 {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = rawValue
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(number, generic, length) == 0 && getsockname(number, generic, &length) == 0
            }
        }
        guard isBound else { throw SystemError("bind") }
        return UInt16(bigEndian: address.sin_port)
    }
}

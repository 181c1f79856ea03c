import Glibc
package import LinuxSystem

/// A TCP socket that listens on this machine, on a port that nobody else has.
package struct LoopbackListener: ~Copyable {
    /// Where it listens.
    package let port: UInt16
    private let descriptor: FileDescriptor

    /// Begins to listen, for as many connections at a time as the queue holds.
    package init(queue: CInt = 128) throws {
        descriptor = FileDescriptor(
            owning: socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor.rawValue
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && listen(socket, queue) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard result else { throw SystemError("bind") }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next one who connects.
    package func accepted() throws -> FileDescriptor {
        let peer = accept(descriptor.rawValue, nil, nil)
        guard peer >= 0 else { throw SystemError("accept") }
        let accepted = FileDescriptor(owning: peer)
        try accepted.setCloseOnExec()
        return accepted
    }

    /// Returns a socket that has begun to connect to it.
    package func connectingSocket() throws -> CInt {
        let number = socket(
            AF_INET,
            CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return number
    }
}

extension FileDescriptor {
    /// Writes all of `text` to the socket.
    package borrowing func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw SystemError("send")
        }
    }
}

import CLinux
import Glibc
package import LinuxSystem

package struct LoopbackListener: ~Copyable {
    package let port: UInt16
    private let descriptor: FileDescriptor

    package init(port wanted: UInt16 = 0) throws {
        descriptor = FileDescriptor(
            owning: socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        let number = descriptor.rawValue
        // An earlier listener may have left connections that are still closing.
        var on: CInt = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in(port: wanted)
        let isListening = address.withGeneric { address, length in
            Self.bindPatiently(number, address, length) && listen(number, 128) == 0
                && getsockname(number, address, &length) == 0
        }
        guard isListening else { throw SystemError("bind") }
        port = address.port
    }

    /// Binds the socket; retries while a process that another test is just starting has a copy of an earlier one.
    private static func bindPatiently(
        _ number: CInt,
        _ address: UnsafeMutablePointer<sockaddr>,
        _ length: socklen_t
    ) -> Bool {
        for _ in 0..<1000 {
            if bind(number, address, length) == 0 { return true }
            guard errno == EADDRINUSE else { return false }
            poll(nil, 0, 5)
        }
        return false
    }

    package func accepted() throws -> FileDescriptor {
        let peer = waymark_accept(descriptor.rawValue)
        guard peer >= 0 else { throw SystemError("accept4") }
        let accepted = FileDescriptor(owning: peer)
        _ = fcntl(peer, F_SETFL, fcntl(peer, F_GETFL) & ~O_NONBLOCK)
        return accepted
    }

    package func acceptedAlready() throws -> FileDescriptor? {
        var listening = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard poll(&listening, 1, 0) == 1 else { return nil }
        return try accepted()
    }

    package func connectingSocket() throws -> CInt {
        let number = socket(
            AF_INET,
            CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_in(port: port)
        _ = address.withGeneric { connect(number, $0, $1) }
        return number
    }
}

extension FileDescriptor {
    package borrowing func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw SystemError("send")
        }
    }
}

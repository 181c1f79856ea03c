import Glibc
import LinuxSystem

/// A UDP socket that sends to this machine.
package struct LoopbackSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let address: String
    private let port: UInt16

    /// Creates a socket that sends to a port, from one of the addresses of the loopback interface.
    package init(to port: UInt16, at address: String = "127.0.0.1", from own: String? = nil) throws {
        descriptor = FileDescriptor(
            owning: socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        var on: CInt = 1
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_BROADCAST, &on, socklen_t(MemoryLayout<CInt>.size))
        self.port = port
        self.address = address
        guard let own else { return }
        var source = sockaddr_in(port: 0, at: own)
        guard source.withGeneric({ bind(descriptor.rawValue, $0, $1) }) == 0 else {
            throw SystemError("bind", on: own)
        }
    }

    package func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        var destination = sockaddr_in(port: port, at: address)
        let count = destination.withGeneric { sendto(descriptor.rawValue, bytes, bytes.count, 0, $0, $1) }
        guard count == bytes.count else { throw SystemError("sendto", on: address) }
    }
}

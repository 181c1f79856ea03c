import CLinux
import Glibc

/// The TCP sockets of this machine, with the users who opened them.
///
/// A connection over the loopback interface has no credentials, but its other end is a socket of this machine too.
package struct SocketTable: Sendable {
    /// An address of IPv6, to which one of IPv4 is mapped, and a port.
    package struct End: Hashable, Sendable {
        /// The 16 bytes of the address.
        package let address: [UInt8]
        package let port: UInt16

        init(_ end: waymark_tcp_end) {
            var end = end
            address = unsafe withUnsafeBytes(of: &end.address) { unsafe Array($0) }
            port = end.port
        }

        /// Reads an address as the kernel writes it: words of four bytes in the order of the processor.
        init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ":")
            guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
            self.port = port
            let digits = Array(parts[0].utf8)
            guard digits.count == 8 || digits.count == 32 else { return nil }
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: digits.count, by: 8) {
                let word = String(decoding: digits[start..<start + 8], as: UTF8.self)
                guard var value = UInt32(word, radix: 16) else { return nil }
                bytes += unsafe withUnsafeBytes(of: &value) { unsafe Array($0) }
            }
            address = bytes.count == 16 ? bytes : [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + bytes
        }
    }

    /// A socket that listens.
    package struct Listener: Hashable, Sendable {
        package let end: End
        package let user: UInt32

        /// The kernel's number of the socket.
        package let inode: UInt64
    }

    private struct Connection: Hashable {
        let own: End
        let peer: End
    }

    /// The sockets that listen.
    package private(set) var listeners: [Listener] = []
    private var users: [Connection: UInt32] = [:]

    /// Reads the present table.
    ///
    /// It takes time in proportion to the connections of the whole machine.
    package static func current() -> SocketTable {
        // What has no IPv6 has no file of it.
        let texts = ["/proc/net/tcp", "/proc/net/tcp6"].map { path in
            (try? contentsOfFile(path, atMost: 64 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return SocketTable(texts)
    }

    /// Reads the contents of `/proc/net/tcp` and `/proc/net/tcp6`.
    init(_ texts: [String]) {
        for line in texts.joined(separator: "\n").split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 10)
            guard words.count > 9, let own = End(words[1]), let peer = End(words[2]),
                let user = UInt32(words[7]), let inode = UInt64(words[9])
            else { continue }
            // A socket that its program has closed has no inode, and 0 as its user.
            guard inode != 0 else { continue }
            if words[3] == "0A" {
                listeners.append(Listener(end: own, user: user, inode: inode))
            } else {
                users[Connection(own: own, peer: peer)] = user
            }
        }
    }

    /// Returns the user of the other end of a connection; `nil` if it is on another machine, or already closed.
    package func peerUser(of descriptor: CInt) -> UInt32? {
        var own = waymark_tcp_end()
        var peer = waymark_tcp_end()
        guard unsafe waymark_tcp_ends(descriptor, &own, &peer) == 0 else { return nil }
        return users[Connection(own: End(peer), peer: End(own))]
    }

    /// Returns the address of the other end of a connection; `nil` if it is gone.
    package static func peerAddress(of descriptor: CInt) -> [UInt8]? {
        var own = waymark_tcp_end()
        var peer = waymark_tcp_end()
        return unsafe waymark_tcp_ends(descriptor, &own, &peer) == 0 ? End(peer).address : nil
    }
}

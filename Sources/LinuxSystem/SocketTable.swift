import CLinux

/// One line of the kernel's tables of sockets in this network, `/proc/self/net/tcp` and `/proc/self/net/udp`.
package struct SocketTableRow: Hashable, Sendable {
    /// The states of an open TCP connection and of a socket that listens.
    static let established: UInt8 = 1
    static let listening: UInt8 = 10

    /// The socket's own end, and the other one.
    let local: SocketEndpoint
    let remote: SocketEndpoint

    let state: UInt8

    /// The user who accepted the connection or made the socket, if ``inode`` is not 0.
    package let user: UInt32

    /// The number of the open file; 0 for a connection that no program has accepted yet, or that was closed.
    ///
    /// For some sockets without a file the kernel states root as the user, whoever owns them.
    package let inode: UInt64

    /// Reads a line; `nil` for the heading, or another form.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
        func number<Number: FixedWidthInteger>(_ index: Int, radix: Int = 10) -> Number? {
            Number(String(decoding: fields[index], as: UTF8.self), radix: radix)
        }
        guard fields.count > 9, let local = SocketEndpoint(hexadecimal: fields[1]),
            let remote = SocketEndpoint(hexadecimal: fields[2]), let state: UInt8 = number(3, radix: 16),
            let user: UInt32 = number(7), let inode: UInt64 = number(9)
        else { return nil }
        (self.local, self.remote, self.state) = (local, remote, state)
        (self.user, self.inode) = (user, inode)
    }

    /// The largest table to read, in bytes: 400,000 sockets.
    private static let largestSize = 64 << 20

    /// Returns the sockets of this machine: all, or those at a port.
    ///
    /// It takes time in proportion to the connections of the whole machine.
    static func rows(_ protocolName: String, at port: UInt16? = nil) throws(SystemError) -> [SocketTableRow] {
        var rows: [SocketTableRow] = []
        // A socket for IPv6 has IPv4 connections, too. A kernel without IPv6 has no such table.
        for path in ["/proc/self/net/\(protocolName)", "/proc/self/net/\(protocolName)6"] {
            do throws(SystemError) {
                rows += Self.rows(try contentsOfFile(path, atMost: largestSize), at: port)
            } catch {
                guard error.code == 2, path.hasSuffix("6") else { throw error }
            }
        }
        return rows
    }

    /// Returns the sockets of a table's text: all, or those at a port.
    static func rows(_ text: [UInt8], at port: UInt16?) -> [SocketTableRow] {
        let lines = text.split(separator: UInt8(ascii: "\n"))
        guard let port else { return lines.compactMap { SocketTableRow($0) } }
        let digits = String(0x1_0000 + Int(port), radix: 16, uppercase: true).dropFirst()
        let ending = Array(":\(digits) ".utf8)
        return lines.compactMap { line in
            // Any user can open many sockets at other ports, and reading a line whole takes ten times as long.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let end = line[(colon + 1)...].firstIndex(of: UInt8(ascii: ":")),
                line[end...].starts(with: ending)
            else { return nil }
            return SocketTableRow(line)
        }
    }

    /// Returns the TCP sockets that listen at a port of this machine.
    package static func listeners(at port: UInt16) -> [SocketTableRow] {
        ((try? rows("tcp", at: port)) ?? []).filter { $0.state == listening && $0.inode != 0 }
    }
}

/// The TCP connections of this machine, with the users of their ends.
///
/// A connection over the loopback interface has no credentials, but its other end is a socket of this machine too.
package struct ConnectionUsers {
    private let rows: [SocketTableRow]

    package init() {
        // Only a socket with a file has the user that the table states.
        rows = ((try? SocketTableRow.rows("tcp")) ?? []).filter { $0.inode != 0 }
    }

    /// Returns the user of the other end of a connection; `nil` if it is on another machine, or already closed.
    package func peerUser(of descriptor: CInt) -> UInt32? {
        guard let ends = ConnectionEnds(of: descriptor) else { return nil }
        return rows.first { $0.isAt(ends.peer, connectedTo: ends.own) }?.user
    }
}

extension SocketTableRow {
    /// Returns whether this is the socket at one end of a connection, whose interface the table does not show.
    func isAt(_ end: SocketEndpoint, connectedTo other: SocketEndpoint) -> Bool {
        local.port == end.port && remote.port == other.port
            && local.address.hasSameBytes(as: end.address) && remote.address.hasSameBytes(as: other.address)
    }
}

package struct ConnectionEnds {
    package let own: SocketEndpoint
    package let peer: SocketEndpoint
    let isLocal: Bool

    /// Reads the ends of a connection; `nil` if it no longer exists, with the reason in `errno`.
    package init?(of descriptor: CInt) {
        var (own, peer) = (waymark_endpoint(), waymark_endpoint())
        let isLocal = unsafe waymark_local_ends(descriptor, &own, &peer)
        guard isLocal >= 0 else { return nil }
        (self.own, self.peer, self.isLocal) = (SocketEndpoint(own), SocketEndpoint(peer), isLocal > 0)
    }
}

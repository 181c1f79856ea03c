/// One line of the kernel's tables of sockets in this network, `/proc/self/net/tcp` and `/proc/self/net/udp`.
struct SocketTableRow: Hashable {
    /// The state of an open TCP connection.
    static let established: UInt8 = 1

    /// The socket's own end, and the other one.
    let local: SocketEndpoint
    let remote: SocketEndpoint

    /// The state of the connection.
    let state: UInt8

    /// The user who accepted the connection or made the socket, if ``inode`` is not 0.
    let user: UInt32

    /// The number of the open file; 0 for a connection that no program has accepted yet, or that was closed.
    ///
    /// Without a file the kernel states root as the user of some, whoever's they are.
    let inode: UInt64

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
}

extension SocketTableRow {
    /// The largest table to read, in bytes: 400,000 sockets.
    private static let largestSize = 64 << 20

    /// Returns the sockets at a port of this machine.
    ///
    /// - Parameters:
    ///   - protocolName: `tcp` or `udp`.
    ///   - port: The sockets' own port.
    /// - Returns: The rows of both tables, of IPv4 and IPv6.
    /// - Throws: ``SystemError`` if a table cannot be read.
    static func rows(_ protocolName: String, at port: UInt16) throws(SystemError) -> [SocketTableRow] {
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

    /// Returns the sockets at a port from the text of a table.
    static func rows(_ text: [UInt8], at port: UInt16) -> [SocketTableRow] {
        let ending = Array((":" + hexadecimal(port) + " ").utf8)
        return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // Most lines are about other ports, and reading one whole takes longer.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let end = line[(colon + 1)...].firstIndex(of: UInt8(ascii: ":")),
                line[end...].starts(with: ending)
            else { return nil }
            return SocketTableRow(line)
        }
    }

    private static func hexadecimal(_ port: UInt16) -> String {
        let digits = String(port, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

package struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
    /// The name or address, without brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    /// Reads `HOST:PORT`, in which an IPv6 address is in brackets; `nil` for anything else.
    package init?(_ text: String, from leastPort: UInt16 = 1) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            port >= leastPort
        else { return nil }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        let isPlain = host.utf8.allSatisfy {
            (0x30...0x3A).contains($0) || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || ".-%_".utf8.contains($0)
        }
        guard !host.isEmpty, isPlain, isBracketed == host.contains(":") else { return nil }
        (self.host, self.port) = (String(host), port)
    }

    /// Whether it stands for all addresses of this machine.
    package var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

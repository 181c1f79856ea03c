/// The address at which the board is served.
struct ListenAddress: Hashable {
    /// The name or address of this machine, without brackets.
    let host: String

    let port: UInt16

    static let `default` = ListenAddress(host: "127.0.0.1", port: 8137)

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`, in which an IPv6 address is in brackets; `nil` for anything else.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        // A wildcard would leave the names open under which browsers may reach the board.
        guard !host.isEmpty, isBracketed == host.contains(":"),
            !["0.0.0.0", "::", "*"].contains(String(host))
        else { return nil }
        self.init(host: host.lowercased(), port: port)
    }

    /// Whether only programs of this machine can reach it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Returns the address of the page.
    ///
    /// The token is in the fragment, which browsers neither send nor put into a `Referer`.
    func url(token: String? = nil) -> String {
        "http://\(Self.bracketed(host)):\(port)/" + (token.map { "#\($0)" } ?? "")
    }

    /// The values of the header `Host` by which a browser may address the board.
    ///
    /// Anything else is a name that somebody else's server resolved to this machine (DNS rebinding).
    var authorities: Set<String> {
        let hosts: Set = isLoopback ? [host, "localhost", "127.0.0.1", "::1"] : [host]
        let names = hosts.map { Self.bracketed($0) }
        return Set(names.map { "\($0):\(port)" }).union(port == 80 ? names : [])
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

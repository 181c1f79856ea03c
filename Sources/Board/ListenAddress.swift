import UserInput

struct ListenAddress {
    /// The name or address of this machine, without brackets; `localhost` for this machine only.
    let host: String

    /// The port; `nil` for that of the user.
    let port: UInt16?

    var isLoopback: Bool { host == "localhost" }

    /// Reads the `HOST:PORT` of `--listen`, in which an IPv6 address is in brackets; `nil` if it was not given.
    ///
    /// 127.0.0.1 and ::1 mean `localhost`, because browsers reach it at both.
    init(_ text: String?) throws(OptionError) {
        guard let text else {
            (host, port) = ("localhost", nil)
            return
        }
        // A wildcard would leave the names open under which browsers may reach the board.
        guard let address = HostAndPort(text), !address.isEverywhere else {
            throw OptionError(
                "--listen \(text): give the name or address by which browsers reach this machine, and a port, "
                    + "such as 192.168.1.5:8137 or [::1]:8137"
            )
        }
        let name = address.host.lowercased()
        host = name == "::1" || name.hasPrefix("127.") ? "localhost" : name
        port = address.port
    }
}

/// The address of a page, whose host is the name or address that stands in the browser's address bar.
typealias PageAddress = HostAndPort

extension PageAddress {
    /// Makes the address of a page that was never served before, with a name that nobody can guess.
    ///
    /// Browsers resolve all names below `localhost` to this machine. Whoever served a page at this port earlier may have
    /// left something in the browser that reads what the page reads, but not under this name.
    init(servedAt host: String, port: UInt16, name: String) {
        self.init(host: host == "localhost" ? "\(name).localhost" : host, port: port)
    }

    /// Returns whether a page that is served there has such an address.
    func isServed(at host: String) -> Bool {
        host == "localhost" ? self.host.hasSuffix(".localhost") : self.host == host
    }

    /// Returns the URL, with a code in the part that browsers neither send nor put into a `Referer`.
    func url(_ path: String = "/", code: String? = nil) -> String {
        "http://\(self)\(path)" + (code.map { "#\($0)" } ?? "")
    }

    /// The values of the header `Host` by which a browser may address the page.
    ///
    /// Anything else is a page of somebody else, or a name that somebody else's server resolved to this machine (DNS
    /// rebinding).
    var authorities: Set<String> { Self.authorities([host], port) }

    /// The values of the header `Host` of a program that is no browser.
    var plainAuthorities: Set<String> {
        host.hasSuffix(".localhost")
            ? Self.authorities(["localhost", "127.0.0.1", "::1"], port) : authorities
    }

    private static func authorities(_ hosts: [String], _ port: UInt16) -> Set<String> {
        let names = hosts.map { "\(HostAndPort(host: $0, port: port))" }
        return Set(names).union(port == 80 ? names.map { String($0.dropLast(3)) } : [])
    }
}

/// A receiver as named in a configuration file or on a command line; docs/receivers.md describes the forms.
package enum ReceiverURL: Hashable, Sendable {
    case recording(path: String, pace: PlaybackPace, loops: Bool)

    /// A gpsd, by default all its devices; `device` is gpsd's path of one.
    ///
    /// `user` names another user who may run it on this machine, or ``everybody``.
    case gpsd(host: String, port: String, device: String?, user: String? = nil)

    /// A serial device; `speed` is in bits per second, or `nil` to detect it.
    case serial(path: String, speed: Int?)

    /// A TCP server of NMEA 0183, by name or address.
    case tcp(host: String, port: UInt16, user: String? = nil)

    /// UDP datagrams of NMEA 0183 to this machine.
    ///
    /// `address` is a numeric address of this machine or of a multicast group; without it everything sent to
    /// the port is read. `sender` is the only sender to read; without it one is chosen.
    case udp(address: String?, port: UInt16, sender: String? = nil, user: String? = nil)

    /// A local stream socket that sends NMEA 0183.
    case unix(path: String)

    case feed(ReceiverFeed)

    /// The simulated location of a service that was started for that.
    ///
    /// No URL names it, so that no configuration can.
    case simulated

    /// The value of `user` for all users of this machine.
    package static let everybody = "*"

    /// The port registered for NMEA 0183.
    package static let nmeaPort: UInt16 = 10110

    /// The line speeds in bits per second that UARTs and their drivers support.
    private static let lineSpeeds = 300...4_000_000

    /// The rank among all receivers; the lowest is followed first.
    package var rank: Int { if case .feed(let feed) = self { feed.rank } else { 0 } }

    /// Parses a URL, in which characters that are not allowed there, such as `?` or `%` in a path, are percent-encoded.
    package init(_ text: String) throws(ReceiverURLError) {
        let url = try URLParts(text)
        let user = try url.value(of: "user", such: "kay")
        switch url.scheme {
        case "feed": self = .feed(try Self.feed(url, user))
        case "file":
            let path = try url.localPath()
            let speed = url.options["speed"] ?? "realtime"
            guard let pace = PlaybackPace(speed) else {
                throw ReceiverURLError(
                    "'\(speed)' is not a playback speed: use realtime, max, or a number from 1 to 1000000"
                )
            }
            if let value = url.options["loop"], !value.isEmpty {
                throw ReceiverURLError("loop takes no value, but was given '\(value)'")
            }
            self = .recording(path: path, pace: pace, loops: url.options["loop"] != nil)
        case "gpsd":
            let (host, port) = try url.hostAndPort()
            self = .gpsd(
                host: host.isEmpty ? "localhost" : host,
                port: port.map { String($0) } ?? "2947",
                device: url.path.utf8.count > 1 ? url.path : nil,
                user: user
            )
        case "serial":
            let path = try url.localPath()
            let speed = url.options["speed"] ?? "auto"
            let number = Int(speed)
            guard speed == "auto" || number.map(Self.lineSpeeds.contains) ?? false else {
                throw ReceiverURLError(
                    "'\(speed)' is not a line speed: use auto, or bits per second from 300 to 4000000"
                )
            }
            self = .serial(path: path, speed: number)
        case "tcp":
            try url.requireNoPath()
            let (host, port) = try url.hostAndPort()
            guard !host.isEmpty else { throw ReceiverURLError("the server is missing: \(url.example)") }
            self = .tcp(host: host, port: port ?? Self.nmeaPort, user: user)
        case "udp": self = try Self.udp(url, user)
        default: self = .unix(path: try url.localPath())
        }
    }

    private static func udp(_ url: URLParts, _ user: String?) throws(ReceiverURLError) -> ReceiverURL {
        let sender = try url.value(of: "from", such: "192.0.2.7")
        try url.requireNoPath()
        let (address, port) = try url.hostAndPort()
        if let sender, !isAddress(sender) {
            throw ReceiverURLError(
                "'\(sender)' is not a numeric address to read datagrams from, such as from=192.0.2.7 or from=2001:db8::7"
            )
        }
        guard address.isEmpty || isAddress(address) else {
            throw ReceiverURLError(
                "'\(address)' is not a numeric address of this machine or of a multicast group, such as 192.0.2.7 or "
                    + "[2001:db8::7]; leave it out to read everything sent to the port: \(url.example)"
            )
        }
        return .udp(
            address: address.isEmpty ? nil : address,
            port: port ?? nmeaPort,
            sender: sender,
            user: user
        )
    }

    private static func feed(_ url: URLParts, _ user: String?) throws(ReceiverURLError) -> ReceiverFeed {
        try url.requireNoPath()
        guard var feed = ReceiverFeed(try percentDecoded(url.authority)) else {
            throw ReceiverURLError(
                "'\(url.authority)' is not the name of a feed: use 1 to 64 ASCII letters, digits, '.', '-' and '_', "
                    + "beginning with a letter or digit: \(url.example)"
            )
        }
        feed.user = user
        if let word = try url.value(of: "source", such: "phone") {
            guard let source = LocationSource(rawValue: word), ReceiverFeed.sources.contains(source) else {
                throw ReceiverURLError(
                    "'\(word)' is not where positions of a feed come from: use receiver, phone, modem or network"
                )
            }
            feed.source = source
        }
        if let text = try url.value(of: "rank", such: "1") {
            guard let rank = Int(text), ReceiverFeed.ranks.contains(rank) else {
                throw ReceiverURLError(
                    "'\(text)' is not a rank: use a number from -9 to 9; the lowest is followed first, and receivers that "
                        + "are no feeds have 0"
                )
            }
            feed.rank = rank
        }
        return feed
    }

    /// Returns whether `text` is an IPv4 address, or looks like an IPv6 one, which only opening the socket
    /// can tell.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
        let address = text.prefix { $0 != "%" }
        return address.contains(":") && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
}

/// The error message for a receiver's URL: what is wrong, and what is valid.
package struct ReceiverURLError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// The parts of a URL with a known scheme and known options.
private struct URLParts {
    private static let schemes: [String: (options: [String], example: String)] = [
        "feed": (["user", "source", "rank"], "feed://cabin"),
        "file": (["speed", "loop"], "file:///path"),
        "gpsd": (["user"], "gpsd://localhost:2947"),
        "serial": (["speed"], "serial:///dev/ttyUSB0"),
        "tcp": (["user"], "tcp://host:10110"),
        "udp": (["from", "user"], "udp://:10110"),
        "unix": ([], "unix:///run/nmea.sock"),
    ]

    let scheme: String
    let authority: Substring
    let path: String
    let example: String

    /// The options with their values; one without a value has an empty one.
    private(set) var options: [String: String] = [:]

    init(_ text: String) throws(ReceiverURLError) {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text[colon...].hasPrefix("://")
        else {
            throw ReceiverURLError(
                "'\(text)' is not a receiver's URL, such as gpsd://localhost:2947 or file:///path/to/recording"
            )
        }
        let rest = text[colon...].dropFirst(3)
        if rest.contains("#") { throw ReceiverURLError("'#' must be written as %23") }
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        let slash = rest[..<mark].firstIndex(of: "/") ?? mark
        authority = rest[..<slash]
        path = try percentDecoded(rest[slash..<mark])
        scheme = text[..<colon].lowercased()
        guard let known = Self.schemes[scheme] else {
            throw ReceiverURLError(
                "no receiver has the scheme '\(scheme)'; the schemes are feed, file, gpsd, serial, tcp, udp and unix"
            )
        }
        example = known.example
        for option in rest[mark...].dropFirst().split(separator: "&") {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard known.options.contains(name) else {
                let others = known.options.isEmpty ? "" : "; it has \(known.options.joined(separator: ", "))"
                throw ReceiverURLError("\(scheme):// has no option '\(name)'\(others)")
            }
            options[name] = try parts.count > 1 ? percentDecoded(parts[1]) : ""
        }
    }

    /// Returns the value of an option that needs one; `nil` without the option.
    func value(of option: String, such example: String) throws(ReceiverURLError) -> String? {
        guard options[option] != "" else {
            throw ReceiverURLError("the option '\(option)' needs a value, such as \(option)=\(example)")
        }
        return options[option]
    }

    func localPath() throws(ReceiverURLError) -> String {
        guard authority.isEmpty || authority == "localhost" else {
            throw ReceiverURLError(
                "the path must be on this machine, but '\(authority)' is read as the name of another one; "
                    + "a path begins after three slashes: \(example)"
            )
        }
        guard path.utf8.count > 1 else { throw ReceiverURLError("the path is missing: \(example)") }
        return path
    }

    func requireNoPath() throws(ReceiverURLError) {
        guard path.isEmpty || path == "/" else {
            let place = scheme == "feed" ? "the name of a feed" : "the port"
            throw ReceiverURLError("a path such as '\(path)' is not allowed after \(place): \(example)")
        }
    }

    /// Returns the host and the port; either may be missing.
    func hostAndPort() throws(ReceiverURLError) -> (host: String, port: UInt16?) {
        var host = authority
        var port: UInt16?
        // The colons of an IPv6 address are inside brackets.
        let afterAddress = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[afterAddress...].lastIndex(of: ":") {
            host = authority[..<colon]
            guard !host.contains(":") || host.hasPrefix("[") else {
                throw ReceiverURLError("write the IPv6 address in brackets, not as '\(authority)'")
            }
            let digits = authority[authority.index(after: colon)...]
            guard let number = UInt16(digits), number > 0 else {
                throw ReceiverURLError("'\(digits)' is not a port number from 1 to 65535")
            }
            port = number
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // The interface of a link-local address follows a '%'.
        return (try percentDecoded(host), port)
    }
}

private func percentDecoded(_ text: Substring) throws(ReceiverURLError) -> String {
    func badEscape(_ text: String) -> ReceiverURLError {
        ReceiverURLError(
            "'\(text)' is not a valid escape: write '%' and two hexadecimal digits that make UTF-8, and '%' itself as %25"
        )
    }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = rest.prefix(2)
        rest = rest.dropFirst(2)
        // `UInt8(_:radix:)` accepts a sign, and a path cannot contain NUL.
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let digitText = String(digits), let value = UInt8(digitText, radix: 16), value != 0
        else { throw badEscape("%" + String(decoding: digits, as: UTF8.self)) }
        bytes.append(value)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw badEscape(String(text)) }
    return decoded
}

// The URLs of live NMEA 0183 receivers.
extension ReceiverURL {
    /// The line speeds in bits per second that UARTs and their drivers support.
    private static let lineSpeeds = 300...4_000_000

    static func serial(
        host: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        try requirePath(path, host, of: "serial")
        var speed: Int?
        for option in options.split(separator: "&") {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0] == "speed" else { throw .unknownOption(String(parts[0]), scheme: "serial") }
            let value = parts.count > 1 ? parts[1] : ""
            guard value != "auto" else {
                speed = nil
                continue
            }
            guard let number = Int(value), lineSpeeds.contains(number) else {
                throw .badLineSpeed(String(value))
            }
            speed = number
        }
        return .serial(path: path, speed: speed)
    }

    static func tcp(
        authority: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        let values = try self.values(of: options, ["user"], scheme: "tcp")
        try refuse(path, of: "tcp")
        let (host, port) = try hostAndPort(authority)
        guard !host.isEmpty else { throw .noHost }
        return .tcp(host: host, port: port ?? nmeaPort, user: values["user"])
    }

    static func udp(
        authority: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        let values = try self.values(of: options, ["from", "user"], scheme: "udp")
        try refuse(path, of: "udp")
        let (address, port) = try hostAndPort(authority)
        if let sender = values["from"], !isIPv4(sender), !mayBeIPv6(sender) { throw .badSender(sender) }
        guard address.isEmpty || isIPv4(address) || mayBeIPv6(address) else { throw .badAddress(address) }
        return .udp(
            address: address.isEmpty ? nil : address,
            port: port ?? nmeaPort,
            sender: values["from"],
            user: values["user"]
        )
    }

    static func unix(
        host: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        try refuse(options, of: "unix")
        try requirePath(path, host, of: "unix")
        return .unix(path: path)
    }

    static func values(
        of options: Substring,
        _ known: [String],
        scheme: String
    ) throws(ReceiverURLError) -> [String: String] {
        var values: [String: String] = [:]
        for option in options.split(separator: "&") {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard known.contains(name) else { throw .unknownOption(name, scheme: scheme) }
            guard parts.count == 2, !parts[1].isEmpty else { throw .noValue(option: name) }
            values[name] = try percentDecoded(parts[1])
        }
        return values
    }

    static func refuse(_ options: Substring, of scheme: String) throws(ReceiverURLError) {
        guard let option = options.split(separator: "&").first else { return }
        throw .unknownOption(String(option.prefix { $0 != "=" }), scheme: scheme)
    }

    static func refuse(_ path: String, of scheme: String) throws(ReceiverURLError) {
        guard path.isEmpty || path == "/" else { throw .pathOfHost(scheme: scheme, path: path) }
    }

    private static func requirePath(
        _ path: String,
        _ host: Substring,
        of scheme: String
    ) throws(ReceiverURLError) {
        guard host.isEmpty || host == "localhost" else {
            throw .hostOfPath(scheme: scheme, host: String(host))
        }
        guard path.utf8.count > 1 else { throw .noPath(scheme: scheme) }
    }

    /// Splits an authority into host and port; either may be missing.
    static func hostAndPort(_ text: Substring) throws(ReceiverURLError) -> (host: String, port: UInt16?) {
        var host = text
        var port: UInt16?
        // The colons of an IPv6 address are inside brackets.
        let afterAddress = text.lastIndex(of: "]") ?? text.startIndex
        if let colon = text[afterAddress...].lastIndex(of: ":") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard !host.contains(":") || host.hasPrefix("[") else { throw .bareAddress(String(text)) }
            guard let number = UInt16(digits), number > 0 else { throw .badPort(String(digits)) }
            port = number
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // The interface of a link-local address follows a '%'.
        return (try percentDecoded(host), port)
    }

    private static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether a text looks like an IPv6 address.
    ///
    /// Only opening the socket shows whether it is one.
    private static func mayBeIPv6(_ text: String) -> Bool {
        let address = text.prefix { $0 != "%" }
        return address.contains(":") && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
}

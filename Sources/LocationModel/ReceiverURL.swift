/// Which receiver to use, as people write it in a configuration file or on a command line.
///
/// - `file:///path?speed=realtime|N|max&loop` plays a recording, by default in real time and once.
/// - `gpsd://host:port/device` asks a gpsd, by default the one on this machine for all its devices.
/// - `serial:///dev/ttyUSB0?speed=auto|N` reads a serial device.
/// - `tcp://host:port`, `udp://address:port` and `unix:///path` take NMEA 0183 from the network or another program.
package enum ReceiverURL: Hashable, Sendable {
    /// A recording in a file.
    case recording(path: String, pace: PlaybackPace, loops: Bool)

    /// A gpsd; `device` is the path that gpsd calls the device by.
    case gpsd(host: String, port: String, device: String?)

    /// A serial device; `speed` is in bits per second, `nil` when it is to be found out.
    case serial(path: String, speed: Int?)

    /// A server of NMEA 0183, by name or address.
    case tcp(host: String, port: UInt16)

    /// Datagrams of NMEA 0183 that come to this machine.
    ///
    /// The address is one of its own or that of a group, in numbers; `nil` takes whatever comes to the port.
    case udp(address: String?, port: UInt16)

    /// A stream socket of this machine, from which NMEA 0183 comes.
    case unix(path: String)

    /// The port that is registered for NMEA 0183.
    package static let nmeaPort: UInt16 = 10110

    /// Reads a URL.
    ///
    /// - Parameter text: The URL; what is not allowed in one, such as `?` or `%` in a path, is written as `%` and
    ///   two hexadecimal digits.
    /// - Throws: ``ReceiverURLError``, whose description is for the person who wrote it.
    package init(_ text: String) throws(ReceiverURLError) {
        guard let separator = text.firstRange(of: "://"), separator.lowerBound > text.startIndex else {
            throw .notAURL(text)
        }
        var rest = text[separator.upperBound...]
        if rest.contains("#") { throw .fragment }
        var options: Substring = ""
        if let mark = rest.firstIndex(of: "?") {
            options = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash]
        let path = try percentDecoded(rest[slash...])
        switch text[..<separator.lowerBound].lowercased() {
        case "file": self = try Self.recording(host: authority, path: path, options: options)
        case "gpsd": self = try Self.gpsd(authority: authority, path: path, options: options)
        case "serial": self = try Self.serial(host: authority, path: path, options: options)
        case "tcp": self = try Self.tcp(authority: authority, path: path, options: options)
        case "udp": self = try Self.udp(authority: authority, path: path, options: options)
        case "unix": self = try Self.unix(host: authority, path: path, options: options)
        case let scheme: throw .unknownScheme(scheme)
        }
    }

    private static func recording(
        host: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        guard host.isEmpty || host == "localhost" else { throw .remoteFile(host: String(host)) }
        guard path.utf8.count > 1 else { throw .noPath(scheme: "file") }
        var pace = PlaybackPace.realTime
        var loops = false
        for option in options.split(separator: "&") {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1] : nil
            switch (parts[0], value) {
            case ("speed", let value?):
                guard let known = PlaybackPace(value) else { throw .badSpeed(String(value)) }
                pace = known
            case ("speed", nil): throw .badSpeed("")
            case ("loop", nil): loops = true
            case ("loop", let value?): throw .valueOfLoop(String(value))
            default: throw .unknownOption(String(parts[0]), scheme: "file")
            }
        }
        return .recording(path: path, pace: pace, loops: loops)
    }

    private static func gpsd(
        authority: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        try refuse(options, of: "gpsd")
        let (host, port) = try hostAndPort(authority)
        return .gpsd(
            host: host.isEmpty ? "localhost" : host,
            port: port.map { String($0) } ?? "2947",
            device: path.utf8.count > 1 ? path : nil
        )
    }
}

/// Why a text does not name a receiver.
package enum ReceiverURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no `scheme://` at its beginning.
    case notAURL(String)

    /// Nothing is known about receivers of this scheme.
    case unknownScheme(String)

    /// A file on another machine.
    case remoteFile(host: String)

    /// A path on another machine, or one that lacks its first slash.
    case hostOfPath(scheme: String, host: String)

    /// A recording without a file, a device or socket without a path.
    case noPath(scheme: String)

    /// A path where there is only a host and a port.
    case pathOfHost(scheme: String, path: String)

    /// A server without a name or an address.
    case noHost

    /// An address that is not one in numbers.
    case badAddress(String)

    /// An IPv6 address, of which it cannot be told where the port begins.
    case bareAddress(String)

    /// A `#` that is not part of a path.
    case fragment

    /// A `%` without two hexadecimal digits, or bytes that are no text.
    case badEscape(String)

    /// An option that the scheme does not have.
    case unknownOption(String, scheme: String)

    /// A value of `speed` that is none.
    case badSpeed(String)

    /// A speed of a serial line that is none.
    case badLineSpeed(String)

    /// A value for an option that takes none.
    case valueOfLoop(String)

    /// A port that is none.
    case badPort(String)

    /// What is wrong, and what would be right.
    package var description: String {
        switch self {
        case .notAURL(let text):
            "'\(text)' is not a receiver's URL, such as gpsd://localhost:2947 or file:///path/to/recording"
        case .unknownScheme(let scheme): "no receiver has the scheme '\(scheme)'; \(Self.schemes)"
        case .remoteFile(let host):
            "a recording must be on this machine, not on '\(host)'; a path begins after three slashes: file:///path"
        case .hostOfPath(let scheme, let host):
            "the path must be on this machine, but '\(host)' stands where another one's name would; "
                + "it begins after three slashes: \(Self.example(of: scheme))"
        case .noPath("file"): "a recording's path is missing: \(Self.example(of: "file"))"
        case .noPath(let scheme): "the path is missing: \(Self.example(of: scheme))"
        case .pathOfHost(let scheme, let path):
            "there can be no '\(path)' after the port: \(Self.example(of: scheme))"
        case .noHost: "the server is missing: \(Self.example(of: "tcp"))"
        case .badAddress(let address):
            "'\(address)' is not an address of this machine or of a group in numbers, such as 192.0.2.7 or "
                + "[2001:db8::7]; without any, whatever comes to the port is taken: \(Self.example(of: "udp"))"
        case .bareAddress(let address): "an IPv6 address must stand in brackets, not as '\(address)'"
        case .fragment: "'#' must be written as %23"
        case .badEscape(let text):
            "'\(text)' is not '%' and two hexadecimal digits that make text; '%' itself is written as %25"
        case .unknownOption(let option, "file"):
            "a recording has no option '\(option)'; there are speed and loop"
        case .unknownOption(let option, "serial"): "a serial device has no option '\(option)'; there is speed"
        case .unknownOption(let option, let scheme): "\(scheme) has no option '\(option)'"
        case .badSpeed(let value): "'\(value)' is not a speed: realtime, max, or a number from 1 to 1000000"
        case .badLineSpeed(let value):
            "'\(value)' is not a speed: auto, or bits per second from 300 to 4000000"
        case .valueOfLoop(let value): "loop takes no value, but was given '\(value)'"
        case .badPort(let port): "'\(port)' is not a port from 1 to 65535"
        }
    }

    private static let schemes = "there are file, gpsd, serial, tcp, udp and unix"

    private static func example(of scheme: String) -> String {
        switch scheme {
        case "serial": "serial:///dev/ttyUSB0"
        case "tcp": "tcp://host:10110"
        case "udp": "udp://:10110"
        case "unix": "unix:///run/nmea.sock"
        default: "\(scheme):///path"
        }
    }
}

func percentDecoded(_ text: Substring) throws(ReceiverURLError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = rest.prefix(2)
        rest = rest.dropFirst(2)
        // The initializer would take a sign for one of the digits; a path has no end in its middle.
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let digitText = String(digits), let value = UInt8(digitText, radix: 16), value != 0
        else { throw .badEscape("%" + String(decoding: digits, as: UTF8.self)) }
        bytes.append(value)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .badEscape(String(text)) }
    return decoded
}

/// A receiver as named in a configuration file or on a command line.
///
/// - `feed://name?user=NAME&source=phone&rank=N` is brought by a program on this machine.
/// - `file:///path?speed=realtime|N|max&loop` plays a recording, by default in real time and once.
/// - `gpsd://host:port/device?user=NAME` connects to a gpsd, by default the local one and all its devices.
/// - `serial:///dev/ttyUSB0?speed=auto|N` reads a serial device.
/// - `tcp://host:port?user=NAME`, `udp://address:port?from=ADDRESS&user=NAME` and `unix:///path` read NMEA 0183 from the
///   network or another program.
///
/// `user` names another user who may run the program, if it runs on this machine; of all but feeds it may be `*`, for
/// all users.
package enum ReceiverURL: Hashable, Sendable {
    case recording(path: String, pace: PlaybackPace, loops: Bool)

    /// A gpsd; `device` is gpsd's path of the device.
    case gpsd(host: String, port: String, device: String?, user: String? = nil)

    /// A serial device; `speed` is in bits per second, or `nil` to detect it.
    case serial(path: String, speed: Int?)

    /// A TCP server of NMEA 0183, by name or address.
    case tcp(host: String, port: UInt16, user: String? = nil)

    /// UDP datagrams of NMEA 0183 to this machine.
    ///
    /// The address is a numeric one of this machine or of a multicast group. Without an address everything sent to the
    /// port is read, from the only sender or whichever is chosen.
    case udp(address: String?, port: UInt16, sender: String? = nil, user: String? = nil)

    /// A local stream socket that sends NMEA 0183.
    case unix(path: String)

    /// A receiver that a program on this machine brings.
    case feed(ReceiverFeed)

    /// The simulated location of a service that was started for that.
    ///
    /// No URL names it, so that no configuration can.
    case simulated

    /// The value of `user` for all users of this machine.
    package static let everybody = "*"

    /// The port registered for NMEA 0183.
    package static let nmeaPort: UInt16 = 10110

    /// Parses a URL.
    /// - Parameter text: The URL. Characters that are not allowed in a URL, such as `?` or `%` in a path, are
    ///   percent-encoded.
    /// - Throws: ``ReceiverURLError``, whose description is the message for the person who wrote the URL.
    package init(_ text: String) throws(ReceiverURLError) {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text[colon...].hasPrefix("://")
        else { throw .notAURL(text) }
        var rest = text[colon...].dropFirst(3)
        if rest.contains("#") { throw .fragment }
        var options: Substring = ""
        if let mark = rest.firstIndex(of: "?") {
            options = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash]
        let path = try percentDecoded(rest[slash...])
        switch text[..<colon].lowercased() {
        case "feed": self = try Self.feed(authority: authority, path: path, options: options)
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
        let values = try self.values(of: options, ["user"], scheme: "gpsd")
        let (host, port) = try hostAndPort(authority)
        return .gpsd(
            host: host.isEmpty ? "localhost" : host,
            port: port.map { String($0) } ?? "2947",
            device: path.utf8.count > 1 ? path : nil,
            user: values["user"]
        )
    }
}

package enum ReceiverURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not begin with `scheme://`.
    case notAURL(String)
    case unknownScheme(String)

    /// A recording on another machine.
    case remoteFile(host: String)

    /// A path on another machine, or one without its leading slash.
    case hostOfPath(scheme: String, host: String)

    /// A recording, device or socket without a path.
    case noPath(scheme: String)

    /// A path where only a host and a port are allowed.
    case pathOfHost(scheme: String, path: String)

    case noHost
    case badAddress(String)

    /// An IPv6 address without brackets, whose port cannot be told apart.
    case bareAddress(String)

    /// A `#` that is not percent-encoded.
    case fragment

    /// A `%` without two hexadecimal digits, or an encoding of bytes that are not UTF-8.
    case badEscape(String)

    case noValue(option: String)
    case badSender(String)
    case unknownOption(String, scheme: String)
    case badSpeed(String)
    case badLineSpeed(String)
    /// A value for `loop`, which takes none.
    case valueOfLoop(String)
    case badPort(String)
    case badFeedName(String)

    /// A word for the origin of positions that is none of a feed's.
    case badSource(String)

    case badRank(String)

    /// The error message: what is wrong, and what is valid.
    package var description: String {
        switch self {
        case .notAURL(let text):
            "'\(text)' is not a receiver's URL, such as gpsd://localhost:2947 or file:///path/to/recording"
        case .unknownScheme(let scheme): "no receiver has the scheme '\(scheme)'; \(Self.schemes)"
        case .remoteFile(let host):
            "a recording must be on this machine, not on '\(host)'; its path begins after three slashes: file:///path"
        case .hostOfPath(let scheme, let host):
            "the path must be on this machine, but '\(host)' is read as the name of another one; "
                + "a path begins after three slashes: \(Self.example(of: scheme))"
        case .noPath("file"): "a recording's path is missing: \(Self.example(of: "file"))"
        case .noPath(let scheme): "the path is missing: \(Self.example(of: scheme))"
        case .pathOfHost("feed", let path):
            "a path such as '\(path)' is not allowed after the name of a feed: \(Self.example(of: "feed"))"
        case .pathOfHost(let scheme, let path):
            "a path such as '\(path)' is not allowed after the port: \(Self.example(of: scheme))"
        case .noHost: "the server is missing: \(Self.example(of: "tcp"))"
        case .badAddress(let address):
            "'\(address)' is not a numeric address of this machine or of a multicast group, such as 192.0.2.7 or "
                + "[2001:db8::7]; leave it out to read everything sent to the port: \(Self.example(of: "udp"))"
        case .bareAddress(let address): "write the IPv6 address in brackets, not as '\(address)'"
        case .fragment: "'#' must be written as %23"
        case .badEscape(let text):
            "'\(text)' is not a valid escape: write '%' and two hexadecimal digits that make UTF-8, and '%' itself as %25"
        case .unknownOption(let option, "feed"):
            "a feed has no option '\(option)'; its options are user, source and rank"
        case .unknownOption(let option, "file"):
            "a recording has no option '\(option)'; its options are speed and loop"
        case .unknownOption(let option, "serial"):
            "a serial device has no option '\(option)'; its option is speed"
        case .unknownOption(let option, "gpsd"): "a gpsd has no option '\(option)'; its option is user"
        case .unknownOption(let option, "tcp"): "a TCP server has no option '\(option)'; its option is user"
        case .unknownOption(let option, "udp"):
            "datagrams have no option '\(option)'; their options are from and user"
        case .noValue(let option):
            "the option '\(option)' needs a value, such as \(option)=\(Self.value(of: option))"
        case .badSender(let text):
            "'\(text)' is not a numeric address to read datagrams from, such as from=192.0.2.7 or from=2001:db8::7"
        case .unknownOption(let option, let scheme): "a \(scheme) URL has no option '\(option)'"
        case .badSpeed(let value):
            "'\(value)' is not a playback speed: use realtime, max, or a number from 1 to 1000000"
        case .badLineSpeed(let value):
            "'\(value)' is not a line speed: use auto, or bits per second from 300 to 4000000"
        case .valueOfLoop(let value): "loop takes no value, but was given '\(value)'"
        case .badFeedName(let name):
            "'\(name)' is not the name of a feed: use 1 to 64 ASCII letters, digits, '.', '-' and '_', beginning with a "
                + "letter or digit: \(Self.example(of: "feed"))"
        case .badSource(let word):
            "'\(word)' is not where positions of a feed come from: use receiver, phone, modem or network"
        case .badRank(let text):
            "'\(text)' is not a rank: use a number from -9 to 9; the lowest is followed first, and receivers that are no "
                + "feeds have 0"
        case .badPort(let port): "'\(port)' is not a port number from 1 to 65535"
        }
    }

    private static func value(of option: String) -> String {
        switch option {
        case "from": "192.0.2.7"
        case "source": "phone"
        case "rank": "1"
        default: "kay"
        }
    }

    private static let schemes = "the schemes are feed, file, gpsd, serial, tcp, udp and unix"

    private static func example(of scheme: String) -> String {
        switch scheme {
        case "feed": "feed://cabin"
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
        // `UInt8(_:radix:)` accepts a sign, and a path cannot contain NUL.
        guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let digitText = String(digits), let value = UInt8(digitText, radix: 16), value != 0
        else { throw .badEscape("%" + String(decoding: digits, as: UTF8.self)) }
        bytes.append(value)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .badEscape(String(text)) }
    return decoded
}

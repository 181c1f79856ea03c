import LinuxSystem
import OwnTracks
import UserInput

/// What the owner has set.
struct PhoneConfiguration: Equatable {
    /// Where to listen.
    var address: HostAndPort?

    /// What phones are told, if it is another address.
    var phoneAddress: HostAndPort?

    /// The name of the feed in the service's configuration.
    var feed = "phone"

    /// The name of the feed for senders of NMEA 0183 in the network; `nil` to search for none.
    var senders: String?

    /// The phones of which the owner says so.
    var carried: Set<String> = []
    var plain: Set<String> = []

    /// Reads a file.
    ///
    /// - Throws: ``INIError`` with every problem in it.
    static func load(_ path: String) throws(INIError) -> PhoneConfiguration {
        let bytes: [UInt8]
        do {
            bytes = try contentsOfFile(path, atMost: 1 << 20)
        } catch { throw INIError(problems: [INIProblem(file: path, reason: .unreadable("\(error)"))]) }
        return try parse(bytes, path: path)
    }

    static func parse(_ bytes: [UInt8], path: String) throws(INIError) -> PhoneConfiguration {
        // Each phone has a section of its own.
        let names = INIDocument(bytes).sections.compactMap { section in
            section.name.hasPrefix("Phone ") ? String(section.name.dropFirst("Phone ".count)) : nil
        }
        let phones = Set(names.filter(PairedPhone.isName)).sorted() + ["NAME"]
        var reading = INIReading(PhoneConfiguration(), of: settings + phones.flatMap(settings(of:)))
        reading.read(bytes, from: path)
        let configuration = try reading.result()
        let isMissing = configuration.address == nil
        if isMissing || configuration.phoneAddress == nil && configuration.address?.isEverywhere == true {
            let reason = INIProblem.Reason.missing(
                key: isMissing ? "Address" : "PhoneAddress",
                section: "Listen",
                accepts: isMissing ? HostAndPort.accepts : HostAndPort.acceptsForPhones
            )
            throw INIError(problems: [INIProblem(file: path, reason: reason)])
        }
        return configuration
    }

    private static let settings = [
        setting("Listen", "Address", accepts: HostAndPort.accepts) { text, target in
            target.address = HostAndPort(text)
            return target.address != nil
        },
        setting("Listen", "PhoneAddress", accepts: HostAndPort.acceptsForPhones) { text, target in
            target.phoneAddress = HostAndPort(text)
            return target.phoneAddress?.isEverywhere == false
        },
        setting("Feed", "Name", accepts: "letters, digits, - and _") { text, target in
            target.feed = text
            return PairedPhone.isName(text)
        },
        setting("Senders", "Feed", accepts: "letters, digits, - and _") { text, target in
            target.senders = text
            return PairedPhone.isName(text)
        },
    ]

    private static func settings(of phone: String) -> [INISetting<Self>] {
        [
            setting("Phone \(phone)", "CarriedWithMachine", accepts: "yes or no") { text, target in
                if text == "yes" { target.carried.insert(phone) }
                return ["yes", "no"].contains(text)
            },
            setting("Phone \(phone)", "AllowUnencrypted", accepts: "yes or no") { text, target in
                if text == "yes" { target.plain.insert(phone) }
                return ["yes", "no"].contains(text)
            },
        ]
    }

    private static func setting(
        _ section: String,
        _ key: String,
        accepts: String,
        apply: @escaping @Sendable (String, inout Self) -> Bool
    ) -> INISetting<Self> {
        INISetting(section, key, accepts: accepts) { apply($0, &$1) ? .accepted : .notUnderstood }
    }
}

/// A host and a port, as in `192.168.1.5:8140`.
struct HostAndPort: Equatable, CustomStringConvertible {
    static let accepts = "the address of this machine that phones reach, and a port, as in 192.168.1.5:8140"
    static let acceptsForPhones =
        "the name or address by which phones reach this machine, and a port, as in laptop.local:8140"

    /// The name or address, without brackets.
    let host: String
    let port: UInt16

    /// Reads `HOST:PORT`, in which an IPv6 address is in brackets; `nil` for anything else.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            port > 0
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
    var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

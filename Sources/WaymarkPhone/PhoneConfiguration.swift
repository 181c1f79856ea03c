import LinuxSystem
import OwnTracks
import UserInput

struct PhoneConfiguration: Equatable {
    var address: HostAndPort?
    var phoneAddress: HostAndPort?

    /// The name of the feed in the service's configuration.
    var feed = "phone"

    /// The name of the feed for senders of NMEA 0183 in the network; `nil` to search for none.
    var senders: String?

    /// The names of the phones that are carried with the machine, and of those that may send without
    /// encryption.
    var carried: Set<String> = []
    var plain: Set<String> = []

    /// Reads a file, or throws every problem in it.
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
                accepts: isMissing ? accepts : acceptsForPhones
            )
            throw INIError(problems: [INIProblem(file: path, reason: reason)])
        }
        return configuration
    }

    private static let accepts =
        "the address of this machine that phones reach, and a port, as in 192.168.1.5:8140"
    private static let acceptsForPhones =
        "the name or address by which phones reach this machine, and a port, as in laptop.local:8140"

    private static let settings: [INISetting<Self>] = [
        .value("Listen", "Address", \.address, accepts: accepts) { HostAndPort($0).map { .some($0) } },
        .value("Listen", "PhoneAddress", \.phoneAddress, accepts: acceptsForPhones) { text in
            HostAndPort(text).flatMap { $0.isEverywhere ? .none : .some($0) }
        },
        .value("Feed", "Name", \.feed, accepts: "letters, digits, - and _") {
            PairedPhone.isName($0) ? $0 : nil
        },
        .value("Senders", "Feed", \.senders, accepts: "letters, digits, - and _") {
            PairedPhone.isName($0) ? .some($0) : .none
        },
    ]

    private static func settings(of phone: String) -> [INISetting<Self>] {
        [
            .toggle("Phone \(phone)", "CarriedWithMachine", \.carried[has: phone]),
            .toggle("Phone \(phone)", "AllowUnencrypted", \.plain[has: phone]),
        ]
    }
}

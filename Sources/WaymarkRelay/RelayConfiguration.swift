import Glibc
import LinuxSystem
import LocationModel
import Relay
import UserInput

/// The owner's configuration file.
struct RelayConfiguration {
    /// The address, encryption and credentials of the broker.
    struct Broker {
        var address: HostAndPort?
        var name: String { address.map { "\($0)" } ?? "" }
        var usesTLS = true
        var allowsPlain = false

        /// The file of the authority that has signed the broker's certificate; `nil` for those of the system.
        var authority: String?

        /// The files of the relay's own certificate and its key.
        var certificate: String?
        var key: String?
        var user: String?

        /// The file of the password; `nil` for the credential `mqtt-password`, if there is one.
        var passwordFile: String?
        var keepAlive: Duration = .seconds(60)

        /// The time within which the first attempt is made after the connection was lost.
        var reconnectWithin: Duration = .seconds(10)
    }

    /// The phone whose messages come by the broker, and its feed.
    struct Phone {
        /// The name of the paired phone, and the user of its messages.
        static let name = "phone"

        var feed = "phone"
        var isCarried = false
        var mayBePlain = false

        /// The file of the key that the phone encrypts with.
        var keyFile: String?
    }

    var broker = Broker()
    var settings: RelaySettings
    var limits = RelayOutbox.Limits()
    var phone = Phone()
    var ownTracksSecretFile: String?

    /// Creates the defaults, by default of this machine.
    init(user: String = Environment.value(of: "USER") ?? "user", host: String = hostName) {
        let words = [user, host].map { String($0.prefix(64)).topicLevel }
        settings = RelaySettings(user: words[0], device: words[1], deviceName: host)
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        unsafe gethostname(&buffer, buffer.count - 1)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "machine" : name
    }

    /// Returns whether a text can be a level of a topic for every broker.
    static func isWord(_ text: String) -> Bool { text.utf8.count <= 64 && text.topicLevel == text }

    /// Returns whether a text is a topic of such levels, in which `{user}` and `{device}` stand for these.
    static func isTopic(_ text: String) -> Bool {
        let filled = RelaySettings(user: "u", device: "d", deviceName: "").filled(text)
        let levels = filled.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && levels.map(String.init).allSatisfy(isWord)
    }

    /// Reads a file and its drop-ins, `*.conf` in the folder named like the file with `.d` appended.
    static func load(_ path: String, _ defaults: Self = Self()) throws -> Self {
        var reading = INIReading(defaults, of: RelayConfiguration.keys)
        forEachConfigurationFile(path, isRequired: true) { reading.read($1, from: $0) }
        let origins = reading.origins
        let configuration = try reading.result()
        if let mistake = configuration.contradiction(path, origins) { throw OwnersProblem(mistake) }
        return configuration
    }

    /// Returns the error for values that are valid alone but not together; `nil` if all is well.
    private func contradiction(_ path: String, _ origins: INIOrigins) -> String? {
        let host = broker.address?.host ?? ""
        let isHere =
            ["localhost", "::1"].contains(host)
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
        let hasPhone = settings.phoneTopic != nil
        let phonePlace = origins.place(of: "Phone", "Topic")
        let contradictions: [(text: String, place: String, isMade: Bool)] = [
            ("Address= is missing in [Broker], as in broker.example:8883", "", broker.address == nil),
            (
                "without TLS everybody on the way to \(broker.name) reads where this machine is; AllowPlain=yes in "
                    + "[Broker] allows it",
                origins.place(of: "Broker", "TLS"), !broker.usesTLS && !isHere && !broker.allowsPlain
            ),
            (
                "Certificate= and Key= belong together", origins.place(of: "Broker", "Certificate", "Key"),
                (broker.certificate == nil) != (broker.key == nil)
            ),
            (
                "PasswordFile= needs User= in [Broker]", origins.place(of: "Broker", "PasswordFile"),
                broker.user == nil && broker.passwordFile != nil
            ),
            // By default one format is on and one thing is chosen.
            (
                "no format is switched on in [Formats]", origins.place(of: "Formats", "Waymark"),
                settings.formats.isEmpty
            ),
            (
                "nothing is chosen in [Send]", origins.place(of: "Send", "SignificantChanges"),
                settings.choices.isEmpty && settings.liveInterval == nil
            ),
            (
                "a phone whose messages come by a broker may be anywhere; CarriedWithMachine=yes in [Phone] says that it "
                    + "is always where this machine is",
                phonePlace, hasPhone && !phone.isCarried
            ),
            (
                "[Phone] needs KeyFile= or AllowUnencrypted=", phonePlace,
                hasPhone && !phone.mayBePlain && phone.keyFile == nil
            ),
        ]
        guard let found = contradictions.first(where: { $0.isMade }) else { return nil }
        return (found.place.isEmpty ? "\(path): " : found.place) + found.text
    }

    /// The lines for the log and for `--check` that say what leaves the machine, and where to.
    var summary: [String] {
        let choices = RelaySettings.Choice.allCases.filter(settings.choices.contains).map(\.rawValue)
        let live = settings.liveInterval.map { ["live locations every \($0.components.seconds) s"] } ?? []
        let formats = RelaySettings.FormatName.allCases.filter(settings.formats.contains).map { format in
            switch format {
            case .waymark: "Waymark's below \(settings.topic)"
            case .ownTracks: "OwnTracks' at \(settings.ownTracksTopic)"
            case .homeAssistant: "Home Assistant's, announced below \(settings.discoveryPrefix)"
            }
        }
        var lines = [
            "sends \((choices + live).joined(separator: ", "))",
            "to \(broker.name) \(broker.usesTLS ? "with TLS" : "without encryption") as \(settings.user)/\(settings.device)",
            "in the formats: \(formats.joined(separator: "; "))",
        ]
        if ownTracksSecretFile != nil { lines.append("OwnTracks' messages are encrypted") }
        if settings.sendsPlaceNamesOnly, settings.formats.contains(.homeAssistant) {
            lines.append("Home Assistant is told the names of regions only")
        }
        if let topic = settings.regionsTopic { lines.append("takes regions from \(settings.filled(topic))") }
        if let topic = settings.phoneTopic {
            lines.append("takes a phone's positions from \(settings.filled(topic)) for feed://\(phone.feed)")
        }
        return lines
    }
}

// MARK: Keys

extension RelayConfiguration {
    static let keys: [INISetting<RelayConfiguration>] = [
        .value(
            "Broker",
            "Address",
            \.broker.address,
            accepts: "a name or address and a port, as in broker.example:8883",
            read: { HostAndPort($0).map { .some($0) } }
        ),
        .toggle("Broker", "TLS", \.broker.usesTLS),
        .toggle("Broker", "AllowPlain", \.broker.allowsPlain),
        .path("Broker", "Authority", \.broker.authority),
        .path("Broker", "Certificate", \.broker.certificate),
        .path("Broker", "Key", \.broker.key),
        .value("Broker", "User", \.broker.user, accepts: "a name") { $0 },
        .path("Broker", "PasswordFile", \.broker.passwordFile),
        .time("Broker", "KeepAlive", \.broker.keepAlive, in: 15...3600),
        .time("Broker", "ReconnectWithin", \.broker.reconnectWithin, in: 1...3600),
        word("Device", "User", \.settings.user),
        word("Device", "Name", \.settings.device),
        .value("Device", "DisplayName", \.settings.deviceName, accepts: "1 to 64 bytes") {
            $0.utf8.count <= 64 ? $0 : nil
        },
        .toggle("Send", "SignificantChanges", \.settings.choices[has: .significantChanges]),
        .toggle("Send", "Visits", \.settings.choices[has: .visits]),
        .toggle("Send", "Regions", \.settings.choices[has: .regions]),
        .toggle("Send", "ReceiverStates", \.settings.choices[has: .receiverStates]),
        .toggle("Send", "AnchorAlarms", \.settings.choices[has: .anchorAlarms]),
        .value("Send", "LiveLocations", \.settings.liveInterval, accepts: "no, or a time from 1s to 1d") {
            text -> Duration?? in
            if text == "no" { return .some(nil) }
            let time = Quantity.duration(text) ?? .zero
            return (1...86_400).contains(time.components.seconds) ? .some(time) : .none
        },
        .toggle("Formats", "Waymark", \.settings.formats[has: .waymark]),
        .toggle("Formats", "OwnTracks", \.settings.formats[has: .ownTracks]),
        .toggle("Formats", "HomeAssistant", \.settings.formats[has: .homeAssistant]),
        topic("Formats", "Topic", \.settings.topicTemplate) { $0 },
        word("OwnTracks", "Base", \.settings.ownTracksBase),
        word("OwnTracks", "TrackerID", \.settings.trackerID, ofAtMost: 2),
        .toggle("OwnTracks", "Transitions", \.settings.sendsTransitions),
        .path("OwnTracks", "SecretFile", \.ownTracksSecretFile),
        word("HomeAssistant", "DiscoveryPrefix", \.settings.discoveryPrefix),
        .toggle("HomeAssistant", "PlaceNamesOnly", \.settings.sendsPlaceNamesOnly),
        .value("Outbox", "MaxEvents", \.limits.events, accepts: "a number from 100 to 10000") {
            Int($0).flatMap { (100...10_000).contains($0) ? $0 : nil }
        },
        .value("Outbox", "MaxSize", \.limits.bytes, accepts: "a size from 64K to 64M") {
            Quantity.bytes($0).flatMap { (65_536...67_108_864).contains($0) ? $0 : nil }
        },
        .time("Outbox", "MaxAge", \.limits.age, in: 3600...31_536_000),
        topic("Regions", "Topic", \.settings.regionsTopic) { .some($0) },
        topic("Phone", "Topic", \.settings.phoneTopic) { .some($0) },
        word("Phone", "Feed", \.phone.feed),
        .toggle("Phone", "CarriedWithMachine", \.phone.isCarried),
        .toggle("Phone", "AllowUnencrypted", \.phone.mayBePlain),
        .path("Phone", "KeyFile", \.phone.keyFile),
    ]

    private static func word(
        _ section: String,
        _ key: String,
        _ property: INISetting<Self>.Property<String>,
        ofAtMost limit: Int = 64
    ) -> INISetting<Self> {
        .value(section, key, property, accepts: "1 to \(limit) letters, digits, - and _") {
            isWord($0) && $0.utf8.count <= limit ? $0 : nil
        }
    }

    private static func topic<Value>(
        _ section: String,
        _ key: String,
        _ property: INISetting<Self>.Property<Value>,
        value: @escaping @Sendable (String) -> Value
    ) -> INISetting<Self> {
        let accepts =
            "levels of letters, digits, - and _ with / between them; {user} and {device} stand for the names in [Device]"
        return .value(section, key, property, accepts: accepts) { isTopic($0) ? value($0) : nil }
    }
}

extension String {
    /// The text as a level of a topic: other characters than ASCII letters, digits and `-` become `_`.
    fileprivate var topicLevel: String {
        let letters = map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" }
        return letters.isEmpty ? "_" : String(letters)
    }
}

import Glibc
import LinuxSystem
import LocationModel
import Relay
import UserInput

/// What the owner has set.
struct RelayConfiguration {
    /// How the broker is reached.
    struct Broker: Hashable {
        var address: HostAndPort?
        var usesTLS = true
        var allowsPlain = false

        /// The file of the authority that has signed the broker's certificate; `nil` for those of the system.
        var authority: String?

        /// The files of the relay's own certificate and its key.
        var certificate: String?
        var key: String?
        var user: String?

        /// The file of the password; `nil` for the credential, if there is one.
        var passwordFile: String?
        var keepAlive: Duration = .seconds(60)

        /// The time in which the first attempt falls after the connection was lost.
        var reconnectWithin: Duration = .seconds(10)
    }

    /// The topic with the regions that an operator wants; `nil` if none are taken.
    var regionsTopic: String?

    /// How the messages of a phone come to the service.
    struct Phone: Hashable {
        var topic: String?
        var feed = "phone"
        var isCarried = false
        var mayBePlain = false

        /// The file of the key that the phone encrypts with.
        var keyFile: String?
    }

    static let passwordCredential = "mqtt-password"
    private static let sizeLimit = 1 << 20

    var broker = Broker()
    var settings: RelaySettings
    var limits = RelayOutbox.Limits()
    var phone = Phone()

    /// The file of OwnTracks' secret.
    var ownTracksSecretFile: String?

    init(user: String, host: String) {
        settings = RelaySettings(user: Self.safe(user), device: Self.safe(host), deviceName: host)
    }

    /// Creates the defaults on this machine.
    static func onThisMachine() -> RelayConfiguration {
        var buffer = [CChar](repeating: 0, count: 256)
        let result = unsafe gethostname(&buffer, buffer.count - 1)
        let host = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let user = Environment.value(of: "USER") ?? "user"
        return RelayConfiguration(user: user, host: result == 0 && !host.isEmpty ? host : "machine")
    }

    /// Returns a word for a topic: brokers and Home Assistant dislike dots, blanks and other characters.
    private static func safe(_ text: String) -> String {
        let letters = text.unicodeScalars.prefix(64).map { isWord(String($0)) ? Character($0) : "-" }
        return letters.isEmpty ? "machine" : String(letters)
    }

    /// Returns whether a text can be a level of a topic for every broker.
    static func isWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-_".utf8.contains($0)
            }
    }

    /// Returns whether a text is a topic of such levels, in which `{user}` and `{device}` stand for these.
    static func isTopic(_ text: String) -> Bool {
        let filled = text.replacing("{user}", with: "u").replacing("{device}", with: "d")
        return text.utf8.count <= 255
            && filled.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                isWord(String($0))
            }
    }

    /// Returns a topic with the names in the place of what stands for them.
    func filled(_ template: String) -> String {
        template.replacing("{user}", with: settings.user).replacing("{device}", with: settings.device)
    }

    /// Reads a file and its drop-ins, `*.conf` in the folder named like the file with `.d` appended.
    ///
    /// - Throws: ``INIError`` with every problem in them, or ``OwnersProblem``.
    static func load(_ path: String, _ defaults: RelayConfiguration = onThisMachine()) throws
        -> RelayConfiguration
    {
        var reading = INIReading(defaults, of: RelayConfiguration.keys)
        func read(_ path: String) {
            do throws(SystemError) {
                reading.read(try contentsOfFile(path, atMost: sizeLimit), from: path)
            } catch { reading.report(.unreadable("\(error)"), in: path) }
        }
        read(path)
        do throws(SystemError) {
            for name in try Folder(path + ".d").names(endingWith: ".conf") { read("\(path).d/\(name)") }
        } catch { if error.code != ENOENT { reading.report(.unreadable("\(error)"), in: path + ".d") } }
        let configuration = try reading.result()
        if let contradiction = configuration.contradiction {
            throw OwnersProblem("\(path): \(contradiction)")
        }
        return configuration
    }

    /// What the owner must change although each value is a good one; `nil` if all is well.
    private var contradiction: String? {
        guard let address = broker.address else {
            return "Address= is missing in [Broker], as in broker.example:8883"
        }
        let isHere =
            ["localhost", "::1"].contains(address.host)
            || address.host.hasPrefix("127.") && address.host.allSatisfy { $0.isNumber || $0 == "." }
        if !broker.usesTLS, !isHere, !broker.allowsPlain {
            return
                "without TLS everybody on the way to \(address) reads where this machine is; AllowPlain=yes in "
                + "[Broker] allows it"
        }
        if (broker.certificate == nil) != (broker.key == nil) {
            return "Certificate= and Key= belong together"
        }
        if broker.user == nil, broker.passwordFile != nil { return "PasswordFile= needs User= in [Broker]" }
        if settings.formats.isEmpty { return "no format is switched on in [Formats]" }
        if settings.choices.isEmpty, settings.liveInterval == nil { return "nothing is chosen in [Send]" }
        if phone.topic != nil {
            guard phone.isCarried else {
                return
                    "a phone whose messages come by a broker may be anywhere; CarriedWithMachine=yes in [Phone] says "
                    + "that it is always where this machine is"
            }
            guard phone.mayBePlain || phone.keyFile != nil else {
                return "[Phone] needs KeyFile= or AllowUnencrypted="
            }
        }
        return nil
    }

    /// What leaves the machine and where to, a line each, for the log and for `--check`.
    var summary: [String] {
        let choices = RelaySettings.Choice.allCases.filter(settings.choices.contains).map(\.words)
        let live = settings.liveInterval.map { ["live locations every \($0.inWholeSeconds) s"] } ?? []
        let formats = RelaySettings.FormatName.allCases.filter(settings.formats.contains).map { format in
            switch format {
            case .waymark: "Waymark's below \(settings.topic)"
            case .ownTracks: "OwnTracks' at \(settings.ownTracksBase)/\(settings.user)/\(settings.device)"
            case .homeAssistant: "Home Assistant's, announced below \(settings.discoveryPrefix)"
            }
        }
        let address = broker.address.map { "\($0)" } ?? ""
        var lines = [
            "sends \((choices + live).joined(separator: ", "))",
            "to \(address) \(broker.usesTLS ? "with TLS" : "without encryption") as \(settings.user)/\(settings.device)",
            "in the formats: \(formats.joined(separator: "; "))",
        ]
        if settings.ownTracksSecret != nil || ownTracksSecretFile != nil {
            lines.append("OwnTracks' messages are encrypted")
        }
        if let topic = regionsTopic { lines.append("takes regions from \(filled(topic))") }
        if let topic = phone.topic {
            lines.append("takes a phone's positions from \(filled(topic)) for feed://\(phone.feed)")
        }
        return lines
    }
}

extension RelaySettings.Choice {
    fileprivate var words: String {
        switch self {
        case .significantChanges: "significant changes"
        case .visits: "visits"
        case .regions: "entering and leaving regions"
        case .receiverStates: "states of the receivers"
        }
    }
}

extension Duration {
    var inWholeSeconds: Int64 { components.seconds }
}

// MARK: Keys

extension RelayConfiguration {
    private typealias Key = INISetting<RelayConfiguration>

    static let keys: [INISetting<RelayConfiguration>] =
        brokerKeys + deviceKeys + sendingKeys + formatKeys + outboxKeys + receivingKeys

    private static let brokerKeys: [Key] = [
        value(
            "Broker",
            "Address",
            "a name or address and a port, as in broker.example:8883",
            HostAndPort.init,
            set: {
                $0.broker.address = $1
            }
        ),
        toggle("Broker", "TLS") { $0.broker.usesTLS = $1 },
        toggle("Broker", "AllowPlain") { $0.broker.allowsPlain = $1 },
        path("Broker", "Authority") { $0.broker.authority = $1 },
        path("Broker", "Certificate") { $0.broker.certificate = $1 },
        path("Broker", "Key") { $0.broker.key = $1 },
        value("Broker", "User", "a name", { $0 }, set: { $0.broker.user = $1 }),
        path("Broker", "PasswordFile") { $0.broker.passwordFile = $1 },
        time("Broker", "KeepAlive", 15...3600) { $0.broker.keepAlive = $1 },
        time("Broker", "ReconnectWithin", 1...3600) { $0.broker.reconnectWithin = $1 },
    ]

    private static let deviceKeys: [Key] = [
        word("Device", "User") { $0.settings.user = $1 },
        word("Device", "Name") { $0.settings.device = $1 },
        value(
            "Device",
            "DisplayName",
            "1 to 64 bytes",
            { $0.utf8.count <= 64 ? $0 : nil },
            set: { $0.settings.deviceName = $1 }
        ),
    ]

    private static let sendingKeys: [Key] = [
        choice("SignificantChanges", .significantChanges),
        choice("Visits", .visits),
        choice("Regions", .regions),
        choice("ReceiverStates", .receiverStates),
        INISetting("Send", "LiveLocations", accepts: "no, or a time from 1s to 1d") { text, target in
            target.settings.liveInterval = duration(text, 1...86_400)
            return text == "no" || target.settings.liveInterval != nil ? .accepted : .notUnderstood
        },
    ]

    private static let formatKeys: [Key] = [
        format("Waymark", .waymark),
        format("OwnTracks", .ownTracks),
        format("HomeAssistant", .homeAssistant),
        topic("Formats", "Topic") { $0.settings.topicTemplate = $1 },
        word("OwnTracks", "Base") { $0.settings.ownTracksBase = $1 },
        word("OwnTracks", "TrackerID", ofAtMost: 2) { $0.settings.trackerID = $1 },
        toggle("OwnTracks", "Transitions") { $0.settings.sendsTransitions = $1 },
        path("OwnTracks", "SecretFile") { $0.ownTracksSecretFile = $1 },
        word("HomeAssistant", "DiscoveryPrefix") { $0.settings.discoveryPrefix = $1 },
        toggle("HomeAssistant", "PlaceNamesOnly") { $0.settings.sendsPlaceNamesOnly = $1 },
    ]

    private static let outboxKeys: [Key] = [
        value(
            "Outbox",
            "MaxEvents",
            "a number from 100 to 10000",
            { within(100...10_000, Int($0)) },
            set: {
                $0.limits.events = $1
            }
        ),
        value(
            "Outbox",
            "MaxSize",
            "a size from 64K to 64M",
            { within(65_536...67_108_864, Quantity.bytes($0)) },
            set: {
                $0.limits.bytes = $1
            }
        ),
        time("Outbox", "MaxAge", 3600...31_536_000) { $0.limits.age = $1 },
    ]

    private static let receivingKeys: [Key] = [
        topic("Regions", "Topic") { $0.regionsTopic = $1 },
        topic("Phone", "Topic") { $0.phone.topic = $1 },
        word("Phone", "Feed") { $0.phone.feed = $1 },
        toggle("Phone", "CarriedWithMachine") { $0.phone.isCarried = $1 },
        toggle("Phone", "AllowUnencrypted") { $0.phone.mayBePlain = $1 },
        path("Phone", "KeyFile") { $0.phone.keyFile = $1 },
    ]

    private static func value<Value>(
        _ section: String,
        _ key: String,
        _ accepts: String,
        _ read: @escaping @Sendable (String) -> Value?,
        set: @escaping @Sendable (inout Self, Value) -> Void
    ) -> Key {
        INISetting(section, key, accepts: accepts) { text, target in
            guard !text.isEmpty, let value = read(text) else { return .notUnderstood }
            set(&target, value)
            return .accepted
        }
    }

    private static func toggle(
        _ section: String,
        _ key: String,
        set: @escaping @Sendable (inout Self, Bool) -> Void
    ) -> Key {
        value(section, key, "yes or no", { ["yes", "no"].contains($0) ? $0 == "yes" : nil }, set: set)
    }

    private static func choice(_ key: String, _ choice: RelaySettings.Choice) -> Key {
        toggle("Send", key) { target, isOn in
            if isOn { target.settings.choices.insert(choice) } else { target.settings.choices.remove(choice) }
        }
    }

    private static func format(_ key: String, _ format: RelaySettings.FormatName) -> Key {
        toggle("Formats", key) { target, isOn in
            if isOn { target.settings.formats.insert(format) } else { target.settings.formats.remove(format) }
        }
    }

    private static func path(
        _ section: String,
        _ key: String,
        set: @escaping @Sendable (inout Self, String) -> Void
    ) -> Key {
        value(section, key, "an absolute path", { $0.hasPrefix("/") ? $0 : nil }, set: set)
    }

    private static func word(
        _ section: String,
        _ key: String,
        ofAtMost limit: Int = 64,
        set: @escaping @Sendable (inout Self, String) -> Void
    ) -> Key {
        let accepts = "1 to \(limit) letters, digits, - and _"
        return value(section, key, accepts, { isWord($0) && $0.utf8.count <= limit ? $0 : nil }, set: set)
    }

    private static func topic(
        _ section: String,
        _ key: String,
        set: @escaping @Sendable (inout Self, String) -> Void
    ) -> Key {
        let accepts =
            "levels of letters, digits, - and _ with / between them; {user} and {device} stand for the names in [Device]"
        return value(section, key, accepts, { isTopic($0) ? $0 : nil }, set: set)
    }

    private static func time(
        _ section: String,
        _ key: String,
        _ seconds: ClosedRange<Int64>,
        set: @escaping @Sendable (inout Self, Duration) -> Void
    ) -> Key {
        let accepts = "a time from \(seconds.lowerBound) s to \(seconds.upperBound) s"
        return value(section, key, accepts, { duration($0, seconds) }, set: set)
    }

    private static func duration(_ text: String, _ seconds: ClosedRange<Int64>) -> Duration? {
        Quantity.duration(text).flatMap { seconds.contains($0.components.seconds) ? $0 : nil }
    }

    private static func within(_ range: ClosedRange<Int>, _ number: Int?) -> Int? {
        number.flatMap { range.contains($0) ? $0 : nil }
    }
}

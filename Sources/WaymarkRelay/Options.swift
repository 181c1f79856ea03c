import Glibc
import LinuxSystem
import OwnTracks
import Relay
import ServiceClient
import UserInput
import WaymarkInterfaces

/// The paths of the program's files, from the command line and the environment.
struct Paths {
    static let description = CommandDescription(
        name: "waymark-relay",
        summary:
            "sends where this machine is to a broker of MQTT, as far as its owner has chosen and the person allows",
        options: [
            .init(
                "config",
                letter: "c",
                value: .path("FILE"),
                "the configuration; default \(defaultConfiguration)"
            ),
            .init("state", value: .path("FOLDER"), "the folder of the outbox; default \(defaultState)"),
            .init("socket", letter: "s", value: .path("PATH"), "the service's socket"),
            .init("check", "check the configuration, print what would be sent where, and end"),
        ],
        details: """
            Nothing is sent before the person allows it: waymarkctl authorize \(RelayService.app) always. What waits is
            shown by 'waymarkctl relay'.

            Exit status: 0 ended by a signal; 1 failed; 2 wrong usage; 78 only the owner can help, such as by correcting the
            configuration.
            """
    )

    private static let defaultConfiguration = "/etc/waymark/waymark-relay.conf"
    private static let defaultState = "/var/lib/waymark-relay"

    /// The longest password or secret.
    private static let secretLimit = 1024

    let configuration: String
    let state: String
    let socket: String

    /// The folder of the status, and that of systemd's credentials; `nil` without one.
    let runtime: String?
    let credentials: String?

    init(_ line: ParsedCommandLine) {
        configuration = line.value(of: "config") ?? Self.defaultConfiguration
        state = line.value(of: "state") ?? Environment.value(of: "STATE_DIRECTORY") ?? Self.defaultState
        socket = ServiceAddress.path(line.value(of: "socket"))
        runtime = Environment.value(of: "RUNTIME_DIRECTORY")
        credentials = Environment.value(of: "CREDENTIALS_DIRECTORY")
    }

    /// Returns the broker's password; `nil` if none is needed.
    func password(_ configuration: RelayConfiguration) throws -> String? {
        guard configuration.broker.user != nil else { return nil }
        if let path = configuration.broker.passwordFile {
            return try secret(path, "PasswordFile= in [Broker]")
        }
        let credential = credentials.map { "\($0)/mqtt-password" }
        guard let path = credential, unsafe access(path, F_OK) == 0 else { return nil }
        return try secret(path, "the credential mqtt-password", isCredential: true)
    }

    /// Returns OwnTracks' secret; `nil` if messages are not encrypted.
    func ownTracksSecret(_ configuration: RelayConfiguration) throws -> SecretBox? {
        guard let path = configuration.ownTracksSecretFile else { return nil }
        let secret = Array(try secret(path, "SecretFile= in [OwnTracks]").utf8)
        if let box = SecretBox(secret: secret) { return box }
        throw OwnersProblem(
            "\(path): OwnTracks takes a secret of 1 to 32 bytes, and this one has \(secret.count)"
        )
    }

    /// Returns the phone whose messages come by the broker; `nil` without one.
    func phone(_ configuration: RelayConfiguration) throws -> PairedPhone? {
        let settings = configuration.phone
        guard configuration.settings.phoneTopic != nil else { return nil }
        // A phone that sends without encryption gets a random key, which opens nothing.
        let text = try settings.keyFile.map { try secret($0, "KeyFile= in [Phone]") }
        guard let key = text.map({ PhoneKey($0) }) ?? PhoneKey.makeRandom() else {
            throw OwnersProblem("\(settings.keyFile ?? ""): it is no key as 'waymark-phone pair' makes them")
        }
        var phone = PairedPhone(name: RelayConfiguration.Phone.name, key: key)
        (phone.isCarried, phone.mayBePlain) = (settings.isCarried, settings.mayBePlain)
        return phone
    }

    /// Throws ``OwnersProblem`` if a file that the configuration names cannot be used.
    func checkFiles(_ configuration: RelayConfiguration) throws {
        let broker = configuration.broker
        let files = [
            ("Authority", broker.authority), ("Certificate", broker.certificate), ("Key", broker.key),
        ]
        for case (let key, let path?) in files where unsafe broker.usesTLS && access(path, R_OK) != 0 {
            let error = SystemError("open", on: path)
            throw OwnersProblem("\(key)= in [Broker]: \(error)")
        }
        _ = try password(configuration)
        _ = try ownTracksSecret(configuration)
        _ = try phone(configuration)
    }

    private func secret(_ path: String, _ origin: String, isCredential: Bool = false) throws -> String {
        let bytes: [UInt8]
        do {
            bytes = try contentsOfFile(path, atMost: Self.secretLimit)
        } catch { throw OwnersProblem("\(origin): \(error)") }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw SystemError("stat", on: path) }
        guard isCredential || status.st_mode & 0o007 == 0 else {
            throw OwnersProblem("\(path): everybody can read it: chmod o= \(path)")
        }
        return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }, as: UTF8.self)
    }
}

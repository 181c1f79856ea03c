import Configuration
import Glibc
import LinuxSystem
import LocationModel
import StateStore
import UserInput
import Varlink
import VarlinkSocket
import WaymarkEngine

/// The configuration files combined with the command-line options, which take precedence.
struct EffectiveConfiguration {
    let configuration: Configuration
    let receivers: [NamedReceiverURL]
    private(set) var statedPlace: StatedPlace?

    /// What is wrong but does not prevent the start, for the log and `--check`.
    private(set) var warnings: [String] = []

    /// The user of the service, whom a check by root became.
    private(set) var checkedAs: UInt32?

    /// A reason why a configuration is unusable, for a person.
    struct Problem: Error {
        let text: String
    }

    init(_ options: Options) throws(Problem) {
        var configuration: Configuration
        do {
            configuration = try ConfigurationFile.load(
                path: options.configurationPath ?? ConfigurationFile.defaultPath,
                isRequired: options.configurationPath != nil
            )
        } catch {
            throw Problem(text: "\(error)")
        }
        if let path = options.socketPath { configuration.socket.path = path }
        if let directory = options.stateDirectory { configuration.state.directory = directory }
        if !options.receivers.isEmpty { configuration.receivers.urls = options.receivers }
        if let level = options.logLevel { configuration.logLevel = level }
        var receivers = try Self.simulated(options)
        for text in configuration.receivers.urls where !options.isSimulated {
            do {
                receivers.append(NamedReceiverURL(name: text, url: try ReceiverURL(text)))
            } catch {
                throw Problem(text: "receiver '\(text)': \(error)")
            }
        }
        self.configuration = configuration
        self.receivers = receivers
        var feeds: Set<String> = []
        for case .feed(let feed) in receivers.map(\.url) {
            guard feeds.insert(feed.name).inserted else {
                throw Problem(text: "two receivers are the feed '\(feed.name)': give each a name of its own")
            }
        }
        for receiver in receivers {
            guard let user = receiver.url.user, UserDatabase.number(of: user) == nil else { continue }
            // A feed has one user, and this is none.
            if case .feed = receiver.url {} else if user == ReceiverURL.everybody { continue }
            warnings.append(
                "receiver '\(receiver.name)': there is no user '\(user)' on this machine: remove the name, or "
                    + "correct it; until then no more programs are believed than without it"
            )
        }
        for user in configuration.policy.unknownUsers {
            warnings.append(
                "[Policy]: there is no user '\(user)' on this machine: remove the name, or correct it; until then its limits "
                    + "apply to every user who is not listed by 'getent passwd', and its exceptions to nobody"
            )
        }
        do throws(GeolocationFile.Problem) {
            statedPlace = try Self.statedPlace(configuration.place)
        } catch {
            // The file belongs to another service: a mistake in it must not end this one.
            warnings.append(error.text(path: configuration.place.file ?? ""))
        }
    }

    /// Becomes a user for good, and reads the configuration as this user.
    init(_ options: Options, as user: UInt32) throws(Problem) {
        do throws(SystemError) { try ProcessIdentity.become(user) } catch { throw Problem(text: "\(error)") }
        do throws(Problem) {
            try self.init(options)
        } catch {
            throw Problem(text: Self.asking(user, for: error.text))
        }
        checkedAs = user
    }

    /// Returns a problem with reading a file, with who must be able to.
    static func asking(_ user: UInt32, for problem: String) -> String {
        "\(problem); the service runs as \(UserDatabase.name(of: user)), who must be able to read it"
    }

    /// Returns the receiver of a service that simulates; none for any other.
    ///
    /// Nothing simulated must reach the clients or the state of the machine's own service, so it needs others.
    private static func simulated(_ options: Options) throws(Problem) -> [NamedReceiverURL] {
        guard options.isSimulated else { return [] }
        guard options.receivers.isEmpty else {
            throw Problem(text: "--simulated and --receiver exclude each other")
        }
        guard options.socketPath != nil, options.stateDirectory != nil else {
            throw Problem(
                text:
                    "--simulated needs --socket and --state, so that it is not mistaken for the machine's service"
            )
        }
        return [NamedReceiverURL(name: "simulated", url: .simulated)]
    }

    var engineSettings: EngineSettings { engineSettings(with: receivers) }

    /// Returns the settings of a service that has these receivers, which may be others than are configured since.
    func engineSettings(with receivers: [NamedReceiverURL]) -> EngineSettings {
        var settings = configuration.engineSettings
        settings.statedPlace = statedPlace
        if !Self.areLive(receivers) { settings.dutyCycle = nil }
        return settings
    }

    private static func statedPlace(_ place: Configuration.Place) throws(GeolocationFile.Problem)
        -> StatedPlace?
    {
        guard let position = place.position else {
            return try place.file.map { path throws(GeolocationFile.Problem) in try GeolocationFile.read(path)
            } ?? nil
        }
        return Coordinate(
            latitudeDegrees: position.latitudeDegrees,
            longitudeDegrees: position.longitudeDegrees
        ).map {
            StatedPlace(
                coordinate: $0,
                accuracyMeters: place.accuracyMeters,
                altitudeMeters: position.altitudeMeters,
                origin: .configuration
            )
        }
    }

    /// Whether a receiver is live.
    ///
    /// Without one there is no duty cycle: a pause would save no power, and stop the playback of recordings.
    private static func areLive(_ receivers: [NamedReceiverURL]) -> Bool {
        receivers.contains { receiver in
            switch receiver.url {
            case .recording, .simulated: false
            case .gpsd, .serial, .tcp, .udp, .unix, .feed: true
            }
        }
    }

    var journalLimits: JournalLimits {
        JournalLimits(keep: configuration.journal.keep, bytesPerUser: configuration.journal.size)
    }

    var serverLimits: VarlinkServer.Limits {
        let socket = configuration.socket
        var limits = VarlinkServer.Limits()
        limits.connections = socket.maxConnections
        limits.connectionsPerUser = socket.maxConnectionsPerUser
        limits.connectionsPerPrivilegedUser = 2 * socket.maxConnectionsPerUser
        limits.conversation.messageBytes = socket.maxMessageSize
        limits.conversation.partialMessage = socket.messageTimeout
        limits.conversation.waitingCalls = socket.maxPendingCalls
        limits.congestedOutputBytes = socket.coalesceAbove
        limits.outputBytes = socket.maxOutputQueue
        limits.outputStall = socket.stallTimeout
        return limits
    }
}

extension EffectiveConfiguration {
    /// The well-formed settings without which the service starts, although this machine lacks what they name, for
    /// `--check`.
    var remarks: [String] {
        var remarks = warnings
        let socket = configuration.socket
        // The default group is optional: without it no user can show the widgets of others.
        if socket.hostGroup != Configuration().socket.hostGroup,
            UserDatabase.number(ofGroup: socket.hostGroup) == nil
        {
            remarks.append("'HostGroup=': there is no group '\(socket.hostGroup)' on this machine")
        }
        let (bridge, usual) = (configuration.bridge, Configuration().bridge)
        for case (let key, let user?, let usual) in [
            ("User", bridge.user, usual.user), ("BeaconUser", bridge.beaconUser, usual.beaconUser),
            ("MovementUser", bridge.movementUser, usual.movementUser),
        ] as [(String, String?, String?)] where user != usual && UserDatabase.number(of: user) == nil {
            remarks.append("'\(key)=' in [Bridge]: there is no user '\(user)' on this machine")
        }
        return remarks
    }

    /// The well-formed settings with which the service would not start on this machine, for `--check`.
    var obstacles: [String] {
        var obstacles: [String] = []
        do {
            try StateStore.check(
                directory: configuration.state.directory,
                keyFile: configuration.state.keyFile
            )
        } catch { obstacles.append("\(error)") }
        if let checkedAs, let keyFile = configuration.state.keyFile {
            do throws(SystemError) { _ = try InputFile(keyFile) } catch {
                if error.code == EACCES {
                    obstacles.append(Self.asking(checkedAs, for: "the sealing key \(error)"))
                }
            }
        }
        for receiver in receivers {
            do throws(ReceiverProblem) { try ReceiverSet.check(receiver.url) } catch {
                obstacles.append("\(error)")
            }
        }
        return obstacles
    }
}

extension EffectiveConfiguration {
    /// The user that the installed service runs as, if this program runs as root and the service does not.
    ///
    /// systemd gives the service the directory of its state. Before the first start there is none.
    func serviceUser(_ options: Options) -> UInt32? {
        guard ProcessIdentity.effectiveUserID == 0 else { return nil }
        let usual = options.configurationPath == nil ? UserDatabase.number(of: "waymark") : nil
        let user = (try? Folder(configuration.state.directory).status().owner) ?? usual
        return user == 0 ? nil : user
    }
}

extension ReceiverURL {
    /// The other user who may run the program; `nil` if none is named.
    fileprivate var user: String? {
        switch self {
        case .feed(let feed): feed.user
        case .gpsd(_, _, _, let user), .tcp(_, _, let user), .udp(_, _, _, let user): user
        case .recording, .serial, .unix, .simulated: nil
        }
    }
}

import Glibc
import LinuxSystem
import LocationModel
import Receivers
import StateStore
import UserInput
import Varlink
import WaymarkEngine

/// The configuration files combined with the command-line options, which take precedence.
struct EffectiveConfiguration {
    private(set) var configuration: Configuration

    /// Where the settings were assigned, in a file or by an option.
    private(set) var origins: INIOrigins
    private(set) var receivers: [NamedReceiverURL] = []
    private(set) var statedPlace: StatedPlace?

    /// The faults that do not prevent the start, for the log and `--check`.
    private(set) var warnings: [String] = []

    /// The user of the service, whom a check by root became.
    private(set) var checkedAs: UInt32?

    init(_ options: Options) throws(OwnersProblem) {
        do {
            (configuration, origins) = try ConfigurationFile.load(
                path: options.configurationPath ?? ConfigurationFile.defaultPath,
                isRequired: options.configurationPath != nil
            )
        } catch {
            throw OwnersProblem("\(error)")
        }
        override(by: options)
        receivers = try options.isSimulated ? Self.simulated(options) : Self.named(configuration.receivers)
        warnings = try warningsOfSameReceivers() + warningsOfReceiversUsers() + warningsOfPolicysUsers()
        warnings += warningOfRetries() + warningOfAccuracy()
        do throws(OwnersProblem) {
            statedPlace = try Self.statedPlace(configuration.place)
        } catch {
            // The file belongs to another service: a mistake in it must not end this one.
            warnings.append(error.description)
        }
    }

    private mutating func override(by options: Options) {
        if let path = options.socketPath {
            configuration.socket.path = path
            origins.add(path, to: "Socket", "Path", from: "--socket")
        }
        if let directory = options.stateDirectory {
            configuration.state.directory = directory
            origins.add(directory, to: "State", "Directory", from: "--state")
        }
        if !options.receivers.isEmpty {
            configuration.receivers = options.receivers
            for url in options.receivers { origins.add(url, to: "Receivers", "Receiver", from: "--receiver") }
        }
        if let level = options.logLevel { configuration.logLevel = level }
    }

    private static func named(_ receivers: [String]) throws(OwnersProblem) -> [NamedReceiverURL] {
        try receivers.map { text throws(OwnersProblem) in
            do {
                return NamedReceiverURL(name: text, url: try ReceiverURL(text))
            } catch {
                throw OwnersProblem("--receiver '\(text)': \(error)")
            }
        }
    }

    /// Throws if two receivers are the same feed, of which there can be only one.
    private func warningsOfSameReceivers() throws(OwnersProblem) -> [String] {
        var warnings: [String] = []
        var sources: [String: String] = [:]
        for receiver in receivers {
            guard let other = sources.updateValue(receiver.name, forKey: receiver.source) else { continue }
            let place = place(of: receiver)
            if case .feed(let feed) = receiver.url {
                throw OwnersProblem(
                    "\(place)two receivers are the feed '\(feed.name)': give each a name of its own"
                )
            }
            warnings.append(
                "\(place)receiver '\(receiver.name)' reads the same as '\(other)': remove one of them; an empty "
                    + "'Receiver=' removes all before it"
            )
        }
        return warnings
    }

    private func warningsOfReceiversUsers() -> [String] {
        receivers.compactMap { receiver in
            guard let user = receiver.url.user, UserDatabase.number(of: user) == nil else { return nil }
            // A feed has one user, and this is none.
            if case .feed = receiver.url {} else if user == ReceiverURL.everybody { return nil }
            return
                "\(place(of: receiver))receiver '\(receiver.name)': there is no user '\(user)' on this machine: remove "
                + "the name, or correct it; until then no more programs are believed than without it"
        }
    }

    private func warningsOfPolicysUsers() -> [String] {
        configuration.policy.unknownUsers.map { user in
            let place = origins.place(of: "Policy", "Forbid", "WhenInUseOnly", "ReduceAccuracy", "Allow") {
                $0.split(whereSeparator: \.isWhitespace).contains {
                    $0 == "user:\(user)" || $0.hasSuffix("@\(user)")
                }
            }
            return
                "\(place)[Policy]: there is no user '\(user)' on this machine: remove the name, or correct it; until then its "
                + "limits apply to every user who is not listed by 'getent passwd', and its exceptions to nobody"
        }
    }

    private func warningOfRetries() -> [String] {
        guard configuration.engine.retryAfter > configuration.engine.retryAtMost else { return [] }
        let place = origins.place(of: "Widgets", "RetryAfter", "RetryAtMost")
        return ["\(place)'RetryAfter=' is longer than 'RetryAtMost=': make one fit the other"]
    }

    private func warningOfAccuracy() -> [String] {
        let place = origins.place(of: "Place", "Accuracy")
        guard !place.isEmpty, configuration.place.position == nil else { return [] }
        return ["\(place)'Accuracy=' needs 'Position=': set that, too, or remove this"]
    }

    /// Becomes a user for good, and reads the configuration as this user.
    init(_ options: Options, as user: UInt32) throws(OwnersProblem) {
        do throws(SystemError) { try ProcessIdentity.become(user) } catch { throw OwnersProblem("\(error)") }
        do throws(OwnersProblem) {
            try self.init(options)
        } catch {
            throw OwnersProblem(Self.asking(user, for: error.description))
        }
        checkedAs = user
    }

    /// Returns a problem with reading a file, with the user who must be able to read it.
    static func asking(_ user: UInt32, for problem: String) -> String {
        "\(problem); the service runs as \(UserDatabase.name(of: user)), who must be able to read it"
    }

    /// Returns the receiver of a service that simulates.
    ///
    /// Nothing simulated must reach the clients or the state of the machine's own service, so it needs its
    /// own.
    private static func simulated(_ options: Options) throws(OwnersProblem) -> [NamedReceiverURL] {
        guard options.receivers.isEmpty else {
            throw OwnersProblem("--simulated and --receiver exclude each other")
        }
        guard options.socketPath != nil, options.stateDirectory != nil else {
            throw OwnersProblem(
                "--simulated needs --socket and --state, so that it is not mistaken for the machine's service"
            )
        }
        return [NamedReceiverURL(name: "simulated", url: .simulated)]
    }

    private func place(of receiver: NamedReceiverURL) -> String {
        origins.place(of: "Receivers", "Receiver") { $0 == receiver.name }
    }

    var engineSettings: EngineSettings { engineSettings(with: receivers) }

    /// Returns the settings for these receivers, which may differ from those configured since.
    func engineSettings(with receivers: [NamedReceiverURL]) -> EngineSettings {
        var settings = configuration.engineSettings
        settings.statedPlace = statedPlace
        if !Self.areLive(receivers) { settings.dutyCycle = nil }
        return settings
    }

    private static func statedPlace(_ place: Configuration.Place) throws(OwnersProblem) -> StatedPlace? {
        guard let position = place.position else {
            guard let file = place.file else { return nil }
            return try GeolocationFile.read(file)
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

    /// Whether any receiver is live.
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
    /// The names of what must be on the machine; what the defaults name need not be there.
    private static func named(in configuration: Configuration) -> [(String, String, [String?])] {
        let bridge = configuration.bridge
        return [
            ("Socket", "HostGroup", [configuration.socket.hostGroup]), ("Bridge", "User", [bridge.user]),
            ("Bridge", "BeaconUser", [bridge.beaconUser]), ("Bridge", "MovementUser", [bridge.movementUser]),
            ("Manifests", "Folder", configuration.manifestFolders),
            ("Place", "File", [configuration.place.file]), ("Record", "File", [configuration.record.file]),
        ]
    }

    /// The well-formed settings that name something this machine lacks, although the service starts, for
    /// `--check`.
    var remarks: [String] {
        var remarks = warnings
        let settings = zip(Self.named(in: configuration), Self.named(in: Configuration()))
        for ((section, key, names), (_, _, usual)) in settings {
            for case let name? in names where !usual.contains(name) {
                guard let problem = fault(of: name, in: section) else { continue }
                let place = origins.place(of: section, key) { $0 == name }
                remarks.append("\(place)'\(key)=' in [\(section)]: \(problem), or name another")
            }
        }
        return remarks
    }

    /// Returns why the service cannot use what a name in a section stands for, as far as this user can tell,
    /// and a remedy.
    private func fault(of name: String, in section: String) -> String? {
        switch section {
        case "Socket":
            UserDatabase.number(ofGroup: name) == nil
                ? "there is no group '\(name)' on this machine: make it" : nil
        case "Bridge":
            UserDatabase.number(of: name) == nil
                ? "there is no user '\(name)' on this machine: make it" : nil
        // What is wrong with the file of the place is among the warnings, unless there is none.
        case "Place": fault(ofPath: name, F_OK)
        default: fault(ofPath: name, section == "Record" ? W_OK : R_OK)
        }
    }

    private func fault(ofPath path: String, _ mode: CInt) -> String? {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let isNew = unsafe mode == W_OK && access(path, F_OK) != 0 && errno == ENOENT
        // The service makes the folder of its state.
        if isNew && folder == configuration.state.directory { return nil }
        let needed = isNew ? folder + "/" : path
        guard unsafe access(needed, checkedAs == nil ? F_OK : mode) != 0 else { return nil }
        let error = SystemError("access", on: needed)
        guard error.code == EACCES else { return "\(needed): \(error.reason): make it" }
        return checkedAs.map { "\(needed): \(error.reason): let \(UserDatabase.name(of: $0)) use it" }
    }

    /// The well-formed settings with which the service would not start on this machine, for `--check`.
    var obstacles: [String] {
        var obstacles: [String] = []
        do {
            try StateStore.check(
                directory: configuration.state.directory,
                keyFile: configuration.state.keyFile
            )
        } catch { obstacles.append("\(place(of: error))\(error)") }
        if let checkedAs, let keyFile = configuration.state.keyFile {
            do throws(SystemError) { _ = try InputFile(keyFile) } catch {
                if error.code == EACCES {
                    let place = origins.place(of: "State", "KeyFile")
                    obstacles.append(Self.asking(checkedAs, for: "\(place)the sealing key \(error)"))
                }
            }
        }
        return obstacles + receiverProblems()
    }

    func receiverProblems(but used: [NamedReceiverURL] = []) -> [String] {
        receivers.compactMap { receiver -> String? in
            // A device may be plugged in later. A missing file is a mistake in the configuration.
            guard case .recording(let path, _, _) = receiver.url, !used.contains(receiver) else { return nil }
            do throws(ReceiverProblem) {
                try RecordingReceiver.check(path: path)
                return nil
            } catch { return "\(place(of: receiver))\(error)" }
        }
    }

    /// Throws if receivers can never work, but for those that are in use.
    func checkReceivers(but used: [NamedReceiverURL] = []) throws(OwnersProblem) {
        let problems = receiverProblems(but: used)
        guard problems.isEmpty else { throw OwnersProblem(problems.joined(separator: "\n")) }
    }

    /// Returns the place of the setting because of which the start failed, to be put before the message.
    func place(of failure: any Error) -> String {
        switch failure {
        case is ListenFailure: origins.place(of: "Socket", "Path")
        case StateStoreError.key: origins.place(of: "State", "KeyFile")
        case is StateStoreError: origins.place(of: "State", "Directory")
        default: ""
        }
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

extension NamedReceiverURL {
    /// The source, which no two receivers can read, or need to.
    fileprivate var source: String {
        switch url {
        case .feed(let feed): "feed://\(feed.name)"
        // Several senders may send to one port.
        case .udp: name
        default: String(name.prefix { $0 != "?" })
        }
    }
}

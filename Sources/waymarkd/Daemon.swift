import Configuration
import Glibc
import LinuxSystem
import LocationModel
import Manifests
import PeerIdentity
import StateStore
import SystemdService
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// The running service: one thread with one loop that passes events to the engine and carries out its effects.
final class Daemon {
    let options: Options

    /// The configuration at startup.
    ///
    /// Some settings cannot change until the service restarts.
    let startingConfiguration: Configuration
    let poller: Poller
    let server: VarlinkServer
    let store: StateStore
    var log: Log
    private var logShares = LogShares()
    var engine: Engine
    var receivers: ReceiverSet
    let startedAt: MonotonicInstant

    /// Calls that wait for the engine's answer.
    var calls = PendingCalls()

    /// Calls that are answered at the end of the turn.
    var inquiries: [PendingInquiry] = []

    /// The open streams, by connection and by session.
    var streams = StreamTable()
    var sessions: [SessionIdentifier: EventStream] = [:]
    var callers = CallerTable()
    var claims = ClaimTable()

    /// The system's attribution of each connected program, taken when it connected.
    var attributions: [VarlinkServer.ConnectionID: AppAttribution] = [:]
    let peerIdentity = PeerIdentity()

    /// The group whose members may show the widgets of every user.
    let hostGroup: UInt32?

    /// The user whose program speaks for the apps of all users; `nil` if there is none.
    let bridgeUser: UserIdentifier?

    /// The user whose program listens for beacons; `nil` if there is none.
    let beaconUser: UserIdentifier?

    /// The manifests installed on the machine; `nil` once the kernel no longer reports changes.
    private(set) var manifests: InstalledManifests?
    private var manifestToken: Poller.Token?

    /// The mistakes in installed manifests that have been logged.
    var toldMistakes: Set<ManifestMistake> = []

    /// The installed manifests whose missing capabilities have been logged.
    var toldManifests: Set<AppManifest> = []
    var lastCall: UInt64 = 0
    var counts = ServiceCounts()

    var sessionNumbers: Numbering

    /// The latest event of a widget, which all hosts that show it are sent.
    var hostEvents = LatestEncoding<HostEvent>()

    /// The latest reload, which all providers that a change concerns are sent for their widgets.
    var reloads = LatestReload()

    /// The streams that can take the next piece of what they are sent at first, in turn.
    var readyForPiece: [EventStream] = []

    /// The effects to carry out at the end of the turn, once its changes are durable.
    var outbox = Outbox()

    /// The record of this run, for its readers and its file.
    var runRecord = RunRecord()

    /// The time at which the current turn began.
    var now: Moment
    private let signals: Signals
    private let signalToken: Poller.Token
    private let clockWatch: ClockWatch
    private let clockToken: Poller.Token
    private let zoneWatch: TimeZoneWatch
    private let zoneToken: Poller.Token
    private var watchdog: Watchdog?
    private var mayRun = true

    /// Why nobody can connect any more.
    private var listenerFailure: SystemError?

    init(_ options: Options, _ effective: EffectiveConfiguration, log: Log) throws {
        self.options = options
        startingConfiguration = effective.configuration
        self.log = log
        now = .current
        startedAt = now.instant
        try Signals.ignoreBrokenPipes()
        signals = try Signals([SIGTERM, SIGINT, SIGHUP])
        poller = try Poller()
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        clockWatch = try ClockWatch()
        clockToken = try poller.watch(clockWatch.descriptor.rawValue, for: .readable)
        zoneWatch = try TimeZoneWatch()
        zoneToken = try poller.watch(zoneWatch.descriptor, for: .readable)
        let configuration = effective.configuration
        let opened = try StateStore.open(
            directory: configuration.state.directory,
            keySource: KeySource(
                keyFile: configuration.state.keyFile,
                credentialsDirectory: Environment.value(of: "CREDENTIALS_DIRECTORY")
            ),
            journal: effective.journalLimits
        )
        for warning in opened.warnings { log.warning("\(warning)") }
        for warning in effective.warnings { log.warning(warning) }
        store = opened.store
        let manifests = try InstalledManifests(
            configuration.manifests.folders.map { ManifestFolder(path: $0, owners: [0, geteuid()]) }
        )
        manifestToken = try poller.watch(manifests.descriptor, for: .readable)
        self.manifests = manifests
        receivers = try ReceiverSet(effective.receivers, poller: poller) { log.warning($0) }
        let journalNumbers = store.journal.numbers
        let secret = NumberingSecret(.random(in: 0 ... .max), .random(in: 0 ... .max))
        sessionNumbers = Numbering(.session, secret, from: now.instant)
        engine = Engine(
            settings: effective.engineSettings,
            state: opened.state,
            journal: journalNumbers,
            catalogue: Self.catalogue(of: opened.state.manifestTexts, manifests.scan(), log: log),
            receiverNames: receivers.names,
            secret: secret,
            at: now
        )
        hostGroup = UserDatabase.number(ofGroup: configuration.socket.hostGroup)
        if hostGroup == nil {
            log.info("there is no group '\(configuration.socket.hostGroup)': nobody shows widgets of others")
        }
        bridgeUser = UserDatabase.number(of: configuration.bridge.user).map { UserIdentifier($0) }
        beaconUser = UserDatabase.number(of: configuration.bridge.beaconUser).map { UserIdentifier($0) }
        let description = try ServiceDescription(
            vendor: "Waymark",
            product: "waymarkd",
            version: Version.current,
            url: "file:///usr/share/doc/waymark",
            interfaces: Interfaces.texts
        )
        server = VarlinkServer(description, poller: poller, limits: effective.serverLimits)
        try listen(configuration.socket.path)
        let needed = configuration.socket.maxConnections + Self.otherDescriptors
        if let limit = ProcessLimits.descriptors, limit < needed {
            log.warning(
                "MaxConnections=\(configuration.socket.maxConnections) needs \(needed) descriptors, and the service may "
                    + "open \(limit): set LimitNOFILE=\(needed) or more for the service, or fewer connections"
            )
        }
        watchdog = Watchdog(at: clock)
    }

    /// Runs the loop until a signal ends it.
    ///
    /// - Throws: ``SystemError`` if it cannot wait, or nobody can connect any more: the next process listens anew.
    func run() throws(SystemError) {
        if receivers.simulated != nil { log.notice("no receiver is used: the location is simulated") }
        ServiceManager.notifyReady(status: status)
        openRecordFile(startingConfiguration.record)
        if let scan = manifests?.scan() { install(scan) }
        // Deadlines from before a restart may have passed.
        dispatch(.deadlineReached)
        finishTurn()
        // Starting runs much code once, and reading a large state takes more memory than keeping it.
        var memory = ProgramMemory(at: clock)
        while mayRun, listenerFailure == nil {
            let deadline = MonotonicInstant.earliest(
                nextDeadline,
                memory.nextDeadline.map { MonotonicInstant($0) }
            )
            let readiness = try poller.wait(until: deadline.map { ContinuousClock.Instant($0) })
            now = .current
            try handleSignals(readiness)
            if readiness.contains(where: { $0.token == clockToken }) {
                try clockWatch.acknowledge()
                dispatch(.timeChanged(.clock))
            }
            if readiness.contains(where: { $0.token == zoneToken }), zoneWatch.readChange() {
                dispatch(.timeChanged(.zone))
            }
            if readiness.contains(where: { $0.token == manifestToken }) { readManifestChanges() }
            for event in receivers.advance(readiness, at: now) { dispatch(event) }
            // Whoever waits for a location does not wait for the rest of the turn.
            performHurried()
            for event in server.handle(readiness, at: clock) { handle(event) }
            if let due = engine.nextDeadline, due <= now.instant { dispatch(.deadlineReached) }
            sendPieces()
            finishTurn()
            advanceJournal()
            sumUpLog()
            watchdog?.report(at: clock)
            memory.advance(hasWorked: !readiness.isEmpty, at: clock)
        }
        ServiceManager.notifyStopping()
        passOnRecord()
        store.journal.flush(at: now)
        warnOfJournal()
        if let listenerFailure { throw listenerFailure }
        log.info("ended as asked")
    }

    /// Ends the service after this turn, because a listening socket has failed.
    func end(because failure: SystemError) { listenerFailure = failure }

    /// Sends an event to the engine and queues its effects for the end of the turn.
    func dispatch(_ event: Event) {
        let effects = engine.handle(event, at: now)
        if runRecord.isOn { runRecord.add(event, effects, at: now) }
        outbox.add(effects)
    }

    /// Asks the engine as of this turn.
    ///
    /// The closure asks the engine where it is; for an answer of `engine` itself, all of it is copied first.
    func ask<Answer, Failure>(_ question: (inout Engine) throws(Failure) -> Answer) throws(Failure) -> Answer
    {
        engine.look(at: now)
        return try question(&engine)
    }

    /// The number of descriptors for other purposes than connections.
    private static let otherDescriptors = 64

    /// Writes the decisions that are due to the disk.
    private func advanceJournal() {
        store.journal.advance(at: now)
        warnOfJournal()
    }

    private func warnOfJournal() {
        for warning in store.journal.removeWarnings() { log.warning("\(warning)") }
    }

    /// Logs what the programs of a user cause, unless they have caused much lately.
    ///
    /// With `nil`, it is what changes for everybody with what any user does.
    func log(_ level: LogLevel, about user: UserIdentifier?, _ message: @autoclosure () -> String) {
        guard level >= log.threshold else { return }
        // Whoever looks for a fault wants every line.
        guard log.threshold == .debug || logShares.allow(user, at: now.instant) else { return }
        log.log(level, message())
    }

    private func sumUpLog() {
        guard let due = logShares.nextDeadline, due <= now.instant else { return }
        for (user, count) in logShares.removeEnded(at: now.instant) {
            let subject = user.map { "user \($0)" } ?? "receivers"
            log.notice(
                "left out \(count) lines about \(subject) in the last minute; see 'waymarkctl journal'"
            )
        }
    }

    /// Stops watching for manifest changes and keeps the known manifests.
    func stopWatchingManifests() {
        manifestToken.map(poller.unwatch)
        (manifests, manifestToken) = (nil, nil)
    }

    /// The current time of the turn on the system's clock.
    var clock: ContinuousClock.Instant { ContinuousClock.Instant(now.instant) }

    private var nextDeadline: MonotonicInstant? {
        MonotonicInstant.earliest(
            of: engine.nextDeadline,
            receivers.nextDeadline,
            outbox.retryAt,
            store.journal.nextDeadline(at: now),
            logShares.nextDeadline,
            readyForPiece.isEmpty ? nil : now.instant,
            server.nextDeadline.map { MonotonicInstant($0) },
            watchdog.map { MonotonicInstant($0.nextDeadline) }
        )
    }

    private func listen(_ path: String) throws {
        var hasListener = false
        for descriptor in try PassedDescriptor.claimAll() {
            if descriptor.isOfEarlierVersion {
                // The service manager may hold it too.
                shutdown(descriptor.number, CInt(SHUT_RDWR))
                close(descriptor.number)
            } else if descriptor.kind == .other {
                log.warning(
                    "the service manager passed '\(descriptor.name)', which is no local stream socket"
                )
                close(descriptor.number)
            } else {
                try server.adopt(FileDescriptor(owning: descriptor.number), at: clock)
                hasListener = true
            }
        }
        guard !hasListener else { return log.info("serving the sockets of the service manager") }
        try server.listen(at: path)
        log.info("serving \(path)")
    }

    private func handleSignals(_ readiness: [Poller.Readiness]) throws(SystemError) {
        guard readiness.contains(where: { $0.token == signalToken }) else { return }
        while let signal = try signals.next() {
            if signal == SIGHUP { reload() } else { mayRun = false }
        }
    }

    /// Reloads the configuration.
    ///
    /// An invalid configuration changes nothing.
    private func reload() {
        ServiceManager.notifyReloading()
        var obstacle: String?
        defer {
            let kept = obstacle.map { "keeps its old configuration: \($0)" }
            ServiceManager.notifyReady(status: kept ?? status)
        }
        let effective: EffectiveConfiguration
        do {
            effective = try EffectiveConfiguration(options)
        } catch {
            obstacle = error.text
            return log.error("the configuration was not read again: \(error.text)")
        }
        // Report the problem now: a restart with this configuration would fail.
        do throws(ReceiverProblem) {
            for receiver in effective.receivers where !receivers.urls.contains(receiver) {
                try ReceiverSet.check(receiver.url)
            }
        } catch {
            obstacle = "\(error)"
            return log.error("the configuration was not read again: \(error)")
        }
        for warning in effective.warnings { log.warning(warning) }
        log.threshold = effective.configuration.logLevel
        dispatch(.settingsChanged(effective.engineSettings))
        store.journal.change(to: effective.journalLimits)
        let (old, new) = (startingConfiguration, effective.configuration)
        for (section, differs) in [
            ("[Socket]", new.socket != old.socket), ("[State]", new.state != old.state),
            ("[Manifests]", new.manifests != old.manifests),
            ("[Bridge]", new.bridge != old.bridge), ("[Record]", new.record != old.record),
            ("Receiver=", effective.receivers != receivers.urls),
        ] where differs {
            log.warning("what has changed in \(section) takes effect when the service is restarted")
        }
        log.notice("read the configuration again")
    }

    /// What `systemctl status` shows once the service has started or read its configuration again.
    private var status: String {
        let count = engine.widgetCount
        let widgets = count == 1 ? "1 widget" : "\(count) widgets"
        return "serves \(widgets) from \(receivers.names.joined(separator: ", "))"
    }
}

extension Moment {
    /// The current reading of both clocks, with the wall clock in whole milliseconds for its readers.
    static var current: Moment {
        let nanoseconds = WallClock.nanosecondsSinceEpoch
        return Moment(
            instant: MonotonicInstant(.now),
            utc: UTCInstant(nanosecondsSince1970: nanoseconds - nanoseconds % 1_000_000)
        )
    }
}

/// The watchdog notification to the service manager, sent at the interval it requested.
private struct Watchdog {
    private let interval: Duration
    private(set) var nextDeadline: ContinuousClock.Instant

    init?(at now: ContinuousClock.Instant) {
        guard let interval = ServiceManager.watchdogInterval else { return nil }
        self.interval = interval
        nextDeadline = now + interval
    }

    mutating func report(at now: ContinuousClock.Instant) {
        guard nextDeadline <= now else { return }
        ServiceManager.notifyWatchdog()
        nextDeadline = now + interval
    }
}

extension PassedDescriptor {
    /// Whether an earlier build of the service left it with the service manager, to go on with its connections.
    fileprivate var isOfEarlierVersion: Bool { name == "handover" || name.hasPrefix("connection-") }
}

import Glibc
package import LinuxSystem
import LocationModel
import Manifests
import SealedDatabase
import StateStore
package import SystemdService
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The running service: one thread with one loop that passes events to the engine and carries out its effects.
package final class Daemon {
    let options: Options

    /// The configuration at startup, of which some settings cannot change until the service restarts.
    let startingConfiguration: Configuration
    let origins: INIOrigins
    let kernel: any Kernel
    let server: VarlinkServer
    let store: StateStore
    var log: Log
    var logShares = LogShares()
    var engine: Engine
    let receivers: ReceiverSet
    let startedAt: MonotonicInstant
    var clients: ClientTable
    var calls = PendingCalls()
    var streams = StreamTable()
    let manifests: InstalledManifests

    /// The token that becomes ready when the installed manifests have changed.
    let manifestToken: Poller.Token
    var counts = ServiceCounts()
    var sessionNumbers: Numbering

    /// The effects to carry out at the end of the turn, once its changes are durable.
    var outbox = Outbox()
    var runRecord: RunRecord

    /// The time at which the current turn began.
    private(set) var now: Moment
    private var watchdogAt: MonotonicInstant?
    private var memory: ProgramMemory?
    private var mayRun = true

    /// The failure after which nobody can connect any more.
    private var listenerFailure: SystemError?

    /// Creates the service of a command line, as its program does, on any kernel.
    ///
    /// - Throws: A wrong command line, configuration or state, as the program would say it.
    package convenience init(_ arguments: [String], on kernel: any Kernel, log: Log) throws {
        let options = Options(try Options.description.parse(arguments))
        try self.init(options, try EffectiveConfiguration(options), on: kernel, log: log)
    }

    /// Opens the store and creates the receivers; ``listen(passed:)`` follows.
    init(_ options: Options, _ effective: EffectiveConfiguration, on kernel: any Kernel, log: Log) throws {
        self.options = options
        self.kernel = kernel
        self.log = log
        let configuration = effective.configuration
        startingConfiguration = configuration
        origins = effective.origins
        try effective.checkReceivers()
        now = Moment(of: kernel)
        startedAt = now.instant
        let opened = try StateStore.open(
            directory: configuration.state.directory,
            keySource: KeySource(
                keyFile: configuration.state.keyFile,
                credentialsDirectory: Environment.value(of: "CREDENTIALS_DIRECTORY")
            ),
            journal: effective.journalLimits,
            clock: { Moment(of: kernel).utc }
        )
        for warning in opened.warnings { log.warning(warning) }
        for warning in effective.warnings { log.warning(warning) }
        store = opened.store
        manifests = try InstalledManifests(
            configuration.manifestFolders.map {
                ManifestFolder(path: $0, owners: [0, ProcessIdentity.effectiveUserID])
            }
        )
        manifestToken = try kernel.watch(manifests.descriptor, for: .readable)
        receivers = ReceiverSet(effective.receivers, on: kernel) { log.warning($0) }
        let secret = NumberingSecret(kernel.randomNumber(), kernel.randomNumber())
        sessionNumbers = Numbering(.session, secret, from: now.instant)
        runRecord = RunRecord(since: RunOrigin(secret, opened.state, at: now))
        engine = Engine(
            settings: effective.engineSettings,
            state: opened.state,
            journal: store.journal.numbers,
            catalogue: AppCatalogue(manifests.scan(), opened.state.manifestTexts, log: log),
            receiverNames: receivers.names,
            receiverRanks: receivers.urls.map(\.url.rank),
            secret: secret,
            at: now
        )
        clients = ClientTable(configuration, on: kernel)
        if clients.hostGroup == nil {
            log.info("there is no group '\(configuration.socket.hostGroup)': nobody shows widgets of others")
        }
        server = VarlinkServer(kernel: kernel, limits: effective.serverLimits)
    }

    /// The number of descriptors for other purposes than connections.
    private static let otherDescriptors = 64

    /// Serves the sockets of the service manager, or else one of its own.
    package func listen(passed: [PassedDescriptor] = []) throws {
        var hasListener = false
        for descriptor in passed {
            if descriptor.isStream {
                try server.adopt(FileDescriptor(owning: descriptor.number), at: clock)
                hasListener = true
            } else {
                log.warning(
                    "the service manager passed '\(descriptor.name)', which is no local stream socket"
                )
                close(descriptor.number)
            }
        }
        let socket = startingConfiguration.socket
        if hasListener {
            log.info("serving the sockets of the service manager")
        } else {
            try server.listen(at: socket.path)
            log.info("serving \(socket.path)")
        }
        let needed = socket.maxConnections + Self.otherDescriptors
        if let limit = ProcessLimits.descriptors, limit < needed {
            log.warning(
                "MaxConnections=\(socket.maxConnections) needs \(needed) descriptors, and the service may open "
                    + "\(limit): set LimitNOFILE=\(needed) or more for the service, or fewer connections"
            )
        }
    }

    // MARK: The loop

    /// Runs the loop until a signal ends it.
    ///
    /// - Throws: ``SystemError`` if it cannot wait, or nobody can connect any more: the next process listens anew.
    func run() throws(SystemError) {
        start()
        // Starting runs much code once, and reading a large state takes more memory than keeping it.
        memory = ProgramMemory(at: clock)
        while isRunning { try turn() }
        ServiceManager.notifyStopping()
        stop()
        if let listenerFailure { throw listenerFailure }
        log.info("ended as asked")
    }

    /// Whether the loop is to go on: no signal has ended it, and programs can connect.
    package var isRunning: Bool { mayRun && listenerFailure == nil }

    /// Does the work that has come due while the service did not run.
    package func start() {
        if receivers.simulated != nil { log.notice("no receiver is used: the location is simulated") }
        watchdogAt = ServiceManager.watchdogInterval.map { now.instant + $0 }
        ServiceManager.notifyReady(status: status)
        openRecordFile(startingConfiguration.record)
        installManifests()
        // Deadlines from before a restart may have passed.
        dispatch(.deadlineReached)
        finishTurn()
    }

    /// Waits until there is something to do, and does it.
    package func turn() throws(SystemError) {
        let ready = try kernel.wait(until: nextDeadline.map { ContinuousClock.Instant($0) })
        now = Moment(of: kernel)
        server.now = clock
        for notice in try kernel.notices(in: ready) {
            switch notice {
            case .signal(SIGHUP): reload()
            case .signal: mayRun = false
            case .clockSet: dispatch(.timeChanged(.clock))
            case .timeZoneChanged: dispatch(.timeChanged(.zone))
            }
        }
        if ready.contains(where: { $0.token == manifestToken }) { readManifestChanges() }
        for event in receivers.advance(ready, at: now) { dispatch(event) }
        // Whoever waits for a location does not wait for the rest of the turn.
        performUnsaved()
        for event in server.handle(ready, at: clock) { handle(event) }
        if let due = engine.nextDeadline, due <= now.instant { dispatch(.deadlineReached) }
        sendPieces()
        finishTurn()
        store.journal.advance(at: now)
        warnOfJournal()
        logLeftOutLines()
        if let due = watchdogAt, due <= now.instant {
            ServiceManager.notifyWatchdog()
            watchdogAt = ServiceManager.watchdogInterval.map { now.instant + $0 }
        }
        memory?.advance(hasWorked: !ready.isEmpty, at: clock)
    }

    /// Writes out what has been recorded and decided so far.
    package func stop() {
        passOnRecord()
        store.journal.flush(at: now)
        warnOfJournal()
    }

    /// Ends the service after this turn, because a listening socket has failed.
    func end(because failure: SystemError) { listenerFailure = failure }

    /// Sends an event to the engine and queues its effects for the end of the turn.
    func dispatch(_ event: Event) {
        let effects = engine.handle(event, at: now)
        runRecord.add(event, effects, at: now)
        outbox.add(effects)
    }

    private func warnOfJournal() {
        for warning in store.journal.removeWarnings() { log.warning(warning) }
    }

    /// The time of the turn on the system's clock.
    private var clock: ContinuousClock.Instant { ContinuousClock.Instant(now.instant) }

    private var nextDeadline: MonotonicInstant? {
        MonotonicInstant.earliest(
            of: engine.nextDeadline,
            receivers.nextDeadline,
            outbox.retryAt,
            store.journal.nextDeadline(at: now),
            logShares.nextDeadline,
            streams.isReadyForPiece ? now.instant : nil,
            server.nextDeadline.map { MonotonicInstant($0) },
            watchdogAt,
            memory?.nextDeadline.map { MonotonicInstant($0) }
        )
    }

    // MARK: The configuration

    /// Reloads the configuration; an invalid one changes nothing.
    private func reload() {
        ServiceManager.notifyReloading()
        var obstacle: String?
        defer {
            let kept = obstacle.map { "keeps its old configuration: \($0)" }
            ServiceManager.notifyReady(status: kept ?? status)
        }
        let effective: EffectiveConfiguration
        do throws(OwnersProblem) {
            effective = try EffectiveConfiguration(options)
            // Report the problem now: a restart with this configuration would fail.
            try effective.checkReceivers(but: receivers.urls)
        } catch {
            obstacle = "\(error)"
            return log.error("the configuration was not read again: \(error)")
        }
        for warning in effective.warnings { log.warning(warning) }
        log.threshold = effective.configuration.logLevel
        // The receivers stay the same until a restart.
        dispatch(.settingsChanged(effective.engineSettings(with: receivers.urls)))
        store.journal.change(to: effective.journalLimits)
        let (old, new) = (startingConfiguration, effective.configuration)
        for (section, differs) in [
            ("[Socket]", new.socket != old.socket), ("[State]", new.state != old.state),
            ("[Manifests]", new.manifestFolders != old.manifestFolders),
            ("[Bridge]", new.bridge != old.bridge), ("[Record]", new.record != old.record),
            ("Receiver=", effective.receivers != receivers.urls),
        ] where differs {
            log.warning("what has changed in \(section) takes effect when the service is restarted")
        }
        log.notice("read the configuration again")
    }

    /// The text that `systemctl status` shows once the service has started or read its configuration again.
    private var status: String {
        let count = engine.widgetCount
        let widgets = count == 1 ? "1 widget" : "\(count) widgets"
        return "serves \(widgets) from \(receivers.names.joined(separator: ", "))"
    }
}

extension Moment {
    /// The present reading of both clocks, with the wall clock in whole milliseconds for its readers.
    fileprivate init(of kernel: any Kernel) {
        let nanoseconds = kernel.nanosecondsSince1970
        self.init(
            instant: MonotonicInstant(kernel.now),
            utc: UTCInstant(nanosecondsSince1970: nanoseconds - nanoseconds % 1_000_000)
        )
    }
}

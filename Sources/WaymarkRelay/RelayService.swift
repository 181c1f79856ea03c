import Glibc
import LinuxSystem
import LocationModel
import OwnTracks
import Relay
import ServiceClient
import SystemdService
import WaymarkInterfaces

/// The program's loop: it follows the service, and hands what happens to the broker.
final class RelayService {
    static let app = "io.waymark.Relay"

    /// The longest time for the last messages at the end.
    private static let lastPatience: Duration = .seconds(3)

    /// The number that stands for no event, but for what has the broker forget a place.
    private static let forgetting: Int64 = 0

    /// The length of a connection that the broker seems to mind.
    private static let shortConnection: Duration = .seconds(30)

    /// The time between two attempts to write what could not be written.
    private static let writingInterval: Duration = .seconds(60)

    private let log: Log
    private let configuration: RelayConfiguration
    private let formats: [any RelayFormat]

    /// What says that the machine is away.
    ///
    /// A connection has only one; OwnTracks' own tells nothing that another does not.
    private let will: RelayMessage?
    private let password: String?
    private let socket: String
    private let signals: Signals
    private let signalToken: Poller.Token
    private let poller: Poller
    private let handOver: HandOver
    private var statusFile: StatusFile
    private let events: ServiceLink<MonitorInterface.FollowEvents>
    private let locations: ServiceLink<LocationInterface.FollowLocation>?
    private let phone: PhoneLink?
    private let regions: RegionKeeper
    private var reporter: RelayReporter
    private var intake: RelayIntake
    private var isFollowing = false

    private var broker: BrokerConnection?
    private var connectedAt: ContinuousClock.Instant?
    private var isConnected: Bool { connectedAt != nil }
    private var connection = "not connected yet"
    private var pauses: BackOff
    private var attemptAt: ContinuousClock.Instant? = .now

    /// How often in a row the broker closed a connection soon, which it does if two clients have one name.
    private var earlyEnds = 0

    /// The events whose messages are in flight, by the messages' numbers.
    private var waitingFor: [CInt: Int64] = [:]

    /// The number of the answer about regions from above that the broker does not have yet.
    private var answered: CInt? {
        didSet { intake.isUnheard = answered != nil }
    }

    private var answer: (task: SideTask<LocationInterface.GetLocation.Reply?>, token: Poller.Token)?
    private var writeAgainAt: ContinuousClock.Instant?
    private var complaint: String?

    init(_ configuration: RelayConfiguration, _ paths: Paths, _ log: Log) throws {
        (self.configuration, self.log, socket) = (configuration, log, paths.socket)
        var settings = configuration.settings
        settings.version = Version.current
        settings.ownTracksSecret = try paths.ownTracksSecret(configuration)
        password = try paths.password(configuration)
        formats = settings.allFormats
        let wills = formats.compactMap(\.will)
        will = wills.first(where: \.isRetained) ?? wills.first
        let poller = try Poller()
        signals = try Signals([SIGINT, SIGTERM])
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        self.poller = poller
        let store = try OutboxStore(in: paths.state, credentials: paths.credentials)
        handOver = try HandOver(store, settings, formats, configuration.limits, at: .now)
        statusFile = StatusFile(in: paths.runtime)
        reporter = RelayReporter(settings)
        intake = RelayIntake(
            formats,
            regionsTopic: configuration.regionsTopic.map(settings.filled),
            phoneTopic: configuration.phone.topic.map(settings.filled)
        )
        let range = configuration.broker.reconnectWithin
        pauses = BackOff(first: range, longest: max(range, .seconds(300)))
        events = ServiceLink(MonitorInterface.FollowEvents(app: Self.app), to: socket, poller) {
            log.warning($0)
        }
        locations = settings.liveInterval.map { interval in
            let seconds = Double(interval.components.seconds)
            let call = LocationInterface.FollowLocation(app: Self.app, minimumIntervalSeconds: seconds)
            return ServiceLink(call, to: paths.socket, poller)
        }
        phone = try paths.phone(configuration).map { paired in
            let link = PhoneLink(configuration.phone.feed, to: paths.socket, poller) { log.warning($0) }
            link.handle(.paired([paired]))
            return link
        }
        regions = RegionKeeper(socket, log)
    }

    /// Runs until a signal ends it.
    func run() throws {
        for line in configuration.summary { log.notice(line) }
        events.open()
        locations?.open()
        phone?.open()
        var ready: [Poller.Readiness] = []
        while true {
            try connect()
            for event in broker?.process(ready) ?? [] { handle(event) }
            readEvents()
            readLocations()
            readAnswer()
            phone?.process()
            perform(intake.next(at: MonotonicInstant(.now)))
            send()
            write()
            let deadlines = [
                events.deadline, locations?.deadline, phone?.deadline, attemptAt, broker?.deadline,
                writeAgainAt, statusFile.deadline, intake.deadline.map { ContinuousClock.Instant($0) },
            ]
            ready = try poller.wait(until: deadlines.compactMap(\.self).min())
            if ready.contains(where: { $0.token == signalToken }) { return try end() }
        }
    }

    // MARK: The broker

    private func connect() throws {
        guard broker == nil, let due = attemptAt, due <= .now else { return }
        attemptAt = nil
        let name = "waymark-\(configuration.settings.user)-\(configuration.settings.device)"
        broker = try BrokerConnection(configuration.broker, as: name, password: password, will: will, poller)
    }

    private func handle(_ event: BrokerConnection.Event) {
        switch event {
        case .connected:
            (connectedAt, connection, complaint) = (.now, "connected", nil)
            log.notice("connected to the broker")
            for topic in intake.topics { broker?.subscribe(to: topic) }
            forget()
            for message in handOver.greeting { _ = broker?.publish(message) }
        case .acknowledged(let number):
            if number == answered { answered = nil }
            guard let row = waitingFor.removeValue(forKey: number), !isOpen(row) else { return }
            if row == Self.forgetting { handOver.forgotten() } else { handOver.acknowledged(row) }
        case .received(let message): perform(intake.receive(message, at: MonotonicInstant(.now)))
        case .ended(let reason): connectionEnded(reason)
        }
    }

    /// Whether a message of an event is in flight.
    private func isOpen(_ row: Int64) -> Bool { waitingFor.values.contains(row) }

    private func connectionEnded(_ reason: String) {
        if let connectedAt {
            let wasShort = connectedAt + Self.shortConnection > .now
            earlyEnds = wasShort ? earlyEnds + 1 : 0
            if !wasShort { pauses.reset() }
        }
        let hint =
            earlyEnds >= 3
            ? "; does another relay run as \(configuration.settings.user)/\(configuration.settings.device)?"
            : ""
        // Drawn, so that a fleet does not come at once.
        let pause = pauses.next() * Double.random(in: 0...1)
        connection = "not connected: \(reason)\(hint)"
        if complaint != reason + hint {
            log.warning(
                "no connection to the broker: \(reason)\(hint); tries again within \(pause.components.seconds + 1) s"
            )
        }
        complaint = reason + hint
        (broker, connectedAt, waitingFor, answered) = (nil, nil, [:], nil)
        handOver.connectionLost()
        attemptAt = .now + pause
    }

    private func send() {
        guard isConnected else { return }
        while let outgoing = handOver.next(isHeld: reporter.isDenied, at: .now) {
            for message in outgoing.messages {
                guard let number = broker?.publish(message) else {
                    return connectionEnded("a message to \(message.topic) could not be sent")
                }
                waitingFor[number] = outgoing.number
            }
        }
    }

    private func perform(_ action: RelayIntake.Action?) {
        switch action {
        case .monitor(let payload):
            guard let topic = configuration.regionsTopic.map(configuration.settings.filled) else { return }
            let answer = regions.take(payload, &reporter)
            answered = broker?.publish(.init(topic: topic + "/answer", payload: answer, isRetained: true))
        case .takePhone(let payload):
            let name = RelayConfiguration.Phone.name
            phone?.handle(.received(payload, user: name, from: "the broker", isNear: false))
        case .reportLocation: reportLocation()
        case nil: break
        }
    }

    // MARK: The service

    private func readEvents() {
        while let step = events.next() {
            switch step {
            case .reply(let reply): take(reply.value)
            case .lost:
                if isFollowing { handOver.pause(at: .now) }
                isFollowing = false
            case .unopened: break
            }
        }
    }

    private func take(_ reply: MonitorInterface.FollowEvents.Reply) {
        do throws(StoreProblem) {
            if !isFollowing {
                isFollowing = true
                try handOver.resume(at: .now)
                chooseServices()
                regions.read(&reporter)
            }
            if let state = reply.state {
                for report in reporter.report(state, at: Moment.now.utc) {
                    try handOver.take(report, at: .now)
                }
                if handOver.hasNoPlace, let first = reporter.reportFirstPlace(state) {
                    try handOver.take(first, at: .now)
                }
                if reporter.isTakenBack, handOver.forget() {
                    log.notice(
                        "the relay may not know the location any more: the broker is told to forget the last place"
                    )
                    forget()
                }
            }
            if let occurrence = reply.occurrence {
                if let report = reporter.report(occurrence) {
                    try handOver.take(report, from: occurrence.identifier, at: .now)
                }
                acknowledge(occurrence.identifier)
            }
        } catch {
            log.error("\(error)")
            // Whatever was not acknowledged comes again on the next stream.
            isFollowing = false
            events.reopen(after: "the outbox takes nothing")
        }
    }

    /// Tells the service that an event is on disk, or not wanted.
    private func acknowledge(_ identifier: String) {
        do throws(ClientError) {
            _ = try events.call(MonitorInterface.Acknowledge(app: Self.app, event: identifier))
            handOver.release(identifier)
        } catch { log.warning("the service was not told that an event is taken: \(error)") }
    }

    private func chooseServices() {
        let choices = configuration.settings.choices
        do throws(ClientError) {
            for (service, choice) in [
                (MonitoredService.significantChanges, RelaySettings.Choice.significantChanges),
                (.visits, .visits),
            ] {
                if choices.contains(choice) {
                    _ = try events.call(MonitorInterface.StartMonitoring(app: Self.app, service: service))
                } else {
                    _ = try events.call(MonitorInterface.StopMonitoring(app: Self.app, service: service))
                }
            }
        } catch { log.warning("the service does not monitor what is chosen: \(error)") }
    }

    /// Leaves no place on the broker once the person has taken the permission back.
    private func forget() {
        guard isConnected, !isOpen(Self.forgetting) else { return }
        for message in handOver.forgetting {
            if let number = broker?.publish(message) { waitingFor[number] = Self.forgetting }
        }
    }

    private func readLocations() {
        while let step = locations?.next() {
            guard case .reply(let reply) = step, let location = reply.value.location else { continue }
            take(location, reply.value.diagnostics ?? [], isAskedFor: false)
        }
    }

    private func take(
        _ location: LocationInterface.Location,
        _ diagnostics: [LiveDiagnostic] = [],
        isAskedFor: Bool
    ) {
        let now = Moment.now
        let report = reporter.report(location, diagnostics, isAskedFor: isAskedFor, at: now.utc)
        do throws(StoreProblem) { try handOver.take(report, at: now) } catch { log.error("\(error)") }
    }

    private func reportLocation() {
        guard answer == nil else { return }
        let (socket, app) = (socket, Self.app)
        do {
            let task = try SideTask(named: "location") {
                let call = LocationInterface.GetLocation(app: app, deadlineSeconds: 30)
                return try? ServiceConnection(to: socket).call(call, within: .seconds(60)).value
            }
            answer = (task, try poller.watch(task.descriptor, for: .readable))
        } catch { log.warning("\(error)") }
    }

    private func readAnswer() {
        guard let (task, token) = answer, let result = task.removeResult() else { return }
        poller.unwatch(token)
        answer = nil
        if let location = result?.location { take(location, isAskedFor: true) }
    }

    // MARK: The disk

    private func write() {
        if writeAgainAt.map({ $0 <= .now }) ?? true {
            handOver.flush()
            writeAgainAt = handOver.problem == nil ? nil : .now + Self.writingInterval
        }
        statusFile.update {
            var status = handOver.status
            status.broker = configuration.broker.address.map { "\($0)" } ?? ""
            (status.isConnected, status.connection) = (isConnected, connection)
            status.isHeld = reporter.isDenied
            return status
        }
    }

    // MARK: The end

    /// Says good-bye, and waits until the broker has it, because it sends no will then.
    private func end() throws {
        handOver.pause(at: .now)
        defer { handOver.flush() }
        guard isConnected, let broker else { return }
        var last = will.flatMap { $0.isRetained ? broker.publish($0) : nil }
        let deadline = ContinuousClock.now + Self.lastPatience
        while last != nil, isConnected, .now < deadline {
            let ready = try poller.wait(until: deadline)
            for event in broker.process(ready) {
                if case .acknowledged(let number) = event, number == last { last = nil }
                handle(event)
            }
        }
        broker.disconnect()
    }
}

import Glibc
import LinuxSystem
import LocationModel
import OwnTracks
import Relay
import ServiceClient
import SystemdService
import Varlink
import WaymarkInterfaces

/// The program's loop: it follows the service, and hands its events to the broker.
final class RelayService {
    static let app = "io.waymark.Relay"

    /// The longest time for the last messages at the end.
    private static let lastPatience: Duration = .seconds(3)

    /// After a shorter connection the pauses keep growing; three in a row hint at a rival relay.
    private static let shortConnection: Duration = .seconds(30)

    /// The time between two attempts to write what could not be written.
    private static let writingInterval: Duration = .seconds(60)

    /// The time before the service is followed again after its report could not be stored.
    private static let followingInterval: Duration = .seconds(5)

    /// The interval between checks for a changed status.
    private static let statusInterval: Duration = .seconds(1)

    private let log: Log
    private let configuration: RelayConfiguration
    private let password: String?
    private let socket: String
    private let signals: Signals
    private let signalToken: Poller.Token
    private let poller: Poller
    private let delivery: EventDelivery
    private let events: ServiceLink<MonitorInterface.FollowEvents>
    private let locations: ServiceLink<LocationInterface.FollowLocation>?
    private let phone: PhoneLink?
    private let regions: RegionKeeper
    private var reporter: RelayReporter
    private var intake: RelayIntake
    private var isFollowing = false

    /// Regions that the service could not be asked to monitor, until it is there again.
    private var unmonitored: [UInt8]?

    private var broker: BrokerConnection?
    private var connectedAt: ContinuousClock.Instant?
    private var isConnected: Bool { connectedAt != nil }

    /// The state of the connection, for a person.
    private var connection = "not connected yet"

    /// The topics that the broker does not let the relay read.
    private var refusedTopics: Set<String> = []
    private var pauses: BackOff
    private var attemptAt: ContinuousClock.Instant? = .now

    /// The number of short connections in a row; a broker ends them so if two clients have one name.
    private var earlyEnds = 0

    /// The outbox numbers of the messages in flight, by the broker's numbers.
    private var waitingFor: [CInt: Int64] = [:]

    /// The pending request for the location, and whether the accuracy was reduced when it was made.
    private var answer:
        (task: SideTask<LocationInterface.GetLocation.Reply?>, token: Poller.Token, isOfArea: Bool)?
    private var writeAgainAt: ContinuousClock.Instant?
    private var followAt: ContinuousClock.Instant?
    private var complaint: String?

    /// The file from which `waymarkctl relay` reads how much waits, in the runtime directory, which a restart empties.
    private let statusPath: String?
    private var status: RelayStatus?
    private var nextLook = ContinuousClock.now

    /// When a change of the status is written that came too soon after the last check; `nil` if there was
    /// none.
    private var statusDue: ContinuousClock.Instant?

    init(_ configuration: RelayConfiguration, _ paths: Paths, _ log: Log) throws {
        (self.configuration, self.log, socket) = (configuration, log, paths.socket)
        var settings = configuration.settings
        settings.version = Version.current
        settings.ownTracksSecret = try paths.ownTracksSecret(configuration)
        password = try paths.password(configuration)
        let poller = try Poller()
        signals = try Signals([SIGINT, SIGTERM])
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        self.poller = poller
        let store = try OutboxStore(in: paths.state, credentials: paths.credentials)
        delivery = try EventDelivery(store, settings, settings.allFormats, configuration.limits, at: .now)
        statusPath = paths.runtime.map { "\($0)/\(RelayStatus.fileName)" }
        reporter = RelayReporter(settings)
        intake = RelayIntake(settings)
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
            if let due = followAt, due <= .now {
                followAt = nil
                events.open()
            }
            readEvents()
            readLocations()
            readAnswer()
            phone?.process()
            perform(intake.next(at: MonotonicInstant(.now)))
            // Acknowledged events are removed before more are sent: a kill sends twice those in flight, and
            // no more.
            write()
            send()
            write()
            writeStatus()
            let deadlines = [
                events.deadline, locations?.deadline, phone?.deadline, attemptAt, broker?.deadline,
                writeAgainAt, followAt, statusDue, intake.deadline.map { ContinuousClock.Instant($0) },
            ]
            ready = try poller.wait(until: deadlines.compactMap(\.self).min())
            if ready.contains(where: { $0.token == signalToken }) { return try end() }
        }
    }

    // MARK: The broker

    private func connect() throws {
        guard broker == nil, let due = attemptAt, due <= .now else { return }
        attemptAt = nil
        broker = try BrokerConnection(configuration, password: password, poller)
    }

    private func handle(_ event: BrokerConnection.Event) {
        switch event {
        case .connected:
            (connectedAt, connection) = (.now, "connected")
            log.notice("connected to the broker")
            for topic in intake.topics { broker?.subscribe(to: topic) }
            greet()
        case .acknowledged(let number):
            if number == intake.unheard { intake.unheard = nil }
            guard let row = waitingFor.removeValue(forKey: number) else { return }
            if !waitingFor.values.contains(row) { delivery.acknowledged(row) }
        case .subscribed(let topic, let isGranted): subscribed(to: topic, isGranted)
        case .received(let message): perform(intake.receive(message, at: MonotonicInstant(.now)))
        case .ended(let reason): connectionEnded(reason)
        }
    }

    /// Logs a refused topic once, and shows it in the status; the relay goes on without it.
    private func subscribed(to topic: String, _ isGranted: Bool) {
        if isGranted {
            refusedTopics.remove(topic)
        } else if refusedTopics.insert(topic).inserted {
            log.warning(
                "the broker does not let the relay read \(topic): nothing that is sent there is taken; allow it at the broker"
            )
        }
        let refused = refusedTopics.sorted().joined(separator: ", ")
        connection = refused.isEmpty ? "connected" : "connected, but the broker refuses to send \(refused)"
    }

    private func greet() {
        for message in delivery.greeting(isHeld: reporter.isDenied) { _ = broker?.publish(message) }
    }

    private func connectionEnded(_ reason: String) {
        if let connectedAt {
            let wasShort = connectedAt + Self.shortConnection > .now
            earlyEnds = wasShort ? earlyEnds + 1 : 0
            if !wasShort { pauses.reset() }
        }
        let settings = configuration.settings
        let hint = earlyEnds >= 3 ? "; does another relay run as \(settings.user)/\(settings.device)?" : ""
        // Random, so that a fleet does not reconnect at once.
        let pause = pauses.next() * Double.random(in: 0...1)
        let told = connection
        connection = "not connected: \(reason)\(hint)"
        if connection != told {
            log.warning(
                "no connection to the broker \(configuration.broker.name): \(reason)\(hint); tries again within "
                    + "\(pause.components.seconds + 1) s"
            )
        }
        (broker, connectedAt, waitingFor, intake.unheard) = (nil, nil, [:], nil)
        delivery.connectionLost()
        attemptAt = .now + pause
    }

    private func send() {
        guard isConnected else { return }
        while let outgoing = delivery.next(isHeld: reporter.isDenied, at: .now) {
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
            guard let topic = intake.regionsTopic else { return }
            let (json, isAsked) = regions.take(payload, &reporter)
            unmonitored = isAsked ? nil : payload
            intake.unheard = broker?.publish(.init(topic: topic + "/answer", payload: json, isRetained: true))
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
            case .lost, .unopened:
                if isFollowing { delivery.pause(at: .now) }
                isFollowing = false
            }
        }
    }

    private func take(_ reply: MonitorInterface.FollowEvents.Reply) {
        let reports = reply.state.map(take) ?? []
        do throws(StoreProblem) {
            if !isFollowing {
                isFollowing = true
                try delivery.resume(at: .now)
                chooseServices()
                regions.read(&reporter)
                if let payload = unmonitored { intake.putBack(payload) }
                unmonitored = nil
            }
            for report in reports { try delivery.take(report, at: .now) }
            if let state = reply.state, delivery.hasNoPlace, let first = reporter.reportFirstPlace(state) {
                try delivery.take(first, at: .now)
            }
            if let occurrence = reply.occurrence {
                if let report = reporter.report(occurrence), reporter.allows(report) {
                    try delivery.take(report, from: occurrence.identifier, at: .now)
                }
                acknowledge(occurrence.identifier)
            }
        } catch {
            complain(error)
            // Whatever was not acknowledged comes again on the next stream.
            isFollowing = false
            reporter.forgetTold()
            events.close()
            followAt = .now + Self.followingInterval
        }
    }

    /// Logs once why the outbox cannot be written.
    private func complain(_ problem: StoreProblem) {
        if problem.description != complaint { log.error(problem.description) }
        complaint = problem.description
    }

    /// Returns the events for a new state, whose decisions take effect even if nothing can be written.
    private func take(_ state: MonitorInterface.State) -> [RelayEvent] {
        let wasDenied = reporter.isDenied
        let reports = reporter.report(state, at: Moment.now.utc)
        // Before the greeting, which would send an exact place again.
        if reporter.knowsAreaOnly, delivery.giveUpExactPlaces() {
            log.notice(
                "the relay may know an area only: exact places that wait are dropped, and the broker is told to forget one "
                    + "that was sent"
            )
        }
        if reporter.mayTellExactPlaceAgain { reportLocation() }
        if wasDenied, !reporter.isDenied, isConnected { greet() }
        if reporter.isTakenBack, delivery.forget() {
            log.notice(
                "the relay may not know the location any more: the broker is told to forget the last place"
            )
        }
        return reports
    }

    /// Tells the service that an event is on disk, or not wanted.
    private func acknowledge(_ identifier: String) {
        do throws(ClientError) {
            _ = try events.call(MonitorInterface.Acknowledge(app: Self.app, event: identifier))
            delivery.release(identifier)
        } catch { log.warning("the service was not told that an event is taken: \(error)") }
    }

    private func chooseServices() {
        let choices = configuration.settings.choices
        let services: KeyValuePairs<MonitoredService, RelaySettings.Choice> = [
            .significantChanges: .significantChanges, .visits: .visits,
        ]
        do throws(ClientError) {
            for (service, choice) in services {
                if choices.contains(choice) {
                    _ = try events.call(MonitorInterface.StartMonitoring(app: Self.app, service: service))
                } else {
                    _ = try events.call(MonitorInterface.StopMonitoring(app: Self.app, service: service))
                }
            }
        } catch { log.warning("the service does not monitor what is chosen: \(error)") }
    }

    private func readLocations() {
        while let step = locations?.next() {
            guard case .reply(let reply) = step, let location = reply.value.location else { continue }
            take(reporter.report(location, reply.value.diagnostics ?? [], at: .now))
        }
    }

    private func take(_ report: RelayEvent?) {
        guard let report, reporter.allows(report) else { return }
        do throws(StoreProblem) { try delivery.take(report, at: .now) } catch { complain(error) }
    }

    private func reportLocation() {
        guard answer == nil else { return }
        let (socket, app) = (socket, Self.app)
        do {
            let task = try SideTask(named: "location") {
                let call = LocationInterface.GetLocation(app: app, deadlineSeconds: 30)
                return try? ServiceConnection(to: socket).call(call, within: .seconds(60)).value
            }
            let token = try poller.watch(task.descriptor, for: .readable)
            answer = (task, token, reporter.knowsAreaOnly)
        } catch { log.warning("\(error)") }
    }

    private func readAnswer() {
        guard let asked = answer, let result = asked.task.removeResult() else { return }
        poller.unwatch(asked.token)
        answer = nil
        guard let location = result?.location else { return }
        take(reporter.report(location, askedForArea: asked.isOfArea, at: .now))
    }

    // MARK: The disk

    private func write() {
        // Once a further event could be written, what the broker has is removed at once again.
        if delivery.problem == nil || writeAgainAt.map({ $0 <= .now }) ?? true {
            delivery.flush()
            writeAgainAt = delivery.problem == nil ? nil : .now + Self.writingInterval
        }
        if delivery.problem == nil { complaint = nil }
    }

    private func writeStatus() {
        guard let statusPath else { return }
        guard nextLook <= .now else {
            statusDue = nextLook
            return
        }
        (nextLook, statusDue) = (.now + Self.statusInterval, nil)
        var new = delivery.status
        (new.broker, new.held) = (configuration.broker.name, reporter.isDenied)
        (new.connected, new.connection) = (isConnected, connection)
        guard new != status else { return }
        status = new
        // A failure does no harm: the file only shows what is known elsewhere.
        try? AtomicFile.write(CodedEncoder.plainJSON(new), to: statusPath, permissions: 0o600)
    }

    // MARK: The end

    /// Publishes the will and waits until the broker has it, because a broker sends none after a
    /// disconnection.
    private func end() throws {
        if isFollowing { delivery.pause(at: .now) }
        defer { delivery.flush() }
        guard isConnected, let broker else { return }
        let will = configuration.settings.will
        var last = will.isRetained ? broker.publish(will) : nil
        let deadline = ContinuousClock.now + Self.lastPatience
        while last != nil, isConnected, .now < deadline {
            let ready = try poller.wait(until: deadline)
            for event in broker.process(ready) {
                if case .acknowledged(let number) = event, number == last { last = nil }
                handle(event)
            }
        }
        // Without it, the broker sends the will, which says the same.
        if last == nil { broker.disconnect() }
    }
}

import LocationModel
import StateStore
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// An open stream that numbers its events and holds back what a slow client cannot accept.
final class EventStream {
    /// The reader of a stream.
    enum Reader {
        /// A provider, host, app, agent or monitoring app with a session in the engine.
        case session(SessionIdentifier)

        /// A reader of the journal or a part of it.
        case journal(Caller, JournalFilter)

        /// A watcher of the receivers.
        case receivers(Caller)

        /// A reader of the record of this run.
        case record(WaitingRecord)
    }

    /// The coalescing key: of two queued events with the same key, only the newer is sent.
    enum Subject: Hashable {
        case session
        case stop
        case authorization
        case widget(WidgetIdentifier)
        case snapshot(RequestIdentifier)
        case prompt(PromptIdentifier)
        case program(AppKey)
        case ticket(TicketIdentifier)
        case monitorEvent(MonitorEventKind)
        case regionEvent(MonitorEventIdentifier)
        case update
        case decision(UInt64)
        case receiver(ReceiverIdentifier)
        case record
    }

    /// An event that waits for the client.
    private enum Waiting {
        /// An event of this stream alone, which may still be revised.
        case own(any StreamEvent)

        /// An event that other streams send too.
        case shared(EncodedEvent)
    }

    let connection: VarlinkServer.ConnectionID

    /// The call that opened the stream, while the engine may still refuse it.
    let call: CallIdentifier?
    let reader: Reader

    /// The interface of the method that opened the stream; `nil` for one that the engine does not know.
    let interface: String?

    /// The language of the reader, where texts depend on it.
    let locale: String?

    /// The position of a reader of the journal; `nil` once it gets each decision as it is taken.
    var position: JournalPosition? { didSet { hasMore = position != nil } }

    /// Whether the client has yet to be sent more of the first state.
    var hasMore = false

    /// The number of events that newer ones replaced.
    private(set) var droppedCount = 0

    /// Whether the stream is queued to be sent the next piece.
    var isReadyForPiece = false

    /// The number of decisions that a reader of the journal was sent.
    private var decisionCount = 0
    private let signOfLife: any StreamEvent
    private var sequence = 0
    private var backlog = EventBacklog<Subject, Waiting>()

    /// Opens a stream of events of one type.
    init<Event: StreamEvent>(
        of type: Event.Type,
        connection: VarlinkServer.ConnectionID,
        call: CallIdentifier? = nil,
        reader: Reader,
        interface: String? = nil,
        locale: String? = nil
    ) {
        self.connection = connection
        self.call = call
        self.reader = reader
        self.interface = interface
        self.locale = locale
        signOfLife = Event.keepAlive
    }

    /// Returns decisions numbered for this stream.
    ///
    /// Their own numbers would reveal how many decisions others receive.
    func numbered(_ decisions: [KeptDecision]) -> [InspectInterface.Decision] {
        defer { decisionCount += decisions.count }
        return .init(decisions, from: decisionCount + 1)
    }

    /// Sends an event, or queues it until the client has caught up.
    func send(
        _ event: some StreamEvent,
        about subject: Subject,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        send(.own(event), about: subject, through: server, at: now)
    }

    /// Sends an event that is encoded already, because other streams send it too.
    func send(
        _ event: EncodedEvent,
        about subject: Subject,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        send(.shared(event), about: subject, through: server, at: now)
    }

    /// Sends an event whose encoding is at hand, or queues the event itself until the client has caught up.
    func send(
        _ event: @autoclosure () -> some StreamEvent,
        encoded: @autoclosure () -> EncodedEvent,
        about subject: Subject,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        guard hasCaughtUp(with: server) else {
            return send(event(), about: subject, through: server, at: now)
        }
        write(.shared(encoded()), dropped: 0, through: server, at: now)
    }

    /// Returns whether the client can be sent the next event at once.
    private func hasCaughtUp(with server: VarlinkServer) -> Bool {
        backlog.isEmpty && !server.isCongested(connection)
    }

    private func send(
        _ event: Waiting,
        about subject: Subject,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        if hasCaughtUp(with: server) { return write(event, dropped: 0, through: server, at: now) }
        backlog.add(event, about: subject)
        flush(through: server, at: now)
    }

    /// Revises queued events of one type that may no longer be sent unchanged.
    func revise<Event: StreamEvent>(_ type: Event.Type, _ revised: (Event) -> Event) {
        backlog.revise { waiting in
            guard case .own(let event) = waiting, let event = event as? Event else { return waiting }
            return .own(revised(event))
        }
    }

    /// Sends queued events for as long as the client accepts them.
    func flush(through server: VarlinkServer, at now: ContinuousClock.Instant) {
        while !server.isCongested(connection), let (event, dropped) = backlog.removeFirst() {
            write(event, dropped: dropped, through: server, at: now)
        }
    }

    /// Sends a keep-alive event.
    func keepAlive(through server: VarlinkServer, at now: ContinuousClock.Instant) {
        write(.own(signOfLife), dropped: 0, through: server, at: now)
    }

    private func write(
        _ event: Waiting,
        dropped: Int,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        sequence += 1
        droppedCount += dropped
        let contents =
            switch event {
            case .own(let event): EncodedEvent(event)
            case .shared(let event): event
            }
        let reply = Reply.partial(contents, sequence: sequence, dropped: dropped == 0 ? nil : dropped)
        server.reply(reply, to: connection, at: now)
    }
}

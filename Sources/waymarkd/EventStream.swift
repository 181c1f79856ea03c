import LocationModel
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// One open stream: counts its events, and holds back what a slow client cannot take.
final class EventStream {
    /// Who reads it.
    enum Reader {
        /// A provider, a host, an app or an agent, whose session the engine knows.
        case session(SessionIdentifier)

        /// Somebody who follows the journal, or a part of it.
        case journal(Caller, JournalFilter)

        /// Somebody who watches the receivers.
        case receivers(Caller)
    }

    /// What events replace each other.
    enum Subject: Hashable {
        case session
        case authorization
        case widget(WidgetIdentifier)
        case prompt(PromptIdentifier)
        case decision(UInt64)
        case receiver(ReceiverIdentifier)
    }

    let connection: VarlinkServer.ConnectionID

    /// The call that opened it, as long as the engine may refuse it.
    let call: CallIdentifier?
    let reader: Reader

    /// The language of whoever reads it, where it matters.
    let locale: String?

    /// The number of the decision after which the next piece of the journal begins; `nil` when all was sent.
    var remembered: UInt64?
    private var decisionCount = 0
    private let signOfLife: any StreamEvent
    private var sequence = 0
    private var backlog = EventBacklog<Subject, any StreamEvent>()

    /// Opens a stream of events of one type.
    init<Event: StreamEvent>(
        of type: Event.Type,
        connection: VarlinkServer.ConnectionID,
        call: CallIdentifier? = nil,
        reader: Reader,
        locale: String? = nil
    ) {
        self.connection = connection
        self.call = call
        self.reader = reader
        self.locale = locale
        signOfLife = Event.keepAlive
    }

    /// Returns decisions for this stream, which counts them itself: their own numbers would tell how many others get.
    func numbered(_ entries: [JournalEntry]) -> [InspectInterface.Decision] {
        defer { decisionCount += entries.count }
        return .init(entries, from: decisionCount + 1)
    }

    /// Sends an event, or keeps it until the client has caught up.
    func send(
        _ event: some StreamEvent,
        about subject: Subject,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        backlog.add(event, about: subject)
        flush(through: server, at: now)
    }

    /// Changes the events of one type that were kept, which are not to be sent as they are any more.
    func revise<Event: StreamEvent>(_ type: Event.Type, _ revised: (Event) -> Event) {
        backlog.revise { event in (event as? Event).map { revised($0) } ?? event }
    }

    /// Sends what was kept, as far as the client takes it.
    func flush(through server: VarlinkServer, at now: ContinuousClock.Instant) {
        while !server.isCongested(connection), let (event, dropped) = backlog.removeFirst() {
            write(event, dropped: dropped, through: server, at: now)
        }
    }

    /// Sends an event that says nothing but that the service lives.
    func keepAlive(through server: VarlinkServer, at now: ContinuousClock.Instant) {
        write(signOfLife, dropped: 0, through: server, at: now)
    }

    private func write(
        _ event: any StreamEvent,
        dropped: Int,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        var event = event
        sequence += 1
        event.sequence = sequence
        event.dropped = dropped == 0 ? nil : dropped
        server.reply(.partial(event), to: connection, at: now)
    }
}

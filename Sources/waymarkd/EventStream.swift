import LocationModel
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// One open stream: counts its events, and holds back what a slow client cannot take.
final class EventStream {
    /// Who reads it.
    enum Reader {
        /// A provider or a host, whose session the engine knows.
        case session(SessionIdentifier)

        /// Somebody who follows the journal: of one widget, or all that the caller may read.
        case journal(Caller, about: (widget: WidgetIdentifier, app: AppKey?)?)
    }

    /// What it carries.
    enum Kind {
        case provider
        case host
        case journal
    }

    /// What events replace each other.
    enum Subject: Hashable {
        case session
        case authorization
        case widget(WidgetIdentifier)
        case decision(UInt64)
    }

    let connection: VarlinkServer.ConnectionID

    /// The call that opened it, as long as the engine may refuse it.
    let call: CallIdentifier?
    let kind: Kind
    let reader: Reader
    private var sequence = 0
    private var backlog = EventBacklog<Subject, Payload>()

    /// An event without its number.
    typealias Payload = @Sendable (_ sequence: Int, _ dropped: Int?) -> [UInt8]

    init(connection: VarlinkServer.ConnectionID, call: CallIdentifier? = nil, kind: Kind, reader: Reader) {
        self.connection = connection
        self.call = call
        self.kind = kind
        self.reader = reader
    }

    /// Sends an event, or keeps it until the client has caught up.
    func send(
        about subject: Subject,
        through server: VarlinkServer,
        at now: ContinuousClock.Instant,
        _ payload: @escaping Payload
    ) {
        backlog.add(payload, about: subject)
        flush(through: server, at: now)
    }

    /// Sends what was kept, as far as the client takes it.
    func flush(through server: VarlinkServer, at now: ContinuousClock.Instant) {
        while !server.isCongested(connection), let (payload, dropped) = backlog.take() {
            sequence += 1
            server.reply(.partial(payload(sequence, dropped == 0 ? nil : dropped)), to: connection, at: now)
        }
    }

    /// Sends an event that says nothing but that the service lives.
    func keepAlive(through server: VarlinkServer, at now: ContinuousClock.Instant, _ payload: Payload) {
        sequence += 1
        server.reply(.partial(payload(sequence, nil)), to: connection, at: now)
    }
}

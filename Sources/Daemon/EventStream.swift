import LocationModel
import Receivers
import StateStore
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// An open stream that numbers its events as they leave, and holds back what a slow client cannot accept.
final class EventStream {
    enum Reader {
        /// A provider, host, app, agent or monitoring app with a session in the engine.
        case session(SessionIdentifier)
        case journal(Caller, JournalFilter)
        case receivers(Caller)

        /// A program that brings a feed.
        case feed(SessionIdentifier, FeedReceiver)
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
        case program(LaunchedProgram)
        case ticket(TicketIdentifier)
        case monitorEvent(MonitorEventKind)
        case regionEvent(MonitorEventIdentifier)
        case update
        case decision(UInt64)
        case receiver(ReceiverIdentifier)
        case record
    }

    let connection: VarlinkServer.ConnectionID
    private let server: VarlinkServer

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
    fileprivate(set) var isReadyForPiece = false

    /// Whether events wait although the client accepts them, so that later ones can still revise or replace
    /// them.
    fileprivate var isHeld = false { didSet { flush() } }

    /// The number of decisions that a reader of the journal was sent.
    private var decisionCount = 0
    private let signOfLife: any StreamedStructure
    private var sequence = 0
    private var backlog = EventBacklog<Subject, any StreamedStructure>()

    /// Opens a stream; `signOfLife` is an event that only shows that the service is alive, if not the usual one.
    init(
        on server: VarlinkServer,
        to connection: VarlinkServer.ConnectionID,
        call: CallIdentifier? = nil,
        reader: Reader,
        interface: String? = nil,
        locale: String? = nil,
        signOfLife: any StreamedStructure = KeepAlive()
    ) {
        self.server = server
        self.connection = connection
        self.call = call
        self.reader = reader
        self.interface = interface
        self.locale = locale
        self.signOfLife = signOfLife
    }

    /// Whether the client has too much unread to be sent more than it must.
    var isCongested: Bool { server.isCongested(connection) }

    /// Returns decisions numbered for this stream.
    ///
    /// Their own numbers would reveal how many decisions others receive.
    func numbered(_ decisions: [KeptDecision]) -> [InspectInterface.Decision] {
        defer { decisionCount += decisions.count }
        return .init(decisions, from: decisionCount + 1)
    }

    /// Sends an event, or queues it until the client has caught up.
    func send(_ event: any StreamedStructure, about subject: Subject) {
        if backlog.isEmpty, mayWrite { return write(event, dropped: 0) }
        backlog.add(event, about: subject)
        flush()
    }

    /// Revises queued events of one type that may no longer be sent unchanged.
    func revise<Event: StreamedStructure>(_ type: Event.Type, _ revised: (Event) -> Event) {
        backlog.revise { waiting in (waiting as? Event).map(revised) ?? waiting }
    }

    /// Sends queued events for as long as the client accepts them.
    func flush() {
        while mayWrite, let (event, dropped) = backlog.removeFirst() { write(event, dropped: dropped) }
    }

    private var mayWrite: Bool { !isHeld && !isCongested }

    /// Sends an event that only shows that the service is alive.
    func keepAlive() { write(signOfLife, dropped: 0) }

    private func write(_ event: any StreamedStructure, dropped: Int) {
        sequence += 1
        droppedCount += dropped
        let reply = Reply.partial(event, sequence: sequence, dropped: dropped == 0 ? nil : dropped)
        server.reply(reply, to: connection)
    }
}

/// The event by which most streams show that the service is alive.
private struct KeepAlive: StreamedStructure {
    var sequence = 0
    var dropped: Int?

    init() {}

    init(_ json: inout JSONMembers) throws(ParameterProblem) { sequence = try json["sequence"] }

    func writeContents(_ json: inout JSONWriter) { json.member("event", "keepAlive") }
}

/// The open streams, and those that can take their next piece.
struct StreamTable {
    private var streams: [VarlinkServer.ConnectionID: EventStream] = [:]
    private var sessions: [SessionIdentifier: EventStream] = [:]

    /// The streams without a session, of which there are mostly none, although each event asks for them.
    private(set) var readers: [VarlinkServer.ConnectionID: EventStream] = [:]

    /// The streams that can take the next piece of what they are sent at first, in turn.
    private var readyForPiece: [EventStream] = []

    subscript(connection: VarlinkServer.ConnectionID) -> EventStream? {
        get { streams[connection] }
        set {
            if let old = streams[connection] { index(old, as: nil) }
            streams[connection] = newValue
            if let newValue { index(newValue, as: newValue) }
        }
    }

    subscript(session: SessionIdentifier) -> EventStream? { sessions[session] }

    mutating func remove(_ connection: VarlinkServer.ConnectionID) -> EventStream? {
        defer { self[connection] = nil }
        return streams[connection]
    }

    private mutating func index(_ stream: EventStream, as indexed: EventStream?) {
        switch stream.reader {
        case .session(let session), .feed(let session, _): sessions[session] = indexed
        case .journal, .receivers, .record: readers[stream.connection] = indexed
        }
    }

    /// Holds the events of all streams back, or sends what was held back and has not been withdrawn.
    func hold(_ isHeld: Bool) { for stream in streams.values { stream.isHeld = isHeld } }

    /// Whether a stream waits for ``removeReady(_:)``.
    var isReadyForPiece: Bool { !readyForPiece.isEmpty }

    fileprivate mutating func queue(_ stream: EventStream) {
        stream.isReadyForPiece = true
        readyForPiece.append(stream)
    }

    /// Removes and returns the first of the open streams that are ready for a piece.
    fileprivate mutating func removeReady(_ count: Int) -> [EventStream] {
        let turn = readyForPiece.prefix(count)
        readyForPiece.removeFirst(turn.count)
        return turn.filter { stream in
            stream.isReadyForPiece = false
            return streams[stream.connection] === stream && !stream.isCongested
        }
    }
}

extension Daemon {
    /// The number of streams that are sent a piece in one turn of the loop.
    private static let piecesPerTurn = 8

    /// Queues a stream for the next piece of its first state, if it has more and can take it.
    func offerPiece(to stream: EventStream) {
        if stream.hasMore, !stream.isReadyForPiece, !stream.isCongested { streams.queue(stream) }
    }

    /// Sends some of the streams that are ready the next piece.
    ///
    /// A slow reader gets the next piece when it has read the one before, so no more than one is kept for it.
    func sendPieces() {
        for stream in streams.removeReady(Self.piecesPerTurn) {
            switch stream.reader {
            case .session(let session): dispatch(.hostIsReady(session))
            case .journal: readJournal(for: stream)
            case .record: sendRecord(on: stream)
            case .receivers, .feed: break
            }
        }
    }

    /// Returns the stream of a session and marks its call as accepted, so that the engine can no longer refuse it.
    func openedStream(of session: SessionIdentifier) -> EventStream? {
        guard let stream = streams[session] else { return nil }
        if let call = stream.call { calls.remove(call) }
        return stream
    }

    /// Removes the stream of a connection and the session that it carried.
    func endStream(of connection: VarlinkServer.ConnectionID) {
        guard let stream = streams.remove(connection) else { return }
        if let call = stream.call { calls.remove(call) }
        if let user = clients[connection]?.caller.user {
            counts.recordDroppedEvents(stream.droppedCount, of: user)
        }
        switch stream.reader {
        case .session(let session): dispatch(.disconnected(session))
        case .feed(_, let feed): feed.close(at: now)
        case .journal, .receivers, .record: break
        }
    }
}

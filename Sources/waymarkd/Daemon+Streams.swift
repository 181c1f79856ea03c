import LocationModel
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// The events for providers, hosts and apps, and for those who watch tickets. Events for agents are in Daemon+Agents.
extension Daemon {
    func send(_ event: ProviderEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = WidgetsInterface.Serve.Reply.keepAlive
        switch event {
        case .session(let authorization):
            subject = .session
            reply.event = .session
            reply.session = session.description
            reply.authorization = .init(authorization)
        case .authorization(let authorization):
            subject = .authorization
            reply.event = .authorization
            reply.authorization = .init(authorization)
            stream.revise(WidgetsInterface.Serve.Reply.self) { $0.withholding(under: authorization) }
        case .reload(let request):
            return stream.send(
                WidgetsInterface.Serve.Reply(request),
                encoded: reloads.encoding(of: request),
                about: .widget(request.widget),
                through: server,
                at: clock
            )
        case .snapshot(let request):
            subject = .snapshot(request.request)
            reply.event = .snapshot
            reply.snapshot = .init(request)
        case .stop:
            subject = .stop
            reply.event = .stop
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }

    func send(_ event: HostEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        var reply = HostInterface.Watch.Reply.keepAlive
        switch event {
        case .session(let views, let hasMore):
            reply.event = .session
            reply.session = session.description
            reply.simulated = receivers.simulated == nil ? nil : true
            reply.widgets = views.map { .init($0) }
            reply.more = hasMore ? true : nil
            stream.hasMore = hasMore
        case .widgets(let views, let hasMore):
            reply.event = .widgets
            reply.widgets = views.map { .init($0) }
            reply.more = hasMore ? true : nil
            stream.hasMore = hasMore
        case .widget(let view), .withdrawn(let view):
            let encoded = hostEvents.encoding(of: event) {
                reply.event = if case .withdrawn = event { .withdrawn } else { .widget }
                reply.widget = .init(view)
                return reply
            }
            return stream.send(encoded, about: .widget(view.widget), through: server, at: clock)
        case .removed(let widget):
            reply.event = .removed
            reply.removed = widget.description
            return stream.send(reply, about: .widget(widget), through: server, at: clock)
        }
        stream.send(reply, about: .session, through: server, at: clock)
        offerPiece(to: stream)
    }

    func send(_ event: AppEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = LocationInterface.Open.Reply.keepAlive
        switch event {
        case .session(let authorization):
            subject = .session
            reply.event = .session
            reply.session = session.description
            reply.authorization = .init(authorization)
        case .authorization(let authorization):
            subject = .authorization
            reply.event = .authorization
            reply.authorization = .init(authorization)
        case .requestEnded(let prompt, let question):
            subject = .prompt(prompt)
            reply.event = .requestEnded
            reply.prompt = prompt.description
            reply.question = .init(question)
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }

    func send(_ tickets: [TicketStatus], to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        var reply = WidgetsInterface.WatchTickets.Reply(sequence: 0, event: .tickets)
        reply.tickets = tickets.map { .init($0) }
        // Only the first event has several tickets, and nothing replaces it.
        let subject: EventStream.Subject =
            tickets.count == 1 ? .ticket(tickets[0].ticket.identifier) : .session
        stream.send(reply, about: subject, through: server, at: clock)
    }

    /// The number of streams that are sent a piece in one turn of the loop.
    private static let piecesPerTurn = 8

    /// Queues a stream for the next piece of what it is sent at first, if it has more and can take it.
    func offerPiece(to stream: EventStream) {
        guard stream.hasMore, !stream.isReadyForPiece, !server.isCongested(stream.connection) else { return }
        stream.isReadyForPiece = true
        readyForPiece.append(stream)
    }

    /// Sends some of the streams that are ready the next piece.
    ///
    /// A slow reader gets the next piece when it has read the one before, so no more than one is kept for it.
    func sendPieces() {
        let turn = readyForPiece.prefix(Self.piecesPerTurn)
        readyForPiece.removeFirst(turn.count)
        for stream in turn where streams[stream.connection] === stream {
            stream.isReadyForPiece = false
            guard !server.isCongested(stream.connection) else { continue }
            switch stream.reader {
            case .session(let session): dispatch(.hostIsReady(session))
            case .journal: readJournal(for: stream)
            case .record: sendRecord(on: stream)
            case .receivers: break
            }
        }
    }

    /// Returns the stream of a session and marks its call as accepted, so that the engine can no longer refuse it.
    func openedStream(of session: SessionIdentifier) -> EventStream? {
        guard let stream = sessions[session] else { return nil }
        if let call = stream.call { calls.remove(call) }
        return stream
    }
}

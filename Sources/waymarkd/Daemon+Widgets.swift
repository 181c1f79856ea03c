import LocationModel
import PeerIdentity
import SystemdService
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Widgets.
extension Daemon {
    func serve(_ parameters: WidgetsInterface.Serve, _ request: Request) throws(CallFailure) {
        let key = try request.app(parameters.app, of: nil)
        guard !parameters.kinds.isEmpty else { throw .standard(.invalidParameter("kinds")) }
        var kinds: [WidgetKind: KindDeclaration] = [:]
        for (index, declared) in parameters.kinds.enumerated() {
            let placeholder = declared.placeholder?.text
            guard placeholder?.utf8.count ?? 0 <= KindDetails.placeholderLimit else {
                throw .standard(.invalidParameter("kinds[\(index)].placeholder"))
            }
            guard declared.name?.utf8.count ?? 0 <= KindDetails.nameLimit else {
                throw .standard(.invalidParameter("kinds[\(index)].name"))
            }
            guard declared.description?.utf8.count ?? 0 <= KindDetails.summaryLimit else {
                throw .standard(.invalidParameter("kinds[\(index)].description"))
            }
            let families = declared.families ?? []
            guard Set(families).count == families.count else {
                throw .standard(.invalidParameter("kinds[\(index)].families"))
            }
            let declaration = KindDeclaration(
                wantsLocation: declared.wantsLocation,
                placeholder: placeholder,
                name: declared.name,
                summary: declared.description,
                families: families
            )
            guard let kind = WidgetKind(declared.kind), kinds.updateValue(declaration, forKey: kind) == nil
            else {
                throw .standard(.invalidParameter("kinds[\(index)].kind"))
            }
        }
        let verification = try verification(of: key.app, for: request)
        let process = request.caller.origin.flatMap { peerIdentity.provider($0) }
        try open(WidgetsInterface.Serve.self, for: request) { session, call in
            .providerConnected(
                session,
                app: key,
                kinds: kinds,
                call: call,
                verification: verification,
                process: process
            )
        }
    }

    func deliverTimeline(
        _ parameters: WidgetsInterface.DeliverTimeline,
        _ request: Request
    ) throws(CallFailure) {
        let session = try parsed(parameters.session, as: "session", SessionIdentifier.init)
        let identifier = try parsed(parameters.request, as: "request", RequestIdentifier.init)
        var entries: [TimelineEntry] = []
        for (index, entry) in parameters.entries.enumerated() {
            let date = try parsed(entry.date, as: "entries[\(index)].date", UTCInstant.init)
            var relevance: Relevance?
            if let given = entry.relevance {
                let seconds = given.durationSeconds ?? 0
                relevance = Relevance(score: given.score, duration: .seconds(min(max(seconds, -1), 1e10)))
                guard relevance != nil else {
                    throw .standard(.invalidParameter("entries[\(index)].relevance.durationSeconds"))
                }
            }
            entries.append(TimelineEntry(date: date, content: entry.content.text, relevance: relevance))
        }
        let policy = try policy(parameters)
        let timeline: Timeline
        do {
            timeline = try Timeline(entries: entries, policy: policy)
        } catch {
            throw .standard(.invalidParameter("entries"))
        }
        put(.deliverTimeline(session, identifier, timeline), for: request)
    }

    private func policy(_ parameters: WidgetsInterface.DeliverTimeline) throws(CallFailure) -> ReloadPolicy {
        switch parameters.policy {
        case .atEnd, .never:
            guard parameters.after == nil else { throw .standard(.invalidParameter("after")) }
            return parameters.policy == .atEnd ? .atEnd : .never
        case .after:
            return .after(try parsed(parameters.after ?? "", as: "after", UTCInstant.init))
        }
    }

    func failTimeline(_ parameters: WidgetsInterface.FailTimeline, _ request: Request) throws(CallFailure) {
        let command = Command.failTimeline(
            try parsed(parameters.session, as: "session", SessionIdentifier.init),
            try parsed(parameters.request, as: "request", RequestIdentifier.init),
            // The journal stores the message, so a long one would displace other entries.
            message: String(parameters.message.harmless.unicodeScalars.prefix(500))
        )
        put(command, for: request, WidgetsInterface.FailTimeline.self) { answer in
            if case .retry(let delay) = answer { .init(retryAfterSeconds: delay.inSeconds) } else { nil }
        }
    }

    /// The most bytes of a snapshot.
    private static let snapshotLimit = 16 << 10

    func deliverSnapshot(
        _ parameters: WidgetsInterface.DeliverSnapshot,
        _ request: Request
    ) throws(CallFailure) {
        let content = parameters.content?.text
        guard content?.utf8.count ?? 0 <= Self.snapshotLimit else {
            throw .standard(.invalidParameter("content"))
        }
        let command = Command.deliverSnapshot(
            try parsed(parameters.session, as: "session", SessionIdentifier.init),
            try parsed(parameters.request, as: "request", RequestIdentifier.init),
            content: content
        )
        put(command, for: request)
    }

    func reloadTimelines(
        _ parameters: WidgetsInterface.ReloadTimelines,
        _ request: Request
    ) throws(CallFailure) {
        let command = Command.reloadTimelines(
            try parsed(parameters.session, as: "session", SessionIdentifier.init),
            kind: try parsed(parameters.kind, as: "kind", WidgetKind.init),
            widget: try parsed(parameters.widget, as: "widget", WidgetIdentifier.init)
        )
        put(command, for: request, WidgetsInterface.ReloadTimelines.self) { answer in
            if case .reloads(let asked) = answer { .init(reloads: asked.map { .init($0) }) } else { nil }
        }
    }

    func push(_ parameters: WidgetsInterface.Push, _ request: Request) throws(CallFailure) {
        let command = Command.push(
            try request.app(parameters.app, of: parameters.user),
            kind: try parsed(parameters.kind, as: "kind", WidgetKind.init)
        )
        put(command, for: request, WidgetsInterface.Push.self) { answer in
            if case .reloads(let asked) = answer { .init(reloads: asked.map { .init($0) }) } else { nil }
        }
    }

    func getTicket(
        _ parameters: WidgetsInterface.GetTicket,
        _ request: Request
    ) throws(CallFailure) -> WidgetsInterface.GetTicket.Reply {
        let identifier = try parsed(parameters.ticket, as: "ticket", TicketIdentifier.init)
        do throws(Refusal) {
            let status = try ask { engine throws(Refusal) in
                try engine.ticketStatus(identifier, for: request.caller)
            }
            return .init(ticket: .init(status))
        } catch {
            throw .refused(error)
        }
    }

    /// The most tickets that one stream may be about.
    private static let watchedTickets = 64

    func watchTickets(
        _ parameters: WidgetsInterface.WatchTickets,
        _ request: Request
    ) throws(CallFailure) {
        guard 1...Self.watchedTickets ~= parameters.tickets.count else {
            throw .standard(.invalidParameter("tickets"))
        }
        var tickets: Set<TicketIdentifier> = []
        for (index, ticket) in parameters.tickets.enumerated() {
            tickets.insert(try parsed(ticket, as: "tickets[\(index)]", TicketIdentifier.init))
        }
        try open(WidgetsInterface.WatchTickets.self, for: request) { session, call in
            .ticketsWatched(session, tickets, by: request.caller, call: call)
        }
    }
}

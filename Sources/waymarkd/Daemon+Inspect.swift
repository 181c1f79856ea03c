import DecisionTexts
import LocationModel
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Inspect.
extension Daemon {
    /// The number of decisions in an explanation.
    private static let explainedDecisions = 20

    /// The most consumers in a status reply.
    private static let listedConsumers = 20

    func getStatus(
        _ parameters: InspectInterface.GetStatus,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.GetStatus.Reply {
        try request.require(.status)
        engine.look(at: now)
        let settings = engine.settings
        let services = engine.services
        let apps = engine.apps(visibleTo: request.caller)
        return .init(
            version: Version.current,
            uptimeSeconds: startedAt.duration(to: now.instant).inSeconds,
            servicesOn: !services.isOff(for: request.caller.user),
            servicesOffForEverybody: services.isOffForEverybody,
            receiversWanted: engine.receiverNeed != nil,
            receiversOn: engine.receiversAreOn,
            receiversSinceSeconds: engine.receiversSince.duration(to: now.instant).inSeconds,
            receiversPauseSeconds: engine.mayKnowOfMovement(request.caller)
                ? engine.receiverPauseRemaining?.inSeconds : nil,
            receiversReason: receiversReason(for: request.caller),
            consumers: engine.consumers(visibleTo: request.caller, limit: Self.listedConsumers)
                .map { .init($0) },
            receivers: allReceivers(for: request.caller),
            statedPlace: engine.statedPlaceIsUsed ? .used : engine.statedPlace == nil ? .none : .ready,
            apps: apps.count,
            widgets: engine.widgets(visibleTo: request.caller).count,
            sessions: engine.sessionCount(visibleTo: request.caller),
            prompts: apps.reduce(0) { $0 + $1.prompts.count },
            agents: engine.agentCount(for: request.caller),
            inUseWindowSeconds: settings.inUseWindow.inSeconds,
            significantDistanceMeters: settings.significantChange.distanceMeters,
            significantIntervalSeconds: settings.significantChange.interval.inSeconds,
            lastSignificantChangeAgeSeconds: engine.mayKnowOfMovement(request.caller)
                ? engine.lastSignificantChangeAge?.inSeconds : nil
        )
    }

    func listWidgets(
        _ parameters: InspectInterface.ListWidgets,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.ListWidgets.Reply {
        try request.require(.widgets)
        engine.look(at: now)
        let widgets = engine.widgets(visibleTo: request.caller).compactMap { engine.status(of: $0) }
        return .init(widgets: widgets.map { .init($0) })
    }

    func explain(
        _ parameters: InspectInterface.Explain,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.Explain.Reply {
        try request.require(.explanation)
        let widget = try readableWidget(parameters.widget, for: request)
        engine.look(at: now)
        guard let status = engine.status(of: widget) else { throw .refused(.unknownWidget(widget)) }
        let explanation = engine.explanation(
            of: widget,
            tellsOfMovement: engine.mayKnowOfMovement(request.caller)
        )
        let decisions = engine.journal.entries(
            about: widget,
            of: status.kind.app,
            limit: Self.explainedDecisions
        ) { engine.mayRead($0, request.caller) }
        return .init(
            widget: .init(status),
            checks: explanation.checks.map {
                .init(check: $0.condition.rawValue, holds: $0.holds, text: $0.text)
            },
            summary: explanation.summary,
            decisions: .init(decisions, from: 1)
        )
    }

    func watchDecisions(
        _ parameters: InspectInterface.WatchDecisions,
        _ request: Request
    ) throws(CallFailure) {
        try request.require(.decisions)
        try request.requireMore()
        let filter = try journalFilter(parameters, request)
        if let limit = parameters.limit, limit < 0 { throw .standard(.invalidParameter("limit")) }
        let stream = EventStream(
            of: InspectInterface.WatchDecisions.Reply.self,
            connection: request.connection,
            reader: .journal(request.caller, filter)
        )
        streams[request.connection] = stream
        stream.remembered = min(
            engine.beginning(ofLatest: parameters.limit, for: request.caller, filter),
            lastPublished
        )
        // The end of this turn sends the first piece.
    }

    private func journalFilter(
        _ parameters: InspectInterface.WatchDecisions,
        _ request: Request
    ) throws(CallFailure) -> JournalFilter {
        var filter = JournalFilter(
            app: try parsed(parameters.app, as: "app", AppIdentifier.init),
            since: try parsed(parameters.since, as: "since", UTCInstant.init),
            until: try parsed(parameters.until, as: "until", UTCInstant.init)
        )
        if let text = parameters.widget {
            let widget = try readableWidget(text, for: request)
            filter.widget = widget
            filter.owner = engine.app(of: widget)
        }
        return filter
    }

    /// Whether a reader of the journal can accept another piece now.
    var hasRememberedToSend: Bool { streams.values.contains { isReadyForPiece($0) } }

    private func isReadyForPiece(_ stream: EventStream) -> Bool {
        stream.remembered != nil && !server.isCongested(stream.connection)
    }

    /// Sends the next piece of the journal to every reader that has not reached its end.
    func sendRemembered() {
        for stream in streams.values where isReadyForPiece(stream) {
            guard case .journal(let caller, let filter) = stream.reader, let start = stream.remembered else {
                continue
            }
            let piece = engine.remembered(for: caller, filter, after: start, through: lastPublished)
            stream.remembered = piece.end
            guard !piece.entries.isEmpty || piece.end == nil else { continue }
            stream.send(
                InspectInterface.WatchDecisions.Reply(
                    sequence: 0,
                    decisions: stream.numbered(piece.entries),
                    more: piece.end == nil ? nil : true
                ),
                about: .decision(piece.end ?? lastPublished),
                through: server,
                at: clock
            )
        }
    }

    private func readableWidget(_ text: String, for request: Request) throws(CallFailure) -> WidgetIdentifier
    {
        let widget = try parsed(text, as: "widget", WidgetIdentifier.init)
        do throws(Refusal) {
            _ = try engine.kind(of: widget, for: request.caller)
        } catch {
            throw .refused(error)
        }
        return widget
    }
}

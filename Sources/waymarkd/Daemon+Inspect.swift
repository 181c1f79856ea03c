import LocationModel
import StateStore
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Inspect.
extension Daemon {
    /// The number of decisions in an explanation.
    private static let explainedDecisions = 20

    /// The number of pieces of the journal that are searched for them.
    private static let searchedPieces = 5

    /// The most consumers in a status reply.
    private static let listedConsumers = 20

    func getStatus(
        _ parameters: InspectInterface.GetStatus,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.GetStatus.Reply {
        try request.requireInquirer()
        let caller = request.caller
        engine.look(at: now)
        let reason = receiversReason(for: caller)
        let receivers = allReceivers(for: caller)
        let isSimulated = self.receivers.simulated != nil
        return ask { engine in
            let settings = engine.settings
            let services = engine.services
            let counts = engine.appCounts(visibleTo: caller)
            let mayKnowOfMovement = engine.mayKnowOfMovement(caller)
            return .init(
                version: Version.current,
                uptimeSeconds: startedAt.duration(to: now.instant).inSeconds,
                simulated: isSimulated,
                servicesOn: !services.isOff(for: caller.user),
                servicesOffForEverybody: services.isOffForEverybody,
                receiversWanted: engine.receiverNeed != nil,
                receiversOn: engine.receiversAreOn,
                receiversSinceSeconds: engine.receiversSince.duration(to: now.instant).inSeconds,
                receiversPauseSeconds: mayKnowOfMovement ? engine.receiverPauseRemaining?.inSeconds : nil,
                receiversReason: reason,
                consumers: engine.consumers(visibleTo: caller, limit: Self.listedConsumers).map {
                    .init($0, $0.consumer.widget.map { engine.use(of: $0) } ?? .notInUse(since: nil))
                },
                backgroundApps: engine.backgroundApps(visibleTo: caller, limit: Self.listedConsumers)
                    .map(\.app.rawValue),
                receivers: receivers,
                statedPlace: engine.statedPlaceIsUsed ? .used : engine.statedPlace == nil ? .none : .ready,
                apps: counts.apps,
                widgets: engine.widgetCount(visibleTo: caller),
                sessions: engine.sessionCount(visibleTo: caller),
                prompts: counts.prompts,
                agents: engine.agentCount(for: caller),
                startsPrograms: engine.canStartPrograms(of: caller.user),
                programs: engine.programs(visibleTo: caller, limit: Self.listedConsumers)
                    .map { .init($0) },
                inUseWindowSeconds: settings.inUseWindow.inSeconds,
                significantDistanceMeters: settings.significantChange.distanceMeters,
                significantIntervalSeconds: settings.significantChange.interval.inSeconds,
                tellsOfMovement: mayKnowOfMovement,
                lastSignificantChangeAgeSeconds: mayKnowOfMovement
                    ? engine.lastSignificantChangeAge?.inSeconds : nil
            )
        }
    }

    func listWidgets(
        _ parameters: InspectInterface.ListWidgets,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.ListWidgets.Reply {
        try request.requireInquirer()
        let last: WidgetIdentifier? = try pagePlace(parameters.after)
        engine.look(at: now)
        let widgets = engine.widgets(visibleTo: request.caller, after: last, limit: Self.listPage)
            .compactMap { engine.status(of: $0) }
        return .init(
            widgets: widgets.map { .init($0) },
            next: widgets.count < Self.listPage ? nil : widgets.last?.widget.cursor
        )
    }

    func listBudgets(
        _ parameters: InspectInterface.ListBudgets,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.ListBudgets.Reply {
        try request.requireInquirer()
        engine.look(at: now)
        let isEnforced = engine.settings.dailyReloads != nil
        if let text = parameters.widget {
            let widget = try readableWidget(text, for: request)
            return .init(enforced: isEnforced, budgets: [budget(of: widget)].compactMap(\.self))
        }
        let last: WidgetIdentifier? = try pagePlace(parameters.after)
        let widgets = engine.widgets(visibleTo: request.caller, after: last, limit: Self.listPage)
        return .init(
            enforced: isEnforced,
            budgets: isEnforced ? widgets.compactMap { budget(of: $0) } : [],
            next: !isEnforced || widgets.count < Self.listPage ? nil : widgets.last?.cursor
        )
    }

    private func budget(of widget: WidgetIdentifier) -> InspectInterface.Budget? {
        guard let status = engine.status(of: widget), let budget = engine.budget(of: widget) else {
            return nil
        }
        return .init(budget, of: status, at: now.utc)
    }

    func explain(
        _ parameters: InspectInterface.Explain,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.Explain.Reply {
        try request.requireInquirer()
        let widget = try readableWidget(parameters.widget, for: request)
        engine.look(at: now)
        guard let status = engine.status(of: widget) else { throw .refused(.unknownWidget(widget)) }
        let explanation = engine.explanation(
            of: widget,
            tellsOfMovement: engine.mayKnowOfMovement(request.caller)
        )
        let filter = JournalFilter(widget: widget, of: status.kind.app)
        let decisions = store.journal.latest(
            Self.explainedDecisions,
            amongPieces: Self.searchedPieces,
            for: request.caller.user,
            where: test(of: filter, for: request.caller)
        )
        return .init(
            widget: .init(status),
            checks: explanation.checks.map {
                .init(check: $0.condition.rawValue, holds: $0.holds, text: $0.text)
            },
            decisive: explanation.decisive?.condition.rawValue,
            summary: explanation.summary,
            decisions: .init(decisions, from: 1)
        )
    }

    func explainApp(
        _ parameters: InspectInterface.ExplainApp,
        _ request: Request
    ) throws(CallFailure) -> InspectInterface.ExplainApp.Reply {
        try request.requireInquirer()
        let app = try request.app(parameters.app, of: parameters.user)
        guard request.caller.mayActFor(app) else { throw .refused(.notPermitted) }
        engine.look(at: now)
        guard engine.knows(app) else { throw .refused(.unknownApp(app.app)) }
        let explanation = engine.explanation(of: app)
        let isReadable = test(of: JournalFilter(app: app.app), for: request.caller)
        let decisions = store.journal.latest(
            Self.explainedDecisions,
            amongPieces: Self.searchedPieces,
            for: app.user
        ) { $0.subject.app == app && isReadable($0) }
        return .init(explanation, of: engine.summary(of: app), decisions: .init(decisions, from: 1))
    }

    func watchDecisions(
        _ parameters: InspectInterface.WatchDecisions,
        _ request: Request
    ) throws(CallFailure) {
        try request.requireInquirer()
        try request.requireMore()
        let filter = try journalFilter(parameters, request)
        if let limit = parameters.limit, limit < 0 { throw .standard(.invalidParameter("limit")) }
        let stream = EventStream(
            of: InspectInterface.WatchDecisions.Reply.self,
            connection: request.connection,
            reader: .journal(request.caller, filter)
        )
        streams[request.connection] = stream
        stream.position =
            switch parameters.limit {
            case nil: .sending(after: filter.firstNumber)
            case 0: .sending(after: Journal.end)
            case let limit?: .searching(before: Journal.end, missing: limit)
            }
        offerPiece(to: stream)
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

    // MARK: Reading the journal

    /// Reads the next piece of the journal for a reader that has not reached its end.
    func readJournal(for stream: EventStream) {
        guard case .journal(let caller, let filter) = stream.reader, let position = stream.position else {
            return
        }
        let test = test(of: filter, for: caller)
        switch position {
        case .searching(let number, let missing):
            let piece = store.journal.piece(.before(number), for: caller.user, where: test)
            stream.position = position.found(piece, missing: missing, filter)
        case .sending(let number):
            let piece = store.journal.piece(.after(number), for: caller.user, where: test)
            stream.position = piece.next.map { .sending(after: $0) }
            send(piece, on: stream)
        }
        offerPiece(to: stream)
    }

    private func send(_ piece: JournalPiece, on stream: EventStream) {
        let isLast = piece.next == nil
        guard isLast || !piece.decisions.isEmpty else { return }
        let reply = InspectInterface.WatchDecisions.Reply(
            sequence: 0,
            decisions: stream.numbered(piece.decisions),
            more: isLast ? nil : true
        )
        stream.send(reply, about: .decision(piece.next ?? Journal.end), through: server, at: clock)
    }

    /// Returns whether a reader may read and wants a decision.
    private func test(of filter: JournalFilter, for caller: Caller) -> (JournalHeading) -> Bool {
        let mayKnow = engine.mayKnowOfMovement(caller)
        return { filter.accepts($0) && $0.isReadable(by: caller, mayKnowOfMovement: mayKnow) }
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

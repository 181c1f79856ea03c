import LocationModel
import StateStore
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Inspect about the state of the service; others are in Journal.swift, Receivers.swift, Metrics.swift
// and Record.swift.
extension Daemon {
    private static let explainedDecisions = 20
    private static let searchedPieces = 5

    private static let listedConsumers = 20

    func getStatus(_ request: Request<InspectInterface.GetStatus>) throws(ServiceRefusal)
        -> InspectInterface.GetStatus.Reply
    {
        try request.requireInquirer()
        let caller = request.caller
        let settings = engine.settings
        let services = engine.services
        let counts = engine.appCounts(visibleTo: caller)
        let mayKnowOfMovement = engine.mayKnowOfMovement(caller)
        return .init(
            version: Version.current,
            uptimeSeconds: startedAt.duration(to: now.instant).inSeconds,
            simulated: receivers.simulated != nil,
            servicesOn: !services.isOff(for: caller.user),
            servicesOffForEverybody: services.isOffForEverybody,
            pausedUntil: engine.pause(of: caller.user).map { "\($0.until)" },
            receiversWanted: engine.receiverNeed != nil,
            receiversOn: engine.receiversAreOn,
            receiversSinceSeconds: engine.receiversSince.duration(to: now.instant).inSeconds,
            receiversPauseSeconds: mayKnowOfMovement ? engine.receiverPauseRemaining?.inSeconds : nil,
            receiversReason: receiversReason(for: caller),
            consumers: engine.consumers(visibleTo: caller, limit: Self.listedConsumers).map {
                .init($0, $0.consumer.widget.map { engine.use(of: $0) } ?? .notInUse(since: nil))
            },
            backgroundApps: engine.backgroundApps(visibleTo: caller, limit: Self.listedConsumers)
                .map(\.app.rawValue),
            receivers: allReceivers(for: caller),
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

    func listWidgets(_ request: Request<InspectInterface.ListWidgets>) throws(ServiceRefusal)
        -> InspectInterface.ListWidgets.Reply
    {
        try request.requireInquirer()
        let last: WidgetIdentifier? = try pagePlace(request.after)
        let widgets = engine.widgets(visibleTo: request.caller, after: last, limit: Self.listPage)
            .compactMap { engine.status(of: $0) }
        return .init(
            widgets: widgets.map { .init($0) },
            next: widgets.count < Self.listPage ? nil : widgets.last?.widget.plainText
        )
    }

    func listBudgets(_ request: Request<InspectInterface.ListBudgets>) throws(ServiceRefusal)
        -> InspectInterface.ListBudgets.Reply
    {
        try request.requireInquirer()
        let isEnforced = engine.settings.dailyReloads != nil
        if let text = request.widget {
            let widget = try readableWidget(text, for: request)
            return .init(enforced: isEnforced, budgets: [budget(of: widget)].compactMap(\.self))
        }
        let last: WidgetIdentifier? = try pagePlace(request.after)
        let widgets = engine.widgets(visibleTo: request.caller, after: last, limit: Self.listPage)
        return .init(
            enforced: isEnforced,
            budgets: isEnforced ? widgets.compactMap { budget(of: $0) } : [],
            next: !isEnforced || widgets.count < Self.listPage ? nil : widgets.last?.plainText
        )
    }

    private func budget(of widget: WidgetIdentifier) -> InspectInterface.Budget? {
        guard let status = engine.status(of: widget), let budget = engine.budget(of: widget) else {
            return nil
        }
        return .init(budget, of: status, at: now.utc)
    }

    func explain(_ request: Request<InspectInterface.Explain>) throws(ServiceRefusal)
        -> InspectInterface.Explain.Reply
    {
        try request.requireInquirer()
        let widget = try readableWidget(request.widget, for: request)
        guard let status = engine.status(of: widget) else { throw .unknownWidget(widget: widget.description) }
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

    func explainApp(_ request: Request<InspectInterface.ExplainApp>) throws(ServiceRefusal)
        -> InspectInterface.ExplainApp.Reply
    {
        try request.requireInquirer()
        let app = try request.appKey(request.app, of: request.user)
        guard request.caller.mayActFor(app) else { throw .permissionDenied }
        guard engine.knows(app) else { throw .unknownApp(app: app.app.rawValue) }
        let explanation = engine.explanation(of: app)
        let isReadable = test(of: JournalFilter(app: app.app), for: request.caller)
        let decisions = store.journal.latest(
            Self.explainedDecisions,
            amongPieces: Self.searchedPieces,
            for: app.user
        ) { $0.subject.app == app && isReadable($0) }
        return .init(explanation, of: engine.summary(of: app), decisions: .init(decisions, from: 1))
    }

    func readableWidget(_ text: String, for request: Request<some Any>) throws(ServiceRefusal)
        -> WidgetIdentifier
    {
        let widget = try parsed(text, as: "widget", WidgetIdentifier.init)
        _ = try permitted { () throws(Refusal) in try engine.kind(of: widget, for: request.caller) }
        return widget
    }
}

extension InspectInterface.Program {
    init(_ status: ProgramStatus) {
        self.init(
            app: status.app.app.rawValue,
            user: Int(status.app.user.rawValue),
            launch: status.launch?.description,
            connected: status.obstacle == nil,
            text: status.obstacle?.text ?? "its program runs"
        )
    }
}

extension InspectInterface.Widget {
    init(_ status: WidgetStatus) {
        var inUseFor: Duration?
        if case .inWindow(_, let remaining) = status.use { inUseFor = remaining }
        self.init(
            widget: status.widget.description,
            app: status.kind.app.app.rawValue,
            kind: status.kind.kind.rawValue,
            key: status.hostKey?.rawValue,
            user: Int(status.kind.app.user.rawValue),
            family: status.setup.family,
            configuration: status.setup.configuration.json,
            visible: status.use.isInView,
            alwaysInView: status.use == .alwaysInView,
            inUse: status.use.isInUse,
            inUseForSeconds: inUseFor?.inSeconds,
            pendingReload: status.pending?.rawValue,
            nextReload: status.reloadWait.map { .init($0) },
            timelineDelivered: status.timelineDeliveredAt?.description
        )
    }
}

extension InspectInterface.ReloadWait {
    init(_ wait: WaymarkEngine.ReloadWait) {
        var (request, lastInView): (RequestIdentifier?, Duration?)
        let end: WaitsFor
        switch wait {
        case .notInUse(let since): (end, lastInView) = (.view, since)
        case .alwaysUnconfirmed: end = .confirmation
        case .paused: end = .pause
        case .noProvider, .launch: end = .provider
        case .answerOutstanding(let unanswered, _): (end, request) = (.answer, unanswered)
        case .backingOff: end = .retry
        case .overBudget: end = .budget
        case .fix: end = .fix
        case .date: end = .date
        case .interval: end = .interval
        }
        self.init(
            waitsFor: end,
            remainingSeconds: wait.remaining?.inSeconds,
            request: request?.description,
            lastInViewSeconds: lastInView?.inSeconds,
            text: wait.text
        )
    }
}

extension InspectInterface.Budget {
    init(_ budget: BudgetStatus, of widget: WidgetStatus, at now: UTCInstant) {
        self.init(
            widget: widget.widget.description,
            app: widget.kind.app.app.rawValue,
            kind: widget.kind.kind.rawValue,
            user: Int(widget.kind.app.user.rawValue),
            dailyReloads: budget.dailyReloads,
            left: budget.wholeSaved,
            capacity: budget.capacity,
            seenHours: budget.seenHours,
            night: budget.night.map { .init(firstHour: $0.firstHour, hours: $0.length) },
            nextSeconds: budget.nextAt.map { now.duration(to: $0).inSeconds },
            fullSeconds: budget.fullAt.map { now.duration(to: $0).inSeconds },
            uses: .init(
                scheduled: Int(budget.uses.scheduled),
                requested: Int(budget.uses.requested),
                pushed: Int(budget.uses.pushed),
                unchanged: Int(budget.uses.unchanged)
            ),
            usesText: budget.uses.text
        )
    }
}

extension InspectInterface.Consumer {
    init(_ entitled: EntitledConsumer, _ use: WidgetUse) {
        let inUseFor: Duration? = if case .inWindow(_, let remaining) = use { remaining } else { nil }
        let want: Want =
            switch entitled.want {
            case .everyFix: .everyFix
            case .fix: .fix
            case .fixes: .fixes
            case .significantChanges: .significantChanges
            }
        self.init(
            app: entitled.owner.app.rawValue,
            user: Int(entitled.owner.user.rawValue),
            want: want,
            ground: entitled.ground,
            widget: entitled.consumer.widget?.description,
            request: entitled.consumer.request?.description,
            session: entitled.consumer.follower?.description,
            inUseForSeconds: inUseFor?.inSeconds
        )
    }
}

extension InspectInterface.ExplainApp.Reply {
    init(_ explanation: AppExplanation, of app: AppSummary, decisions: [InspectInterface.Decision]) {
        self.init(
            app: app.app.app.rawValue,
            user: Int(app.app.user.rawValue),
            inUse: app.isInUse,
            diagnostics: explanation.diagnostics.isEmpty ? nil : explanation.diagnostics,
            summary: explanation.summary,
            missingCapabilities: explanation.missing.map(\.text),
            services: explanation.monitoring.services,
            regions: explanation.monitoring.regionCount,
            monitoringDiagnostics: explanation.isMonitoring ? explanation.monitoring.diagnostics : [],
            monitoringSummary: explanation.monitoringSummary,
            waiting: explanation.waiting.map { .init($0) },
            decisions: decisions
        )
    }
}

extension InspectInterface.WaitingEvent {
    fileprivate init(_ event: WaitingEvent) {
        let wait: WaitsFor =
            switch event.wait {
            case .confirmation: .confirmation
            case .stream: .stream
            case .permission: .permission
            case .acknowledgement: .acknowledgement
            }
        self.init(
            event: event.identifier.description,
            kind: event.kind,
            ageSeconds: event.age.inSeconds,
            monitor: event.region?.monitor.rawValue,
            region: event.region?.identifier.rawValue,
            waitsFor: wait,
            text: event.text
        )
    }
}

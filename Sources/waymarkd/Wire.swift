import LocationModel
import StateStore
package import Varlink
package import WaymarkEngine
import WaymarkInterfaces

// The engine's values as types of the interfaces.

extension WidgetsInterface.Location {
    init(_ fix: Fix, age: Duration) {
        self.init(
            latitudeDegrees: fix.coordinate.latitudeDegrees,
            longitudeDegrees: fix.coordinate.longitudeDegrees,
            ageSeconds: age.inSeconds,
            time: fix.time?.description,
            horizontalAccuracyMeters: fix.accuracy?.horizontal68Meters,
            horizontalAccuracy95Meters: fix.accuracy?.horizontal95Meters,
            altitudeMeters: fix.altitudeMeters,
            verticalAccuracyMeters: fix.accuracy?.vertical68Meters,
            speedMetersPerSecond: fix.speedMetersPerSecond,
            courseDegrees: fix.courseDegrees,
            source: fix.source
        )
    }
}

extension WidgetsInterface.Reload {
    init(_ request: ReloadRequest) {
        var location: WidgetsInterface.Location?
        var absence: LocationAbsence?
        switch request.location {
        case .location(let fix, let age): location = .init(fix, age: age)
        case .absent(let reason): absence = reason
        }
        self.init(
            request: request.request.description,
            widget: request.widget.description,
            kind: request.kind.rawValue,
            family: request.setup.family,
            configuration: request.setup.configuration.json,
            reason: request.reason,
            deadline: request.deadline.description,
            isAuthorizedForWidgetUpdates: request.isAuthorizedForWidgetUpdates,
            location: location,
            locationAbsence: absence,
            unknownLocation: request.unknownCause.map { .init($0) }
        )
    }
}

extension WidgetsInterface.Serve.Reply {
    /// The event of a request for a timeline.
    init(_ request: ReloadRequest) {
        self.init(sequence: 0, event: .reload, reload: .init(request))
    }
}

extension WidgetsInterface.Snapshot {
    init(_ request: SnapshotRequest) {
        self.init(
            request: request.request.description,
            kind: request.kind.rawValue,
            family: request.setup.family,
            configuration: request.setup.configuration.json,
            deadline: request.deadline.description
        )
    }
}

extension SettingsInterface.KindDeclaration {
    static func list(_ kinds: [WidgetKind: KindDeclaration]) -> [Self] {
        kinds.sorted { $0.key < $1.key }.map {
            .init(kind: $0.key.rawValue, wantsLocation: $0.value.wantsLocation)
        }
    }
}

extension HostInterface.WidgetView {
    init(_ view: WaymarkEngine.WidgetView) {
        self.init(
            widget: view.widget.description,
            app: view.kind.app.app.rawValue,
            kind: view.kind.kind.rawValue,
            user: Int(view.kind.app.user.rawValue),
            family: view.family,
            status: view.status,
            entry: view.entry.map { .init(date: $0.date.description, content: RawJSON(checked: $0.content)) },
            placeholder: view.placeholder.map { RawJSON(checked: $0) }
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
        let end: WaitsFor
        var (remaining, request, lastInView): (Duration?, RequestIdentifier?, Duration?)
        switch wait {
        case .obstacle(.notInUse(let since)): (end, lastInView) = (.view, since)
        case .obstacle(.alwaysUnconfirmed): end = .confirmation
        case .obstacle(.noProvider): end = .provider
        case .obstacle(.launch(.starting(_, let left))), .obstacle(.launch(.failed(_, _, let left, _))):
            (end, remaining) = (.provider, left)
        case .obstacle(.launch): end = .provider
        case .obstacle(.answerOutstanding(let unanswered, let left)):
            (end, request, remaining) = (.answer, unanswered, left)
        case .obstacle(.backingOff(let left)): (end, remaining) = (.retry, left)
        case .obstacle(.overBudget(let left)): (end, remaining) = (.budget, left)
        case .fix(let left): (end, remaining) = (.fix, left)
        case .date(let left): (end, remaining) = (.date, left)
        case .interval(let left): (end, remaining) = (.interval, left)
        }
        self.init(
            waitsFor: end,
            remainingSeconds: remaining?.inSeconds,
            request: request?.description,
            lastInViewSeconds: lastInView?.inSeconds,
            text: wait.text
        )
    }
}

extension WidgetsInterface.AskedReload {
    init(_ asked: WaymarkEngine.AskedReload) {
        self.init(widget: asked.widget.description, ticket: asked.ticket.description, merged: asked.isMerged)
    }
}

extension WidgetsInterface.Ticket {
    init(_ status: TicketStatus) {
        let (ticket, wait) = (status.ticket, status.wait)
        var (request, ended): (RequestIdentifier?, UTCInstant?)
        switch ticket.state {
        case .waiting: break
        case .requested(let unanswered): request = unanswered
        case .done(let answered, let date): (request, ended) = (answered, date)
        case .removed(let date): ended = date
        }
        self.init(
            ticket: ticket.identifier.description,
            widget: ticket.widget.description,
            app: ticket.kind.app.app.rawValue,
            kind: ticket.kind.kind.rawValue,
            user: Int(ticket.kind.app.user.rawValue),
            reason: ticket.reason,
            asked: ticket.askedAt.description,
            asks: ticket.asks,
            state: status.condition,
            remainingSeconds: wait?.remaining?.inSeconds,
            request: request?.description,
            failures: Int(ticket.failures),
            ended: ended?.description,
            text: status.text
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

extension InspectInterface.Decision {
    init(_ decision: KeptDecision, number: Int) {
        let subject = decision.heading.subject
        self.init(
            number: number,
            time: decision.heading.time.description,
            decision: decision.name,
            widget: subject.widget?.description,
            app: subject.app?.app.rawValue,
            user: subject.app.map { Int($0.user.rawValue) },
            text: decision.text,
            evidence: RawJSON(decision.evidence)
        )
    }
}

extension [InspectInterface.Decision] {
    /// Numbers decisions for their reader.
    init(_ decisions: [KeptDecision], from first: Int) {
        self = zip(first..., decisions).map { .init($1, number: $0) }
    }
}

extension EvidenceValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &json)
        case .word(let word): word.write(to: &json)
        }
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

import LocationModel
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Widgets.
extension Daemon {
    func serve(_ parameters: WidgetsInterface.Serve, _ request: Request) throws(ServiceRefusal) {
        let key = try request.app(parameters.app, of: nil)
        try require(!parameters.kinds.isEmpty, "kinds")
        var kinds: [WidgetKind: KindDeclaration] = [:]
        for (index, declared) in parameters.kinds.enumerated() {
            let placeholder = declared.placeholder?.text
            func check(_ member: String, _ isValid: Bool) throws(ServiceRefusal) {
                try require(isValid, "kinds[\(index)].\(member)")
            }
            try check("placeholder", placeholder?.utf8.count ?? 0 <= KindDetails.placeholderLimit)
            try check("name", declared.name?.utf8.count ?? 0 <= KindDetails.nameLimit)
            try check("description", declared.description?.utf8.count ?? 0 <= KindDetails.summaryLimit)
            let families = declared.families ?? []
            try check("families", Set(families).count == families.count)
            let declaration = KindDeclaration(
                wantsLocation: declared.wantsLocation,
                placeholder: placeholder,
                name: declared.name,
                summary: declared.description,
                families: families
            )
            let kind = try parsed(declared.kind, as: "kinds[\(index)].kind", WidgetKind.init)
            try check("kind", kinds.updateValue(declaration, forKey: kind) == nil)
        }
        let verification = try verification(of: key.app, for: request)
        let process = request.caller.origin.flatMap { clients.identity.provider($0) }
        try open(for: request) { session, call in
            .opened(
                session,
                .provider(key, kinds: kinds, verification: verification, process: process),
                by: request.caller,
                call: call
            )
        }
    }

    func deliverTimeline(
        _ parameters: WidgetsInterface.DeliverTimeline,
        _ request: Request
    ) throws(ServiceRefusal) {
        let session = try parsed(parameters.session, as: "session", SessionIdentifier.init)
        let identifier = try parsed(parameters.request, as: "request", RequestIdentifier.init)
        var entries: [TimelineEntry] = []
        for (index, entry) in parameters.entries.enumerated() {
            let date = try parsed(entry.date, as: "entries[\(index)].date", UTCInstant.init)
            var relevance: Relevance?
            if let given = entry.relevance {
                let seconds = given.durationSeconds ?? 0
                let circles = given.regions ?? []
                try require(circles.count <= Relevance.regionLimit, "entries[\(index)].relevance.regions")
                let regions = try circles.map { given throws(ServiceRefusal) in
                    guard let center = given.coordinate,
                        let region = RelevantRegion(center: center, radiusMeters: given.radiusMeters)
                    else { throw .invalidParameter(parameter: "entries[\(index)].relevance.regions") }
                    return region
                }
                relevance = Relevance(
                    score: given.score,
                    duration: .seconds(min(max(seconds, -1), 1e10)),
                    regions: regions
                )
                try require(relevance != nil, "entries[\(index)].relevance.durationSeconds")
            }
            entries.append(TimelineEntry(date: date, content: entry.content.text, relevance: relevance))
        }
        let policy = try policy(parameters)
        let timeline: Timeline
        do {
            timeline = try Timeline(entries: entries, policy: policy)
        } catch {
            throw .invalidParameter(parameter: "entries")
        }
        put(.deliverTimeline(session, identifier, timeline), for: request)
    }

    private func policy(_ parameters: WidgetsInterface.DeliverTimeline) throws(ServiceRefusal) -> ReloadPolicy
    {
        switch parameters.policy {
        case .atEnd, .never:
            try require(parameters.after == nil, "after")
            return parameters.policy == .atEnd ? .atEnd : .never
        case .after:
            return .after(try parsed(parameters.after ?? "", as: "after", UTCInstant.init))
        }
    }

    func failTimeline(_ parameters: WidgetsInterface.FailTimeline, _ request: Request) throws(ServiceRefusal)
    {
        let command = Command.failTimeline(
            try parsed(parameters.session, as: "session", SessionIdentifier.init),
            try parsed(parameters.request, as: "request", RequestIdentifier.init),
            // The journal stores the message, so a long one would displace other entries.
            message: String(parameters.message.harmless.unicodeScalars.prefix(500))
        )
        put(command, for: request)
    }

    /// The most bytes of a snapshot.
    private static let snapshotLimit = 16 << 10

    func deliverSnapshot(
        _ parameters: WidgetsInterface.DeliverSnapshot,
        _ request: Request
    ) throws(ServiceRefusal) {
        let content = parameters.content?.text
        try require(content?.utf8.count ?? 0 <= Self.snapshotLimit, "content")
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
    ) throws(ServiceRefusal) {
        let command = Command.reloadTimelines(
            try parsed(parameters.session, as: "session", SessionIdentifier.init),
            kind: try parsed(parameters.kind, as: "kind", WidgetKind.init),
            widget: try parsed(parameters.widget, as: "widget", WidgetIdentifier.init)
        )
        put(command, for: request)
    }

    func push(_ parameters: WidgetsInterface.Push, _ request: Request) throws(ServiceRefusal) {
        let command = Command.push(
            try request.app(parameters.app, of: parameters.user),
            kind: try parsed(parameters.kind, as: "kind", WidgetKind.init)
        )
        put(command, for: request)
    }

    func getTicket(
        _ parameters: WidgetsInterface.GetTicket,
        _ request: Request
    ) throws(ServiceRefusal) -> WidgetsInterface.GetTicket.Reply {
        let identifier = try parsed(parameters.ticket, as: "ticket", TicketIdentifier.init)
        let status = try permitted { () throws(Refusal) in
            try engine.ticketStatus(identifier, for: request.caller)
        }
        return .init(ticket: .init(status))
    }

    /// The most tickets that one stream may be about.
    private static let watchedTickets = 64

    func watchTickets(
        _ parameters: WidgetsInterface.WatchTickets,
        _ request: Request
    ) throws(ServiceRefusal) {
        try require(1...Self.watchedTickets ~= parameters.tickets.count, "tickets")
        let tickets = try parsed(parameters.tickets, as: "tickets", TicketIdentifier.init)
        try open(for: request) { session, call in
            .opened(session, .tickets(Set(tickets)), by: request.caller, call: call)
        }
    }

    func send(_ event: ProviderEvent, to session: SessionIdentifier) {
        typealias Event = WidgetsInterface.Serve.Reply
        guard let stream = openedStream(of: session) else { return }
        switch event {
        case .session(let authorization):
            let event = Event(event: .session, session: "\(session)", authorization: .init(authorization))
            stream.send(event, about: .session)
        case .authorization(let authorization):
            stream.revise(Event.self) { $0.withholding(under: authorization) }
            let event = Event(event: .authorization, authorization: .init(authorization))
            stream.send(event, about: .authorization)
        case .reload(let request):
            let event = Event(event: .reload, reload: .init(request))
            stream.send(event, about: .widget(request.widget))
        case .snapshot(let request):
            let event = Event(event: .snapshot, snapshot: .init(request))
            stream.send(event, about: .snapshot(request.request))
        case .paused: stream.revise(Event.self) { $0.withoutLocation(because: .pausedByPerson) }
        case .stop: stream.send(Event(event: .stop), about: .stop)
        }
    }

    func send(_ tickets: [TicketStatus], to session: SessionIdentifier) {
        typealias Event = WidgetsInterface.WatchTickets.Reply
        // Only the first event has several tickets, and nothing replaces it.
        let subject: EventStream.Subject =
            tickets.count == 1 ? .ticket(tickets[0].identifier) : .session
        openedStream(of: session)?
            .send(Event(event: .tickets, tickets: tickets.map { .init($0) }), about: subject)
    }
}

extension WidgetsInterface.Location {
    init(_ fix: Fix, age: Duration) {
        self.init(
            coordinate: fix.coordinate,
            age: age,
            timeInstant: fix.time,
            horizontalAccuracyMeters: fix.accuracy?.horizontal68Meters,
            horizontalAccuracy95Meters: fix.accuracy?.horizontal95Meters,
            altitudeMeters: fix.altitudeMeters,
            ellipsoidalAltitudeMeters: fix.ellipsoidalAltitudeMeters,
            verticalAccuracyMeters: fix.accuracy?.vertical68Meters,
            speedMetersPerSecond: fix.speedMetersPerSecond,
            courseDegrees: fix.courseDegrees,
            source: fix.source,
            trust: fix.trust
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

extension WidgetsInterface.AskedReload {
    init(_ asked: WaymarkEngine.AskedReload) {
        self.init(widget: asked.widget.description, ticket: asked.ticket.description, merged: asked.isMerged)
    }
}

extension WidgetsInterface.Ticket {
    init(_ status: TicketStatus) {
        let (ticket, wait) = (status.ticket, status.wait)
        let (request, ended): (RequestIdentifier?, UTCInstant?) =
            switch ticket.end {
            case .done(let answered, let date): (answered, date)
            case .removed(let date): (nil, date)
            case nil: (ticket.request, nil)
            }
        self.init(
            ticket: status.identifier.description,
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

extension WidgetsInterface.Authorization {
    init(_ authorization: Authorization) {
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.grant.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates
        )
    }
}

extension WidgetsInterface.Serve.Reply {
    /// Returns a copy without a location that the authorization no longer covers, for a provider that is told late.
    func withholding(under authorization: Authorization) -> Self {
        let isAuthorized = authorization.isAuthorizedForWidgetUpdates
        guard !isAuthorized || authorization.accuracy == .reduced, reload?.location != nil else {
            return self
        }
        var reply = withoutLocation(because: isAuthorized ? .locationUnknown : .unauthorized)
        reply.reload?.isAuthorizedForWidgetUpdates = isAuthorized
        return reply
    }

    /// Returns a copy without the location that it tells, if it tells one.
    func withoutLocation(because absence: LocationAbsence) -> Self {
        guard reload?.location != nil else { return self }
        var reply = self
        reply.reload?.location = nil
        reply.reload?.locationAbsence = absence
        reply.reload?.unknownLocation = nil
        return reply
    }
}

extension WidgetsInterface.UnknownLocation {
    init(_ cause: UnknownLocationCause) {
        let absence = LocationInterface.LocationAbsence(.locationUnknown(cause))
        self.init(absence.cause ?? .absent, absence, text: RequestAbsence.locationUnknown(cause).text)
    }
}

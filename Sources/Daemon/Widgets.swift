import LocationModel
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Widgets.
extension Daemon {
    func serve(_ request: Request<WidgetsInterface.Serve>) throws(ServiceRefusal) -> ClientStream {
        let key = try request.appKey(request.app, of: nil)
        try require(!request.kinds.isEmpty, "kinds")
        var kinds: [WidgetKind: KindDeclaration] = [:]
        for (index, declared) in request.kinds.enumerated() {
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
        return .provider(key, kinds: kinds, verification: verification, process: process)
    }

    func deliverTimeline(_ request: Request<WidgetsInterface.DeliverTimeline>) throws(ServiceRefusal)
        -> Command
    {
        let session = try parsed(request.session, as: "session", SessionIdentifier.init)
        let identifier = try parsed(request.request, as: "request", RequestIdentifier.init)
        var entries: [TimelineEntry] = []
        for (index, entry) in request.entries.enumerated() {
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
        let policy = try policy(request.parameters)
        let timeline: Timeline
        do {
            timeline = try Timeline(entries: entries, policy: policy)
        } catch {
            throw .invalidParameter(parameter: "entries")
        }
        return .deliverTimeline(session, identifier, timeline)
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

    func failTimeline(_ request: Request<WidgetsInterface.FailTimeline>) throws(ServiceRefusal) -> Command {
        .failTimeline(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            try parsed(request.request, as: "request", RequestIdentifier.init),
            // The journal stores the message, so a long one would displace other entries.
            message: String(request.message.harmless.unicodeScalars.prefix(500))
        )
    }

    /// The most bytes of a snapshot.
    private static let snapshotLimit = 16 << 10

    func deliverSnapshot(_ request: Request<WidgetsInterface.DeliverSnapshot>) throws(ServiceRefusal)
        -> Command
    {
        let content = request.content?.text
        try require(content?.utf8.count ?? 0 <= Self.snapshotLimit, "content")
        return .deliverSnapshot(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            try parsed(request.request, as: "request", RequestIdentifier.init),
            content: content
        )
    }

    func reloadTimelines(_ request: Request<WidgetsInterface.ReloadTimelines>) throws(ServiceRefusal)
        -> Command
    {
        .reloadTimelines(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            kind: try parsed(request.kind, as: "kind", WidgetKind.init),
            widget: try parsed(request.widget, as: "widget", WidgetIdentifier.init)
        )
    }

    func push(_ request: Request<WidgetsInterface.Push>) throws(ServiceRefusal) -> Command {
        .push(
            try request.appKey(request.app, of: request.user),
            kind: try parsed(request.kind, as: "kind", WidgetKind.init)
        )
    }

    func getTicket(_ request: Request<WidgetsInterface.GetTicket>) throws(ServiceRefusal)
        -> WidgetsInterface.GetTicket.Reply
    {
        let identifier = try parsed(request.ticket, as: "ticket", TicketIdentifier.init)
        let status = try permitted { () throws(Refusal) in
            try engine.ticketStatus(identifier, for: request.caller)
        }
        return .init(ticket: .init(status))
    }

    /// The most tickets that one stream may watch.
    private static let watchedTickets = 64

    func watchTickets(_ request: Request<WidgetsInterface.WatchTickets>) throws(ServiceRefusal)
        -> ClientStream
    {
        try require(1...Self.watchedTickets ~= request.tickets.count, "tickets")
        let tickets = try parsed(request.tickets, as: "tickets", TicketIdentifier.init)
        return .tickets(Set(tickets))
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

extension LocationInterface.Location {
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
        var location: LocationInterface.Location?
        var unknown: WidgetsInterface.UnknownLocation?
        switch request.location {
        case .location(let fix, let age): location = .init(fix, age: age)
        case .absent(let absence):
            unknown = LocationInterface.LocationAbsence(absence).unknownLocation(text: absence.text)
        case .notWanted: break
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
            locationAbsence: request.location.absence,
            unknownLocation: unknown
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
    func withoutLocation(because absence: WidgetAbsence) -> Self {
        guard reload?.location != nil else { return self }
        var reply = self
        reply.reload?.location = nil
        reply.reload?.locationAbsence = absence
        reply.reload?.unknownLocation = nil
        return reply
    }
}

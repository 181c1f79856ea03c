import LocationModel
import StateStore
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Host.
extension Daemon {
    func place(_ request: Request<HostInterface.Place>) throws(ServiceRefusal) -> Command {
        let kind = KindKey(
            app: try request.appKey(request.app, of: request.user),
            kind: try parsed(request.kind, as: "kind", WidgetKind.init)
        )
        return .place(
            kind,
            family: request.family,
            configuration: try configuration(request.configuration),
            key: try parsed(request.key, as: "key", HostKey.init)
        )
    }

    func configure(_ request: Request<HostInterface.Configure>) throws(ServiceRefusal) -> Command {
        .configure(
            try parsed(request.widget, as: "widget", WidgetIdentifier.init),
            family: request.family,
            configuration: try configuration(request.configuration)
        )
    }

    func configuration(_ given: RawJSON?) throws(ServiceRefusal) -> ConfigurationValues? {
        guard let given else { return nil }
        do throws(ConfigurationMistake) {
            return try ConfigurationValues(given.object)
        } catch { throw .init(.invalidConfiguration(error)) }
    }

    func remove(_ request: Request<HostInterface.Remove>) throws(ServiceRefusal) -> Command {
        .remove(try parsed(request.widget, as: "widget", WidgetIdentifier.init))
    }

    func setVisibility(_ request: Request<HostInterface.SetVisibility>) throws(ServiceRefusal) -> Command {
        let widget = try parsed(request.widget, as: "widget", WidgetIdentifier.init)
        let session = try parsed(request.session, as: "session", SessionIdentifier.init)
        return .setVisibility(widget, visible: request.visible, session: session)
    }

    func shareOnce(_ request: Request<HostInterface.ShareOnce>) throws(ServiceRefusal) -> Command {
        .shareOnce(
            try parsed(request.widget, as: "widget", WidgetIdentifier.init),
            exactly: request.exactly ?? false,
            session: try parsed(request.session, as: "session", SessionIdentifier.init)
        )
    }

    func setAppVisibility(_ request: Request<HostInterface.SetAppVisibility>) throws(ServiceRefusal)
        -> Command
    {
        let app = try request.appKey(request.app, of: request.user)
        let session = try parsed(request.session, as: "session", SessionIdentifier.init)
        return .setAppVisibility(app, visible: request.visible, session: session)
    }

    func mostRelevant(_ request: Request<HostInterface.MostRelevant>) throws(ServiceRefusal)
        -> HostInterface.MostRelevant.Reply
    {
        try require(1...Self.relevanceLimit ~= request.widgets.count, "widgets")
        let widgets = try parsed(request.widgets, as: "widgets", WidgetIdentifier.init)
        let most = try permitted { () throws(Refusal) in
            try engine.mostRelevant(of: widgets, for: request.caller)
        }
        return .init(widget: most.widget?.description, score: most.score, until: most.until?.description)
    }

    /// The most widgets that are compared in one call.
    private static let relevanceLimit = 64

    func watch(_ request: Request<HostInterface.Watch>) throws(ServiceRefusal) -> ClientStream {
        let widgets = try request.widgets.map { named throws(ServiceRefusal) in
            Set(try parsed(named, as: "widgets", WidgetIdentifier.init))
        }
        return .host(widgets: widgets, isAlwaysInView: request.alwaysInView ?? false)
    }

    /// The bytes of schemas and texts after which a page ends, so that it fits into a message.
    private static let kindsPageBytes = 24 << 10

    func listKinds(_ request: Request<HostInterface.ListKinds>) throws(ServiceRefusal)
        -> HostInterface.ListKinds.Reply
    {
        try request.requireInquirer()
        let user = try request.userOrCaller(request.user)
        guard request.caller.mayShowFor(user) else { throw .permissionDenied }
        let locale = try checkedLocale(request.locale)
        let last: KindKey? = try pagePlace(request.after)
        let kinds = engine.placeableKinds(
            of: user,
            app: try parsed(request.app, as: "app", AppIdentifier.init),
            after: last.map { ($0.app.app, $0.kind) },
            limit: Self.listPage
        )
        var (page, bytes): ([HostInterface.Kind], Int) = ([], 0)
        for kind in kinds {
            let described = HostInterface.Kind(kind, locale: locale)
            bytes += described.json.count
            if bytes > Self.kindsPageBytes, !page.isEmpty { break }
            page.append(described)
        }
        let isLast = page.count == kinds.count && kinds.count < Self.listPage
        return .init(kinds: page, next: isLast ? nil : kinds.prefix(page.count).last?.kind.plainText)
    }

    func getSnapshot(_ request: Request<HostInterface.GetSnapshot>) throws(ServiceRefusal) {
        let kind = KindKey(
            app: try request.appKey(request.app, of: request.user),
            kind: try parsed(request.kind, as: "kind", WidgetKind.init)
        )
        let configuration = try configuration(request.configuration)
        dispatch(request) { call in
            .snapshotRequested(
                kind,
                family: request.family,
                configuration: configuration,
                by: request.caller,
                call: call
            )
        }
    }

    func send(_ event: HostEvent, to session: SessionIdentifier) {
        typealias Event = HostInterface.Watch.Reply
        guard let stream = openedStream(of: session) else { return }
        var reply = Event(event: .widgets)
        let (views, hasMore): ([WaymarkEngine.WidgetView], Bool)
        switch event {
        case .session(let some, let more):
            let isSimulated = receivers.simulated == nil ? nil : true
            reply = Event(event: .session, session: "\(session)", simulated: isSimulated)
            (views, hasMore) = (some, more)
        case .widgets(let some, let more): (views, hasMore) = (some, more)
        case .widget(let view):
            let event = Event(event: .widget, widget: .init(view))
            return stream.send(event, about: .widget(view.widget))
        case .withdrawn(let view):
            let event = Event(event: .withdrawn, widget: .init(view))
            stream.revise(Event.self) { $0.withholding(.init(view)) }
            return stream.send(event, about: .widget(view.widget))
        case .removed(let widget):
            let event = Event(event: .removed, removed: widget.description)
            return stream.send(event, about: .widget(widget))
        }
        reply.widgets = views.map { .init($0) }
        reply.more = hasMore ? true : nil
        stream.hasMore = hasMore
        stream.send(reply, about: .session)
        offerPiece(to: stream)
    }
}

extension HostInterface.Watch.Reply {
    /// Returns a copy whose list, if it has one, shows a widget as it is once its content has been withdrawn.
    func withholding(_ view: HostInterface.WidgetView) -> Self {
        var reply = self
        reply.widgets = widgets?.map { $0.widget == view.widget ? view : $0 }
        return reply
    }
}

extension HostInterface.GetSnapshot.Reply {
    init(_ snapshot: Snapshot) {
        self.init(
            content: snapshot.content.map { RawJSON(checked: $0) },
            absence: snapshot.absence
        )
    }
}

extension HostInterface.Kind {
    init(_ kind: PlaceableKind, locale: String?) {
        let details = kind.details
        self.init(
            app: kind.kind.app.app.rawValue,
            appName: kind.appName?.text(for: locale),
            kind: kind.kind.kind.rawValue,
            user: Int(kind.kind.app.user.rawValue),
            name: details.name?.text(for: locale),
            description: details.summary?.text(for: locale),
            families: details.families.isEmpty ? WidgetFamily.allCases : details.families,
            wantsLocation: kind.wantsLocation,
            pushable: kind.isPushable,
            configuration: details.configuration.map { RawJSON($0) },
            served: kind.isServed
        )
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
            relevance: view.relevance,
            shareable: view.isShareable ? true : nil,
            placeholder: view.placeholder.map { RawJSON(checked: $0) }
        )
    }
}

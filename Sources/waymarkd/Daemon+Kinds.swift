import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The kinds of widgets that hosts may place.
extension Daemon {
    /// The bytes of schemas and texts after which a page ends, so that it fits into a message.
    private static let kindsPageBytes = 24 << 10

    func listKinds(
        _ parameters: HostInterface.ListKinds,
        _ request: Request
    ) throws(CallFailure) -> HostInterface.ListKinds.Reply {
        try request.requireInquirer()
        let user = try request.user(parameters.user)
        guard request.caller.mayShowFor(user) else { throw .standard(.permissionDenied) }
        let locale = try checkedLocale(parameters.locale)
        let last: KindPlace? = try pagePlace(parameters.after)
        let kinds = engine.placeableKinds(
            of: user,
            app: try parsed(parameters.app, as: "app", AppIdentifier.init),
            after: last.map { ($0.app, $0.kind) },
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
        let end = page.isEmpty ? nil : kinds[page.count - 1].kind
        return .init(kinds: page, next: isLast ? nil : end.map { KindPlace($0).cursor })
    }
}

extension Daemon {
    func getSnapshot(_ parameters: HostInterface.GetSnapshot, _ request: Request) throws(CallFailure) {
        let kind = KindKey(
            app: try request.app(parameters.app, of: parameters.user),
            kind: try parsed(parameters.kind, as: "kind", WidgetKind.init)
        )
        let configuration = try configuration(parameters.configuration)
        dispatch(request, HostInterface.GetSnapshot.self) { answer in
            guard case .snapshot(let snapshot) = answer else { return nil }
            return .init(
                content: snapshot.content.map { RawJSON(checked: $0) },
                absence: snapshot.absence.flatMap { .init(rawValue: $0.rawValue) }
            )
        } _: { call in
            .snapshotRequested(
                kind,
                family: parameters.family,
                configuration: configuration,
                by: request.caller,
                call: call
            )
        }
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

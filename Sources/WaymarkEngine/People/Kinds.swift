package import LocationModel

/// The kinds of widgets that providers have registered, and how many widgets of each are placed.
struct Kinds: Equatable, Sendable {
    private(set) var declarations: [KindKey: KindDeclaration] = [:]
    private var byApp = AppIndex<WidgetKind>()
    private var placed: [KindKey: Int] = [:]

    init(_ declarations: [KindKey: KindDeclaration], placed: [KindKey]) {
        for (kind, declaration) in declarations { self[kind] = declaration }
        for kind in placed { place(kind) }
    }

    /// The declaration of a kind; `nil` unless a provider has registered it.
    subscript(kind: KindKey) -> KindDeclaration? {
        get { declarations[kind] }
        set {
            declarations[kind] = newValue
            if newValue == nil {
                byApp.remove(kind.kind, of: kind.app)
            } else {
                byApp.add(kind.kind, of: kind.app)
            }
        }
    }

    /// The kinds of an app, in order.
    subscript(app: AppKey) -> [WidgetKind] { byApp[app] }

    var apps: Set<AppKey> { Set(declarations.keys.map(\.app)) }

    func contains(_ app: AppKey) -> Bool { byApp.contains(app) }

    func isPlaced(_ kind: KindKey) -> Bool { placed[kind] != nil }

    mutating func place(_ kind: KindKey) { placed[kind, default: 0] += 1 }

    mutating func remove(_ kind: KindKey) {
        let count = placed[kind, default: 1] - 1
        placed[kind] = count == 0 ? nil : count
    }
}

// Kinds: those of manifests, and those that providers have registered.
extension People {
    func isDeclared(_ kind: KindKey) -> Bool {
        kinds[kind] != nil || manifest(of: kind.app)?.extension(for: kind.kind) != nil
    }

    /// The app's manifest takes precedence where it declares the kind, because the person was asked with its texts.
    func wantsLocation(_ kind: KindKey) -> Bool {
        guard let registered = kinds[kind] else { return false }
        return manifest(of: kind.app)?.extension(for: kind.kind)?.wantsLocation ?? registered.wantsLocation
    }

    /// Returns whether an app has placed widgets whose timelines depend on the location.
    func hasLocationWidget(_ app: AppKey) -> Bool {
        kinds[app].map { KindKey(app: app, kind: $0) }
            .contains { kinds.isPlaced($0) && wantsLocation($0) }
    }

    /// Returns whether a program that is not a kind's provider may have its widgets reloaded.
    ///
    /// The manifest that declares the kind decides. Where none does, there is nothing to protect from the same user.
    func isPushable(_ kind: KindKey) -> Bool {
        guard let manifest = manifest(of: kind.app), manifest.extension(for: kind.kind) != nil else {
            return true
        }
        return manifest.kindDetails[kind.kind]?.isPushable ?? false
    }

    /// Returns the details of a kind from the app's manifest or, where it has none, from the provider.
    func details(of kind: KindKey) -> KindDetails {
        var details = manifest(of: kind.app)?.kindDetails[kind.kind] ?? KindDetails()
        guard let declared = kinds[kind] else { return details }
        details.name = details.name ?? declared.name.map { LocalizedText($0) }
        details.summary = details.summary ?? declared.summary.map { LocalizedText($0) }
        details.placeholder = details.placeholder ?? declared.placeholder
        if details.families.isEmpty { details.families = declared.families }
        return details
    }

    /// Returns the first `limit` kinds of a user, or of one app of the user, that can be placed, in the order of app and kind,
    /// from behind `last`.
    func placeableKinds(
        of user: UserIdentifier,
        app: AppIdentifier?,
        after last: (app: AppIdentifier, kind: WidgetKind)?,
        limit: Int,
        _ presence: Presence
    ) -> [PlaceableKind] {
        let apps = known.filter { $0.user == user }.map(\.app) + catalogue.appsWithWidgets
        var found: [PlaceableKind] = []
        // Each app may have many kinds, so only as many as may be needed are looked at.
        for name in app.map({ [$0] }) ?? Set(apps).sorted() where found.count < limit {
            let app = AppKey(user: user, app: name)
            let manifest = manifest(of: app)
            let declared = Set(manifest?.extensions.flatMap(\.kinds) ?? []).union(kinds[app]).sorted()
                .filter { kind in last.map { $0 < (name, kind) } ?? true }
            for kind in declared.prefix(limit - found.count).map({ KindKey(app: app, kind: $0) }) {
                let placeable = PlaceableKind(
                    kind: kind,
                    appName: manifest?.name,
                    details: details(of: kind),
                    wantsLocation: manifest?.extension(for: kind.kind)?.wantsLocation
                        ?? kinds[kind]?.wantsLocation ?? false,
                    isPushable: isPushable(kind),
                    isServed: presence.providers.session(serving: kind) != nil
                )
                found.append(placeable)
            }
        }
        return found
    }

    // MARK: Changes

    /// Throws a refusal if the new kinds would exceed the user's quotas.
    func admitKinds(of app: AppKey, _ new: some Sequence<WidgetKind>, _ turn: Turn) throws(Refusal) {
        let count = new.count { kinds[KindKey(app: app, kind: $0)] == nil }
        try turn.admit(count, to: .kinds, of: app.user)
        if count > 0 { try admit(app, turn) }
    }

    /// Registers a kind that only a manifest declares, as its provider would.
    ///
    /// From then on the kind counts for its user's quota, and stays if the manifest goes.
    mutating func registerFromManifest(_ kind: KindKey, _ turn: inout Turn) throws(Refusal) {
        guard kinds[kind] == nil, let owner = manifest(of: kind.app)?.extension(for: kind.kind) else {
            return
        }
        try admitKinds(of: kind.app, [kind.kind], turn)
        declare(kind, KindDeclaration(wantsLocation: owner.wantsLocation), &turn)
    }

    /// Forgets the kinds of an app that have no widget and no provider.
    mutating func forgetUnusedKinds(of app: AppKey, _ presence: Presence, _ turn: inout Turn) {
        for kind in kinds[app].map({ KindKey(app: app, kind: $0) })
        where !kinds.isPlaced(kind) && presence.providers.session(serving: kind) == nil {
            declare(kind, nil, &turn)
        }
    }
}

package struct PlaceableKind: Hashable, Sendable {
    package let kind: KindKey
    package let appName: LocalizedText?
    package let details: KindDetails
    package let wantsLocation: Bool

    package let isPushable: Bool
    package let isServed: Bool
}

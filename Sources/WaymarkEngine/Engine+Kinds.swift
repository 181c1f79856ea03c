package import LocationModel

/// A kind of widget that can be placed.
package struct PlaceableKind: Hashable, Sendable {
    /// The kind.
    package let kind: KindKey

    /// The name of its app, from the manifest.
    package let appName: LocalizedText?

    /// What the manifest says of it.
    package let details: KindDetails

    /// Whether its timelines depend on the location.
    package let wantsLocation: Bool

    /// Whether other programs may have its widgets reloaded.
    package let isPushable: Bool

    /// Whether a provider of it is connected.
    package let isServed: Bool
}

// Kinds that can be placed: those of manifests and those that providers have registered.
extension Engine {
    /// Returns whether a manifest or a provider has declared a kind.
    func isDeclared(_ kind: KindKey) -> Bool {
        saved.kinds[kind] != nil || manifest(of: kind.app)?.extension(for: kind.kind) != nil
    }

    /// Registers a kind that only a manifest declares, as its provider would.
    ///
    /// From then on the kind counts for its user's quota, and stays if the manifest goes.
    mutating func registerFromManifest(_ kind: KindKey) throws(Refusal) {
        guard saved.kinds[kind] == nil, let owner = manifest(of: kind.app)?.extension(for: kind.kind) else {
            return
        }
        let declaration = KindDeclaration(wantsLocation: owner.wantsLocation)
        try admitKinds(of: kind.app, [kind.kind])
        commit(.kind(kind, declaration))
    }

    /// Returns the kinds of one user that can be placed, in the order of app and kind.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - app: The only app; `nil` for all.
    ///   - last: The kind after which to begin; `nil` for the first.
    ///   - limit: The most kinds to return, one or more.
    /// - Returns: The kinds, in the order of app and kind.
    package func placeableKinds(
        of user: UserIdentifier,
        app: AppIdentifier? = nil,
        after last: (app: AppIdentifier, kind: WidgetKind)? = nil,
        limit: Int
    ) -> [PlaceableKind] {
        var found: [PlaceableKind] = []
        // The rest of the kinds of the app that the last page ended in comes first.
        if let last, app ?? last.app == last.app {
            let rest = placeableKinds(of: AppKey(user: user, app: last.app), after: last.kind)
            found += rest.prefix(limit)
        }
        if let app {
            guard last == nil else { return found }
            return Array(placeableKinds(of: AppKey(user: user, app: app), after: nil).prefix(limit))
        }
        var previous = last?.app
        while found.count < limit {
            // Each app may have many kinds, so only as many as may be needed are looked at.
            let registered = savedApps[user].first(1, after: previous).first
            let installed = catalogue.firstAppWithWidgets(after: previous)
            guard let next = [registered, installed].compactMap(\.self).min() else { break }
            found += placeableKinds(of: AppKey(user: user, app: next), after: nil)
                .prefix(limit - found.count)
            previous = next
        }
        return found
    }

    private func placeableKinds(of app: AppKey, after last: WidgetKind?) -> [PlaceableKind] {
        let manifest = manifest(of: app)
        let declared = manifest?.extensions.flatMap(\.kinds) ?? []
        let kinds = Set(declared).union(registered[app]).filter { kind in last.map { $0 < kind } ?? true }
        return kinds.sorted().map { kind in
            let key = KindKey(app: app, kind: kind)
            return PlaceableKind(
                kind: key,
                appName: manifest?.name,
                details: details(of: key),
                wantsLocation: manifest?.extension(for: kind)?.wantsLocation
                    ?? saved.kinds[key]?.wantsLocation ?? false,
                isPushable: isPushable(key),
                isServed: machine.presence.providers.session(serving: key) != nil
            )
        }
    }
}

package import LocationModel
import Regions

extension Engine {
    /// Returns a user's usage of a quota.
    package func usage(of quota: Quota, by user: UserIdentifier) -> Int {
        turn.records.usage[quota, of: user]
    }

    /// Throws a refusal if the app is new and its user has reached the quota of apps.
    func admit(_ app: AppKey) throws(Refusal) {
        if !isKept(app) { try admit(to: .apps, of: app.user) }
    }

    /// Throws a refusal if kinds would exceed the quotas of their user.
    func admitKinds(of app: AppKey, _ kinds: [WidgetKind]) throws(Refusal) {
        let new = kinds.count { saved.kinds[KindKey(app: app, kind: $0)] == nil }
        try admit(new, to: .kinds, of: app.user)
        if new > 0 { try admit(app) }
    }

    /// Returns the current usage shares of a change's subject.
    func shares(of change: StateChange) -> [Usage.Share] {
        switch change {
        case .grant(let app, _): [share(of: app)]
        case .kind(let kind, _):
            [
                share(of: kind.app),
                Usage.Share(user: kind.app.user, quota: .kinds, amount: saved.kinds[kind] == nil ? 0 : 1),
            ]
        case .manifest(let app, _):
            [
                Usage.Share(
                    user: app.user,
                    quota: .manifests,
                    amount: saved.manifestTexts[app] == nil ? 0 : 1
                )
            ]
        case .widgetPlaced(let widget, _, _), .widgetRemoved(let widget): shares(of: widget)
        case .monitoring(let app, let service, _):
            [
                Usage.Share(
                    user: app.user,
                    quota: .monitors,
                    amount: saved.monitoring[app]?.contains(service) == true ? 1 : 0
                )
            ]
        case .region(let number, _): shares(of: saved.regions[number])
        case .services, .accessed, .widgetSetup, .timeline, .pendingReload, .standingView, .reloadBudget,
            .wakingHours, .ticket, .lastNotifiedPlace, .statedPlace, .monitorEvent, .toldPlace, .stay:
            []
        }
    }

    /// Returns a region's share of its user's usage.
    private func shares(of region: SavedRegion?) -> [Usage.Share] {
        guard let region else { return [] }
        let user = region.name.app.user
        return [
            Usage.Share(user: user, quota: .regions, amount: 1),
            Usage.Share(user: user, quota: .regionVertices, amount: region.condition.vertexCount),
        ]
    }

    /// Returns a widget's share of its user's usage.
    func shares(of widget: WidgetIdentifier) -> [Usage.Share] {
        guard let saved = widgets[widget]?.saved else { return [] }
        let user = saved.kind.app.user
        return [
            Usage.Share(user: user, quota: .widgets, amount: 1),
            Usage.Share(user: user, quota: .timelineBytes, amount: saved.timelineBytes),
        ]
    }

    private func share(of app: AppKey) -> Usage.Share {
        Usage.Share(user: app.user, quota: .apps, amount: isKept(app) ? 1 : 0)
    }

    /// Whether the service keeps anything that counts for an app: a decision or a kind.
    private func isKept(_ app: AppKey) -> Bool { saved.grants[app] != nil || registered.contains(app) }
}

package import LocationModel

// No user can take so much that nothing is left for others.
//
// Only new things are refused: what a restart or a lower limit leaves beyond a quota stays.
extension Engine {
    /// Returns how much a user holds of something.
    package func usage(of quota: Quota, by user: UserIdentifier) -> Int { usage[quota, of: user] }

    /// Refuses more of something than a user may hold.
    func admit(_ amount: Int = 1, to quota: Quota, of user: UserIdentifier) throws(Refusal) {
        let limit = settings.quotas[quota]
        guard amount <= 0 || usage[quota, of: user] + amount <= limit else {
            throw .quotaExceeded(quota, limit: limit)
        }
    }

    /// Refuses an app that is not kept yet, if its user has as many as may be.
    func admit(_ app: AppKey) throws(Refusal) {
        if !isKept(app) { try admit(to: .apps, of: app.user) }
    }

    /// Refuses a stream with kinds, if its user has as many as may be of either.
    func admitProvider(of app: AppKey, _ kinds: [WidgetKind: KindDeclaration]) throws(Refusal) {
        try admit(to: .sessions, of: app.user)
        let new = kinds.keys.count { saved.kinds[KindKey(app: app, kind: $0)] == nil }
        try admit(new, to: .kinds, of: app.user)
        if new > 0 { try admit(app) }
    }

    /// Returns what the subject of a change amounts to, as things stand.
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
        case .widgetPlaced(let widget, _), .widgetRemoved(let widget): shares(of: widget)
        case .services, .accessed, .timeline, .pendingReload, .standingView, .lastNotifiedPlace: []
        }
    }

    /// Returns what a widget amounts to.
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

    /// Whether something is kept of an app that counts: a decision or a kind.
    private func isKept(_ app: AppKey) -> Bool { saved.grants[app] != nil || registered.contains(app) }
}

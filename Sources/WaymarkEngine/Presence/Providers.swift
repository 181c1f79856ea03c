import LocationModel

struct ProviderSessions: Equatable, Sendable {
    struct Provider: Equatable {
        var app: AppKey
        var kinds: Set<WidgetKind>
        var verification: AppVerification

        /// The process, whose connections are its widgets'.
        var process: ProviderProcess?

        /// The apps as which the process, or one that it has started, was refused.
        fileprivate(set) var refused: Set<AppKey> = []
    }

    private var providers: [SessionIdentifier: Provider] = [:]
    private var byApp = AppIndex<SessionIdentifier>()

    /// One app may have a provider for each of its widgets, and a thousand of them are told of one change.
    private var byKind: [KindKey: Set<SessionIdentifier>] = [:]

    subscript(session: SessionIdentifier) -> Provider? { providers[session] }

    mutating func add(_ session: SessionIdentifier, _ provider: Provider) {
        providers[session] = provider
        byApp.add(session, of: provider.app)
        for kind in provider.kinds {
            byKind[KindKey(app: provider.app, kind: kind), default: []].insert(session)
        }
    }

    mutating func remove(_ session: SessionIdentifier) -> Provider? {
        guard let provider = providers.removeValue(forKey: session) else { return nil }
        byApp.remove(session, of: provider.app)
        for kind in provider.kinds {
            byKind.remove(session, under: KindKey(app: provider.app, kind: kind))
        }
        return provider
    }

    /// Returns the provider that serves a kind; of several, the one that connected last.
    func session(serving kind: KindKey) -> SessionIdentifier? { byKind[kind]?.max() }

    /// Returns a provider of a user whose process a process is, descends from, or shares a service with.
    func session(including origin: ProcessOrigin, of user: UserIdentifier) -> SessionIdentifier? {
        providers.filter { $0.value.app.user == user && $0.value.process?.includes(origin) ?? false }
            .keys.max()
    }

    /// Records that a provider's program was refused to be an app: once, however often the program tries.
    mutating func recordRefusal(of app: AppKey, by provider: SessionIdentifier, _ turn: inout Turn) {
        // It may name any app.
        let mostRecorded = 16
        guard let known = providers[provider]?.refused, !known.contains(app), known.count < mostRecorded
        else { return }
        providers[provider]?.refused.insert(app)
        turn.record(.authorization(.servesWidgets(provider)), about: app)
    }

    /// Returns the providers of a user's apps, in the order of connection.
    func sessions(of user: UserIdentifier) -> [SessionIdentifier] {
        providers.sortedKeys { $0.app.user == user }
    }

    /// Returns the providers of an app, in the order of connection.
    func sessions(of app: AppKey) -> [SessionIdentifier] { byApp[app] }
}

import LocationModel

/// The open streams of providers.
struct ProviderSessions: Hashable, Codable, Sendable {
    /// One provider.
    struct Provider: Hashable, Codable {
        var app: AppKey
        var kinds: Set<WidgetKind>
        var verification: AppVerification
    }

    private var providers: [SessionIdentifier: Provider] = [:]
    private var byApp: [AppKey: SortedSet<SessionIdentifier>] = [:]
    private var byKind: [KindKey: SortedSet<SessionIdentifier>] = [:]

    subscript(session: SessionIdentifier) -> Provider? { providers[session] }

    mutating func add(_ session: SessionIdentifier, _ provider: Provider) {
        providers[session] = provider
        byApp[provider.app, default: SortedSet()].insert(session)
        for kind in provider.kinds {
            byKind[KindKey(app: provider.app, kind: kind), default: SortedSet()].insert(session)
        }
    }

    mutating func remove(_ session: SessionIdentifier) -> Provider? {
        guard let provider = providers.removeValue(forKey: session) else { return nil }
        byApp.remove(session, under: provider.app)
        for kind in provider.kinds {
            byKind.remove(session, under: KindKey(app: provider.app, kind: kind))
        }
        return provider
    }

    /// Returns the provider that serves a kind; of several, the one that connected last.
    func session(serving kind: KindKey) -> SessionIdentifier? { byKind[kind]?.last }

    /// Returns the providers of an app, in the order of connection.
    func sessions(of app: AppKey) -> [SessionIdentifier] { byApp[app]?.elements ?? [] }
}

/// The latest ended requests, kept to tell why a late answer has no effect.
struct EndedRequests: Hashable, Codable, Sendable {
    private struct Ended: Hashable, Codable {
        let session: SessionIdentifier
        let end: RequestEnd
    }

    private var ends = LatestOfUsers<RequestIdentifier, Ended>()

    /// The end of a user's request, as far as the session may know it.
    subscript(request: RequestIdentifier, of session: SessionIdentifier, by user: UserIdentifier)
        -> RequestEnd
    {
        guard let ended = ends[request, of: user], ended.session == session else { return .unknown }
        return ended.end
    }

    mutating func add(
        _ request: RequestIdentifier,
        of session: SessionIdentifier,
        by user: UserIdentifier,
        _ end: RequestEnd
    ) {
        ends.add(Ended(session: session, end: end), at: request, of: user)
    }
}

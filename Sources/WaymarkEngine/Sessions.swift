import LocationModel

/// The open streams of providers.
struct ProviderSessions: Hashable, Sendable {
    /// One provider.
    struct Provider: Hashable {
        var app: AppKey
        var kinds: Set<WidgetKind>
        var verification: AppVerification
    }

    private var providers: [SessionIdentifier: Provider] = [:]
    private var byApp: [AppKey: Set<SessionIdentifier>] = [:]

    subscript(session: SessionIdentifier) -> Provider? { providers[session] }

    mutating func add(_ session: SessionIdentifier, _ provider: Provider) {
        providers[session] = provider
        byApp[provider.app, default: []].insert(session)
    }

    mutating func remove(_ session: SessionIdentifier) -> Provider? {
        guard let provider = providers.removeValue(forKey: session) else { return nil }
        byApp[provider.app]?.remove(session)
        if byApp[provider.app]?.isEmpty == true { byApp[provider.app] = nil }
        return provider
    }

    /// Returns the provider that serves a kind; of several, the one that connected last.
    func session(serving kind: KindKey) -> SessionIdentifier? {
        byApp[kind.app]?.lazy.filter { providers[$0]?.kinds.contains(kind.kind) ?? false }.max()
    }

    /// Returns the providers of an app, in the order of connection.
    func sessions(of app: AppKey) -> [SessionIdentifier] { byApp[app]?.sorted() ?? [] }

    /// Returns the number of providers that `caller` may know of.
    func count(visibleTo caller: Caller) -> Int {
        providers.values.count { caller.mayActFor($0.app) }
    }
}

/// The open streams of hosts.
struct HostSessions: Hashable, Sendable {
    /// One host.
    struct Host: Hashable {
        var caller: Caller

        /// The requested widgets, or `nil` for all that the host may see.
        var widgets: Set<WidgetIdentifier>?

        func shows(_ widget: WidgetIdentifier, of app: AppKey) -> Bool {
            caller.maySee(app) && widgets?.contains(widget) ?? true
        }
    }

    private var hosts: [SessionIdentifier: Host] = [:]

    subscript(session: SessionIdentifier) -> Host? { hosts[session] }

    var isEmpty: Bool { hosts.isEmpty }

    mutating func add(_ session: SessionIdentifier, _ host: Host) { hosts[session] = host }

    mutating func remove(_ session: SessionIdentifier) -> Host? { hosts.removeValue(forKey: session) }

    /// Returns the hosts that show a widget, in the order of connection.
    func sessions(showing widget: WidgetIdentifier, of app: AppKey) -> [SessionIdentifier] {
        hosts.filter { $0.value.shows(widget, of: app) }.keys.sorted()
    }

    /// Returns the number of hosts that `caller` may know of.
    func count(visibleTo caller: Caller) -> Int {
        hosts.values.count { caller.mayActFor($0.caller.user) }
    }
}

/// The latest ended requests, kept to tell why a late answer has no effect.
struct EndedRequests: Hashable, Sendable {
    private struct Ended: Hashable {
        let session: SessionIdentifier
        let end: RequestEnd
    }

    private static let capacity = 1024

    private var ends: [RequestIdentifier: Ended] = [:]
    private var order: [RequestIdentifier] = []

    /// The end of a request, as far as the session may know it.
    subscript(request: RequestIdentifier, of session: SessionIdentifier) -> RequestEnd {
        guard let ended = ends[request], ended.session == session else { return .unknown }
        return ended.end
    }

    mutating func add(_ request: RequestIdentifier, of session: SessionIdentifier, _ end: RequestEnd) {
        if order.count == Self.capacity {
            for forgotten in order.prefix(Self.capacity / 2) { ends[forgotten] = nil }
            order.removeFirst(Self.capacity / 2)
        }
        ends[request] = Ended(session: session, end: end)
        order.append(request)
    }
}

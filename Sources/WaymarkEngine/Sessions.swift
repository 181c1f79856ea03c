import LocationModel

/// The open streams of providers.
struct ProviderSessions: Hashable, Sendable {
    /// One provider.
    struct Provider: Hashable {
        var app: AppKey
        var kinds: Set<WidgetKind>
    }

    private var providers: [SessionIdentifier: Provider] = [:]

    subscript(session: SessionIdentifier) -> Provider? { providers[session] }

    var count: Int { providers.count }

    mutating func add(_ session: SessionIdentifier, _ provider: Provider) { providers[session] = provider }

    mutating func remove(_ session: SessionIdentifier) -> Provider? { providers.removeValue(forKey: session) }

    /// Returns the provider that serves a kind: of several the one that connected last.
    func session(serving kind: KindKey) -> SessionIdentifier? {
        providers.filter { $0.value.app == kind.app && $0.value.kinds.contains(kind.kind) }.keys.max()
    }

    /// Returns the providers of an app, in the order in which they connected.
    func sessions(of app: AppKey) -> [SessionIdentifier] {
        providers.filter { $0.value.app == app }.keys.sorted()
    }

    /// Returns how many providers `caller` may know of.
    func count(visibleTo caller: Caller) -> Int {
        providers.values.count { caller.mayActFor($0.app.user) }
    }
}

/// The open streams of hosts.
struct HostSessions: Hashable, Sendable {
    /// One host.
    struct Host: Hashable {
        var caller: Caller

        /// The widgets it asked for, or `nil` for all that it may see.
        var widgets: Set<WidgetIdentifier>?

        func shows(_ widget: WidgetIdentifier, of user: UserIdentifier) -> Bool {
            caller.mayActFor(user) && widgets?.contains(widget) ?? true
        }
    }

    private var hosts: [SessionIdentifier: Host] = [:]

    /// Up to when hosts have been told of entries that became due.
    var entriesShownAt = UTCInstant(nanosecondsSince1970: .min)

    subscript(session: SessionIdentifier) -> Host? { hosts[session] }

    var isEmpty: Bool { hosts.isEmpty }

    mutating func add(_ session: SessionIdentifier, _ host: Host) { hosts[session] = host }

    mutating func remove(_ session: SessionIdentifier) -> Host? { hosts.removeValue(forKey: session) }

    /// Returns the hosts that show a widget, in the order in which they connected.
    func sessions(showing widget: WidgetIdentifier, of user: UserIdentifier) -> [SessionIdentifier] {
        hosts.filter { $0.value.shows(widget, of: user) }.keys.sorted()
    }

    /// Returns how many hosts `caller` may know of.
    func count(visibleTo caller: Caller) -> Int {
        hosts.values.count { caller.mayActFor($0.caller.user) }
    }
}

/// The requests that were over last, so that a late answer can be told why it comes to nothing.
struct EndedRequests: Hashable, Sendable {
    private static let capacity = 1024

    private var ends: [RequestIdentifier: RequestEnd] = [:]
    private var order: [RequestIdentifier] = []

    subscript(request: RequestIdentifier) -> RequestEnd { ends[request] ?? .unknown }

    mutating func add(_ request: RequestIdentifier, _ end: RequestEnd) {
        if order.count == Self.capacity {
            for forgotten in order.prefix(Self.capacity / 2) { ends[forgotten] = nil }
            order.removeFirst(Self.capacity / 2)
        }
        ends[request] = end
        order.append(request)
    }
}

import LocationModel

/// The presence of clients: open streams and waiting calls, the apps in use by them, and the apps whose
/// windows hosts hide.
///
/// An app is in use while it is connected, unless a host hides its windows and no background session keeps it in use, and
/// for a grace period after. Nothing here depends on what anybody may know.
struct Presence: Equatable, Sendable {
    enum Role {
        /// To be in use, and to ask the person.
        case app

        /// To wait for one location, in a call.
        case request

        /// To follow locations, headings or beacons.
        case follower
        case serviceSession
        case monitor
    }

    /// A stream of an app, or a call that waits for a location.
    enum Connection: Hashable, Comparable {
        case stream(SessionIdentifier)
        case request(LocationRequestIdentifier)

        var session: SessionIdentifier? { if case .stream(let session) = self { session } else { nil } }
    }

    private struct Connected: Equatable {
        let app: AppKey
        let role: Role

        /// The process that opened it, if the system says so.
        let origin: ProcessOrigin?

        /// Whether it keeps the app in use while its windows are hidden.
        var keepsInUse = false
    }

    private(set) var providers = ProviderSessions()
    private(set) var hosts: [SessionIdentifier: Host] = [:]
    private var users: [SessionIdentifier: UserIdentifier] = [:]
    private var connections: [Connection: Connected] = [:]
    private var byApp = AppIndex<Connection>()

    /// The apps whose windows a host hides, be they connected or not.
    private var hidden: [SessionIdentifier: Set<AppKey>] = [:]
    private var graceEnds = PriorityQueue<AppKey, MonotonicInstant>()
    private var addressOnly = AddressOnly()

    // MARK: Queries

    var sessionCount: Int { users.count }

    /// Returns the ground on which its own use lets an app know the location; `nil` while it is not in use.
    func use(of app: AppKey, at now: MonotonicInstant) -> Ground? {
        if isConnected(app), !isHidden(app) { return .appInUse }
        if isKeptInUse(app) { return .backgroundSession }
        if let end = graceEnds[app], end > now { return .appInUse }
        return nil
    }

    /// The apps with open streams or waiting calls, computed on each access.
    var connectedApps: Set<AppKey> { Set(connections.values.map(\.app)) }

    /// Returns the first `limit` apps of `caller` that stay in use while their windows are hidden.
    func backgroundApps(visibleTo caller: Caller, limit: Int) -> [AppKey] {
        let apps = Set(connections.values.filter(\.keepsInUse).map(\.app))
        return Array(apps.filter { caller.mayActFor($0) }.sorted().prefix(limit))
    }

    func isConnected(_ app: AppKey) -> Bool { byApp.contains(app) }

    func isHidden(_ app: AppKey) -> Bool { hidden.values.contains { $0.contains(app) } }

    private func isKeptInUse(_ app: AppKey) -> Bool {
        byApp[app].contains { connections[$0]?.keepsInUse ?? false }
    }

    private func isRunning(_ app: AppKey) -> Bool { isConnected(app) && !isHidden(app) || isKeptInUse(app) }

    func has(_ role: Role, _ app: AppKey) -> Bool { byApp[app].contains { connections[$0]?.role == role } }

    /// Returns the open streams of an app in a role, in the order of opening.
    func sessions(of app: AppKey, as role: Role) -> [SessionIdentifier] {
        byApp[app].filter { connections[$0]?.role == role }.compactMap(\.session)
    }

    func app(of session: SessionIdentifier, as role: Role) -> AppKey? {
        connections[.stream(session)].flatMap { $0.role == role ? $0.app : nil }
    }

    /// Returns a user's connections that belong to a provider's process, with their apps.
    ///
    /// A program that serves widgets is not the app itself. Its connections, and those of what it has started, are its
    /// widgets' for as long as it serves: they make no app "in use", and get no location but the one that comes with a
    /// request for a timeline.
    func connections(
        of process: ProviderProcess,
        _ user: UserIdentifier
    ) -> [(connection: Connection, app: AppKey)] {
        connections.filter { $0.value.app.user == user && $0.value.origin.map(process.includes) ?? false }
            .map { ($0.key, $0.value.app) }
            .sorted { $0.connection < $1.connection }
    }

    // MARK: Streams and calls

    /// Counts a stream of a user until ``end(_:_:)``.
    ///
    /// - Throws: The refusal if the user has too many.
    mutating func open(
        _ session: SessionIdentifier,
        of user: UserIdentifier,
        _ turn: inout Turn
    ) throws(Refusal) {
        try turn.admit(to: .sessions, of: user)
        users[session] = user
        turn.count(1, .sessions, of: user)
    }

    /// Counts a stream of an app, which is connected until ``end(_:_:)``.
    ///
    /// - Throws: The refusal if the caller may not act as the app, or has too many streams.
    mutating func open(
        _ session: SessionIdentifier,
        as role: Role,
        of app: AppKey,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) {
        try admit(caller, asApp: app, &turn)
        try open(session, of: caller.user, &turn)
        connect(.stream(session), as: role, of: app, by: caller, &turn)
    }

    /// Refuses a caller that may not act as an app: another user, another app's sandbox, or a program that serves widgets.
    mutating func admit(_ caller: Caller, asApp app: AppKey, _ turn: inout Turn) throws(Refusal) {
        guard caller.mayActFor(app) else { throw .notPermitted }
        guard let origin = caller.origin, let provider = providers.session(including: origin, of: app.user)
        else { return }
        providers.recordRefusal(of: app, by: provider, &turn)
        throw .servesWidgets
    }

    mutating func end(_ session: SessionIdentifier, _ turn: inout Turn) {
        guard let user = users.removeValue(forKey: session) else { return }
        turn.count(-1, .sessions, of: user)
        hosts[session] = nil
        disconnect(.stream(session), &turn)
        let shown = (hidden[session] ?? []).sorted()
        for app in shown { change(app, &turn) { $0.hidden.remove(app, under: session) } }
        for app in shown where isRunning(app) { turn.tell(.useBegan(app)) }
    }

    /// Counts a stream of an app, or a call, as a use of the app until ``disconnect(_:_:)``.
    mutating func connect(
        _ connection: Connection,
        as role: Role,
        of app: AppKey,
        by caller: Caller,
        _ turn: inout Turn
    ) {
        change(app, &turn) {
            $0.connections[connection] = Connected(app: app, role: role, origin: caller.origin)
            $0.byApp.add(connection, of: app)
        }
    }

    mutating func disconnect(_ connection: Connection, _ turn: inout Turn) {
        guard let app = connections[connection]?.app else { return }
        change(app, &turn) {
            $0.connections[connection] = nil
            $0.byApp.remove(connection, of: app)
        }
    }

    // MARK: Hosts and providers

    mutating func add(_ host: Host, _ session: SessionIdentifier) { hosts[session] = host }

    /// Records how far a host has been told its first state.
    mutating func setTold(_ host: SessionIdentifier, through last: WidgetIdentifier?, isComplete: Bool) {
        hosts[host]?.toldThrough = last
        hosts[host]?.isComplete = isComplete
    }

    mutating func setInView(_ widget: WidgetIdentifier, _ isInView: Bool, on host: SessionIdentifier) {
        if isInView { hosts[host]?.inView.insert(widget) } else { hosts[host]?.inView.remove(widget) }
    }

    mutating func add(_ provider: ProviderSessions.Provider, _ session: SessionIdentifier) {
        providers.add(session, provider)
    }

    mutating func removeProvider(_ session: SessionIdentifier) -> ProviderSessions.Provider? {
        providers.remove(session)
    }

    /// Records that a provider's program was refused to be an app.
    mutating func recordRefusal(of app: AppKey, by provider: SessionIdentifier, _ turn: inout Turn) {
        providers.recordRefusal(of: app, by: provider, &turn)
    }

    // MARK: Use

    /// Records that a stream of an app keeps the app in use while its windows are hidden, and returns whether that is new.
    mutating func keepInUse(by session: SessionIdentifier, _ turn: inout Turn) -> Bool {
        guard let connected = connections[.stream(session)], !connected.keepsInUse else { return false }
        change(connected.app, &turn) { $0.connections[.stream(session)]?.keepsInUse = true }
        return true
    }

    /// Records that a host shows an app's windows, or hides them.
    mutating func setVisibility(
        of app: AppKey,
        isVisible: Bool,
        on session: SessionIdentifier,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) {
        guard let host = hosts[session], host.caller.user == caller.user else {
            throw .unknownSession(session)
        }
        guard caller.mayShowFor(app.user) else { throw .notPermitted }
        let (limit, earlier) = (turn.settings.quotas[.apps], hidden[session] ?? [])
        if !isVisible, !earlier.contains(app), earlier.count >= limit {
            throw .quotaExceeded(.apps, limit: limit)
        }
        let wasInUse = use(of: app, at: turn.now.instant) != nil
        change(app, &turn) {
            if isVisible {
                $0.hidden.remove(app, under: session)
            } else {
                $0.hidden[session, default: []].insert(app)
            }
        }
        if !wasInUse, use(of: app, at: turn.now.instant) != nil { turn.tell(.useBegan(app)) }
    }

    mutating func endGrace(of app: AppKey, _ turn: Turn) {
        if graceEnds[app] != nil { graceEnds[app] = turn.now.instant }
    }

    private mutating func change(_ app: AppKey, _ turn: inout Turn, _ body: (inout Presence) -> Void) {
        let wasRunning = isRunning(app)
        body(&self)
        turn.touch(app)
        if isRunning(app) {
            graceEnds[app] = nil
        } else if wasRunning {
            graceEnds[app] = turn.now.instant + turn.settings.appGrace
        }
    }

    // MARK: Time

    var deadline: MonotonicInstant? { graceEnds.first }

    func isDue(at now: MonotonicInstant) -> Bool { deadline.map { $0 <= now } ?? false }

    /// Ends the grace periods that have expired.
    mutating func advance(_ turn: inout Turn) {
        for app in graceEnds.removeAll(upTo: turn.now.instant) {
            turn.touch(app)
            turn.tell(.useEnded(app))
        }
    }
}

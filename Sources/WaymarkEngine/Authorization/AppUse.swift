import LocationModel

/// The use of apps: an app is in use while it is connected, unless a host says that its windows are hidden, and for a
/// moment after.
struct AppUse: Hashable, Sendable {
    /// The use of one app.
    enum Use: Hashable {
        /// It is connected and not hidden.
        case running

        /// It was a moment ago, and counts as in use for the time that remains.
        case grace(remaining: Duration)

        /// It is connected, but a host says that its windows are hidden.
        case hidden

        /// It is not connected.
        case notRunning

        /// Whether the app counts as in use.
        var isInUse: Bool {
            switch self {
            case .running, .grace: true
            case .hidden, .notRunning: false
            }
        }
    }

    private struct App: Hashable {
        var sessions: Set<SessionIdentifier> = []
        var hiddenBy: Set<SessionIdentifier> = []

        /// The calls that wait for a location, each of which counts like a stream.
        var calls = 0
        var isConnected: Bool { !sessions.isEmpty || calls > 0 }
        var isRunning: Bool { isConnected && hiddenBy.isEmpty }
    }

    /// How long an app counts as in use after it was last.
    var grace: Duration

    private var apps: [AppKey: App] = [:]
    private var appOfSession: [SessionIdentifier: AppKey] = [:]
    private var ends = PriorityQueue<AppKey, MonotonicInstant>()

    /// The apps whose use was touched since this was last asked.
    private var touched: Set<AppKey> = []

    init(grace: Duration) { self.grace = grace }

    /// The app whose stream a session is.
    subscript(session: SessionIdentifier) -> AppKey? { appOfSession[session] }

    /// The apps that have open streams or calls that wait.
    var connected: Set<AppKey> { Set(apps.filter(\.value.isConnected).keys) }

    /// Returns how many streams of apps `caller` may know of.
    func count(visibleTo caller: Caller) -> Int { appOfSession.values.count { caller.mayActFor($0) } }

    /// The open streams of an app, in the order in which they were opened.
    func sessions(of app: AppKey) -> [SessionIdentifier] { apps[app]?.sessions.sorted() ?? [] }

    /// Records that a stream of an app has begun.
    mutating func connect(_ session: SessionIdentifier, _ app: AppKey, at now: MonotonicInstant) {
        appOfSession[session] = app
        change(app, at: now) { $0.sessions.insert(session) }
    }

    /// Records that a stream has ended: of an app, or of a host that hid some.
    ///
    /// Returns the apps that come into use because nobody hides them any more.
    mutating func disconnect(_ session: SessionIdentifier, at now: MonotonicInstant) -> [AppKey] {
        if let app = appOfSession.removeValue(forKey: session) {
            change(app, at: now) { $0.sessions.remove(session) }
        }
        let hidden = apps.filter { $0.value.hiddenBy.contains(session) }.keys.sorted()
        for app in hidden { change(app, at: now) { $0.hiddenBy.remove(session) } }
        return hidden.filter { apps[$0]?.isRunning ?? false }
    }

    /// Records that a call of an app waits for a location.
    mutating func beginCall(of app: AppKey, at now: MonotonicInstant) {
        change(app, at: now) { $0.calls += 1 }
    }

    /// Records that a call of an app waits no longer.
    mutating func endCall(of app: AppKey, at now: MonotonicInstant) {
        change(app, at: now) { $0.calls -= 1 }
    }

    /// Records that a host shows an app's windows or hides them.
    mutating func setVisibility(
        of app: AppKey,
        isVisible: Bool,
        by host: SessionIdentifier,
        at now: MonotonicInstant
    ) {
        change(app, at: now) {
            if isVisible { $0.hiddenBy.remove(host) } else { $0.hiddenBy.insert(host) }
        }
    }

    /// Ends the use of apps that was a moment ago, and returns them.
    mutating func expire(at now: MonotonicInstant) -> [AppKey] {
        let expired = ends.removeAll(upTo: now)
        if !expired.isEmpty { touched.formUnion(expired) }
        return expired
    }

    /// Whether the use of some app was touched.
    var isTouched: Bool { !touched.isEmpty }

    /// Returns the apps whose use was touched since the last call.
    mutating func drainTouched() -> Set<AppKey> {
        defer { touched = [] }
        return touched
    }

    /// When the next app stops counting as in use.
    var nextDeadline: MonotonicInstant? { ends.first }

    /// Returns how an app stands.
    func use(of app: AppKey, at now: MonotonicInstant) -> Use {
        if apps[app]?.isRunning ?? false { return .running }
        if let end = ends[app], end > now { return .grace(remaining: now.duration(to: end)) }
        return apps[app]?.isConnected ?? false ? .hidden : .notRunning
    }

    private mutating func change(_ app: AppKey, at now: MonotonicInstant, _ body: (inout App) -> Void) {
        var changed = apps[app] ?? App()
        let wasRunning = changed.isRunning
        body(&changed)
        apps[app] = changed == App() ? nil : changed
        touched.insert(app)
        if changed.isRunning {
            ends[app] = nil
        } else if wasRunning {
            ends[app] = now + grace
        }
    }
}

import LocationModel

/// Knows which apps are in use: connected, unless a host says that their windows are hidden; and a moment longer.
struct AppUse: Hashable, Sendable {
    /// How an app stands.
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
        var isRunning: Bool { !sessions.isEmpty && hiddenBy.isEmpty }
    }

    /// How long an app counts as in use after it was last.
    var grace: Duration

    private var apps: [AppKey: App] = [:]
    private var appOfSession: [SessionIdentifier: AppKey] = [:]
    private var ends = DeadlineQueue<AppKey, MonotonicInstant>()

    init(grace: Duration) { self.grace = grace }

    /// The app whose stream a session is.
    subscript(session: SessionIdentifier) -> AppKey? { appOfSession[session] }

    /// The apps that have open streams.
    var connected: Set<AppKey> { Set(appOfSession.values) }

    /// Returns how many streams of apps `caller` may know of.
    func count(visibleTo caller: Caller) -> Int { appOfSession.values.count { caller.mayActFor($0) } }

    /// The open streams of an app, in the order in which they were opened.
    func sessions(of app: AppKey) -> [SessionIdentifier] { apps[app]?.sessions.sorted() ?? [] }

    /// Takes note that an app has connected.
    mutating func connect(_ session: SessionIdentifier, _ app: AppKey, at now: MonotonicInstant) {
        appOfSession[session] = app
        change(app, at: now) { $0.sessions.insert(session) }
    }

    /// Takes note that a stream has ended: of an app, or of a host that hid some.
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

    /// Takes note that a host shows an app's windows or hides them.
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

    /// Returns the apps that are not in use any more since a moment ago.
    mutating func takeEnded(at now: MonotonicInstant) -> [AppKey] { ends.takeDue(at: now) }

    /// When the next app stops counting as in use.
    var nextDeadline: MonotonicInstant? { ends.earliest }

    /// Returns how an app stands.
    func use(of app: AppKey, at now: MonotonicInstant) -> Use {
        if apps[app]?.isRunning ?? false { return .running }
        if let end = ends[app], end > now { return .grace(remaining: now.duration(to: end)) }
        return apps[app]?.sessions.isEmpty ?? true ? .notRunning : .hidden
    }

    /// Returns the apps that count as in use.
    func inUse(at now: MonotonicInstant) -> [AppKey] {
        apps.filter(\.value.isRunning).keys + ends.keys.filter { use(of: $0, at: now).isInUse }
    }

    private mutating func change(_ app: AppKey, at now: MonotonicInstant, _ body: (inout App) -> Void) {
        var changed = apps[app] ?? App()
        let wasRunning = changed.isRunning
        body(&changed)
        apps[app] = changed == App() ? nil : changed
        if changed.isRunning {
            ends[app] = nil
        } else if wasRunning {
            ends[app] = now + grace
        }
    }
}

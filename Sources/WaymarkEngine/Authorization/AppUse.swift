import LocationModel

/// The use of apps.
///
/// An app is in use while it is connected, unless a host hides its windows and no background session keeps it in use,
/// and for a grace period after.
struct AppUse: Hashable, Codable, Sendable {
    /// The use of one app.
    enum Use: Hashable, Codable {
        /// The app is connected and not hidden.
        case running

        /// The app was in use until a moment ago, and still counts as in use for `remaining`.
        case grace(remaining: Duration)

        /// A host hides the app's windows, and a background session keeps the app in use.
        case background

        /// The app is connected, but a host hides its windows.
        case hidden

        /// The app is not connected.
        case notRunning

        /// Whether the app counts as in use.
        var isInUse: Bool {
            switch self {
            case .running, .background, .grace: true
            case .hidden, .notRunning: false
            }
        }
    }

    private struct App: Hashable, Codable {
        var sessions: Set<SessionIdentifier> = []
        var hiddenBy: Set<SessionIdentifier> = []

        /// The number of calls waiting for a location; each counts like a stream.
        var calls = 0

        /// The number of sessions that keep the app in use while it is hidden.
        var backgrounds = 0
        var isConnected: Bool { !sessions.isEmpty || calls > 0 }
        var isVisible: Bool { isConnected && hiddenBy.isEmpty }
        var isRunning: Bool { isVisible || backgrounds > 0 }
    }

    /// The time for which an app still counts as in use after its use has ended.
    var grace: Duration

    private var apps: [AppKey: App] = [:]
    private var appOfSession: [SessionIdentifier: AppKey] = [:]

    /// The apps that each host hides.
    private var hidden: [SessionIdentifier: Set<AppKey>] = [:]
    private var ends = PriorityQueue<AppKey, MonotonicInstant>()

    /// The apps whose widgets the person has refused the location in the present use.
    private var refusedToWidgets: Set<AppKey> = []

    /// The apps whose use may have changed since the last query.
    private var touched: Set<AppKey> = []

    init(grace: Duration) { self.grace = grace }

    /// The app that a session belongs to.
    subscript(session: SessionIdentifier) -> AppKey? { appOfSession[session] }

    /// The apps with open streams or waiting calls.
    private(set) var connected = UserIndex<AppIdentifier>()

    /// The open streams of an app, in the order of opening.
    func sessions(of app: AppKey) -> [SessionIdentifier] { apps[app]?.sessions.sorted() ?? [] }

    /// Records the start of an app's stream.
    mutating func connect(_ session: SessionIdentifier, _ app: AppKey, at now: MonotonicInstant) {
        appOfSession[session] = app
        change(app, at: now) { $0.sessions.insert(session) }
    }

    /// Records the end of a stream of an app, or of a host that hid apps.
    ///
    /// Returns the apps that come into use because no host hides them any more.
    mutating func disconnect(_ session: SessionIdentifier, at now: MonotonicInstant) -> [AppKey] {
        if let app = appOfSession.removeValue(forKey: session) {
            change(app, at: now) { $0.sessions.remove(session) }
        }
        let hidden = (hidden.removeValue(forKey: session) ?? []).sorted()
        for app in hidden { change(app, at: now) { $0.hiddenBy.remove(session) } }
        return hidden.filter { apps[$0]?.isRunning ?? false }
    }

    /// Records that a call of an app starts waiting for a location.
    mutating func beginCall(of app: AppKey, at now: MonotonicInstant) {
        change(app, at: now) { $0.calls += 1 }
    }

    /// Records that a call of an app stops waiting.
    mutating func endCall(of app: AppKey, at now: MonotonicInstant) {
        change(app, at: now) { $0.calls -= 1 }
    }

    /// Ends the time for which an app still counts as in use.
    mutating func endGrace(of app: AppKey, at now: MonotonicInstant) {
        if ends[app] != nil { ends[app] = now }
    }

    /// Records that a session keeps an app in use while its windows are hidden.
    mutating func beginBackground(of app: AppKey, at now: MonotonicInstant) {
        change(app, at: now) { $0.backgrounds += 1 }
    }

    /// Records that a session no longer keeps an app in use.
    mutating func endBackground(of app: AppKey, at now: MonotonicInstant) {
        change(app, at: now) { $0.backgrounds -= 1 }
    }

    /// Returns whether a host hides an app.
    func isHidden(_ app: AppKey, by host: SessionIdentifier) -> Bool { hidden[host]?.contains(app) ?? false }

    /// Returns whether any host hides an app, be it connected or not.
    func isHidden(_ app: AppKey) -> Bool { apps[app].map { !$0.hiddenBy.isEmpty } ?? false }

    /// Returns the number of apps that a host hides.
    func hiddenCount(by host: SessionIdentifier) -> Int { hidden[host]?.count ?? 0 }

    /// Records that a host shows an app's windows or hides them.
    mutating func setVisibility(
        of app: AppKey,
        isVisible: Bool,
        by host: SessionIdentifier,
        at now: MonotonicInstant
    ) {
        if isVisible { hidden[host]?.remove(app) } else { hidden[host, default: []].insert(app) }
        change(app, at: now) {
            if isVisible { $0.hiddenBy.remove(host) } else { $0.hiddenBy.insert(host) }
        }
    }

    /// Ends the grace periods that have expired, and returns their apps.
    mutating func expire(at now: MonotonicInstant) -> [AppKey] {
        let expired = ends.removeAll(upTo: now)
        refusedToWidgets.subtract(expired)
        if !expired.isEmpty { touched.formUnion(expired) }
        return expired
    }

    /// Whether the use of any app may have changed.
    var isTouched: Bool { !touched.isEmpty }

    /// Returns the apps whose use may have changed since the last call.
    mutating func drainTouched() -> Set<AppKey> {
        defer { touched = [] }
        return touched
    }

    /// The end of the next grace period.
    var nextDeadline: MonotonicInstant? { ends.first }

    /// Returns whether an app's widgets get nothing from its present use, because the person has refused it to them in it.
    func isRefusedToWidgets(of app: AppKey) -> Bool { refusedToWidgets.contains(app) }

    /// Records whether the person refuses the location to an app's widgets, which counts until the app's use ends.
    mutating func refuseToWidgets(of app: AppKey, _ isRefused: Bool, at now: MonotonicInstant) {
        if isRefused && use(of: app, at: now).isInUse {
            refusedToWidgets.insert(app)
        } else {
            refusedToWidgets.remove(app)
        }
    }

    /// Returns the use of an app.
    func use(of app: AppKey, at now: MonotonicInstant) -> Use {
        if let app = apps[app], app.isRunning { return app.isVisible ? .running : .background }
        if let end = ends[app], end > now { return .grace(remaining: now.duration(to: end)) }
        return apps[app]?.isConnected ?? false ? .hidden : .notRunning
    }

    private mutating func change(_ app: AppKey, at now: MonotonicInstant, _ body: (inout App) -> Void) {
        var changed = apps[app] ?? App()
        let wasRunning = changed.isRunning
        body(&changed)
        apps[app] = changed == App() ? nil : changed
        if changed.isConnected {
            connected.insert(app.app, of: app.user)
        } else {
            connected.remove(app.app, of: app.user)
        }
        touched.insert(app)
        if changed.isRunning {
            ends[app] = nil
        } else if wasRunning {
            ends[app] = now + grace
        }
    }
}

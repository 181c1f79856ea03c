package import LocationModel

/// What an app declares to need while it holds a service session.
package struct ServiceSessionRequest: Hashable, Codable, Sendable {
    /// The authorization that an app needs.
    package enum Level: String, Hashable, Codable, Sendable, CaseIterable {
        /// Any; the person is never asked.
        case none

        /// When in use.
        case whenInUse

        /// Always.
        case always
    }

    /// The authorization that the app needs.
    package var level: Level

    /// The purpose for which the app needs full accuracy, if it does.
    package var fullAccuracyPurpose: PurposeKey?

    /// Whether the app stays in use although its windows are hidden.
    package var isBackground: Bool

    package init(level: Level, fullAccuracyPurpose: PurposeKey? = nil, isBackground: Bool = false) {
        self.level = level
        self.fullAccuracyPurpose = fullAccuracyPurpose
        self.isBackground = isBackground
    }
}

/// The open service sessions of apps.
struct ServiceSessions: Hashable, Codable, Sendable {
    /// One session.
    struct Held: Hashable, Codable {
        let app: AppKey
        let request: ServiceSessionRequest

        /// Whether it keeps the app in use while its windows are hidden; it begins when the app is in use.
        var keepsInUse = false

        /// Whether the person was asked for full accuracy, which happens once.
        var askedForAccuracy = false

        /// What its stream was told; `nil` until the first event.
        var told: [LiveDiagnostic]?
    }

    private var held: [SessionIdentifier: Held] = [:]
    private var byApp = AppIndex<SessionIdentifier>()

    subscript(session: SessionIdentifier) -> Held? {
        get { held[session] }
        set { if held[session] != nil, let newValue { held[session] = newValue } }
    }

    /// The sessions of an app, in the order of opening.
    subscript(app: AppKey) -> [SessionIdentifier] { byApp[app] }

    /// Returns whether an app holds a session.
    func isHeld(by app: AppKey) -> Bool { byApp.contains(app) }

    /// All sessions, in the order of opening.
    var all: [SessionIdentifier] { held.keys.sorted() }

    /// Returns the apps that sessions keep in use while their windows are hidden, as far as `caller` may know.
    func backgroundApps(visibleTo caller: Caller) -> Set<AppKey> {
        Set(held.values.lazy.filter { $0.keepsInUse && caller.mayActFor($0.app) }.map(\.app))
    }

    mutating func add(_ session: SessionIdentifier, _ new: Held) {
        held[session] = new
        byApp.add(session, of: new.app)
    }

    mutating func remove(_ session: SessionIdentifier) -> Held? {
        guard let removed = held.removeValue(forKey: session) else { return nil }
        byApp.remove(session, of: removed.app)
        return removed
    }
}

/// A decision about a service session.
package enum ServiceSessionDecision: Hashable, Sendable {
    /// The app holds the session.
    case held(ServiceSessionRequest)

    /// What the app needs and does not have; nothing when all is well.
    case lacks([LiveDiagnostic])

    /// The session keeps the app in use from now on although its windows are hidden.
    case keepsInUse

    /// The session has ended.
    case ended
}

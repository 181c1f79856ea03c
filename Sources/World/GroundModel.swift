import LocationModel
import WaymarkInterfaces

/// Who may learn the location, told again in a hundred lines from what people decided and hosts showed.
///
/// It knows nothing of the engine. Where it cannot tell, because a change is under way or a question was answered, it says
/// yes: what it refuses is a violation.
struct GroundModel {
    /// How long a widget may learn the location after it was in view, as configured by default, with some to spare.
    private static let window: Duration = .seconds(15 * 60 + 5)

    /// How long an app may learn it after its use, with some to spare, and how long what was sent may be under way.
    private static let grace: Duration = .seconds(8)
    static let slack: Duration = .seconds(2)

    /// A widget's latest view; `nil` while it is in view.
    private var viewEnded: [String: ContinuousClock.Instant?] = [:]
    private var hiddenSince: [String: ContinuousClock.Instant] = [:]
    private var lastUse: [String: ContinuousClock.Instant] = [:]
    private var users: [String: Int] = [:]
    private var lastAllowed: [String: ContinuousClock.Instant] = [:]

    static func choice(_ app: String, _ user: UInt32) -> String { "choice/\(user)/\(app)" }
    static func services(_ user: UInt32) -> String { "services/\(user)" }
    static func pause(_ user: UInt32) -> String { "pause/\(user)" }

    /// How a decision is written in the ledger.
    static func text(_ app: SettingsInterface.App) -> String {
        "\(app.choice.rawValue) \(app.widgets.rawValue) \(app.accuracy.rawValue)"
    }

    // MARK: What hosts and apps do

    mutating func show(_ widget: String) { viewEnded[widget] = .some(nil) }

    mutating func hide(_ widget: String, at now: ContinuousClock.Instant) {
        if viewEnded[widget] == .some(nil) { viewEnded[widget] = .some(now) }
    }

    mutating func setWindows(of app: String, _ user: UInt32, visible: Bool, at now: ContinuousClock.Instant) {
        let key = Self.choice(app, user)
        if visible { hiddenSince[key] = nil } else if hiddenSince[key] == nil { hiddenSince[key] = now }
    }

    mutating func beginUse(of app: String, _ user: UInt32) { users[Self.choice(app, user), default: 0] += 1 }

    mutating func endUse(of app: String, _ user: UInt32, at now: ContinuousClock.Instant) {
        let key = Self.choice(app, user)
        users[key, default: 1] -= 1
        lastUse[key] = now
    }

    private func isInUse(_ key: String, at now: ContinuousClock.Instant) -> Bool {
        if let hiddenSince = hiddenSince[key], now - hiddenSince > Self.grace { return false }
        return users[key, default: 0] > 0 || lastUse[key].map { now - $0 <= Self.grace } ?? false
    }

    func isInView(_ widget: String) -> Bool { viewEnded[widget] == .some(nil) }

    private func isInWindow(_ widget: String, at now: ContinuousClock.Instant) -> Bool {
        guard let end = viewEnded[widget] else { return false }
        return end.map { now - $0 <= Self.window } ?? true
    }

    // MARK: Who may learn

    /// Whether the person lets an app know the location at all.
    private func isAllowed(_ app: String, _ user: UInt32, _ ledger: Ledger, _ accepts: (String) -> Bool)
        -> Bool
    {
        if ledger.certain(Self.services(user)) == "off" || ledger.certain(Self.services(0) + "/all") == "off"
        {
            return false
        }
        if ledger.certain(Self.pause(user)) == "on" { return false }
        guard let possible = ledger.possible(Self.choice(app, user)) else { return true }
        return possible.contains(where: accepts)
    }

    private static func grants(_ choice: String) -> Bool { choice.hasPrefix("authorized") || choice == "any" }

    func mayLearn(app: String, of user: UInt32, _ ledger: Ledger, at now: ContinuousClock.Instant) -> Bool {
        let isInUse = isInUse(Self.choice(app, user), at: now)
        return isAllowed(app, user, ledger) { choice in
            Self.grants(choice) && (isInUse || !choice.hasPrefix("authorizedWhenInUse"))
        }
    }

    func mayLearn(
        widget: String,
        app: String,
        of user: UInt32,
        _ ledger: Ledger,
        at now: ContinuousClock.Instant
    ) -> Bool {
        let isInUse = isInUse(Self.choice(app, user), at: now)
        let isInWindow = isInWindow(widget, at: now)
        return isAllowed(app, user, ledger) { choice in
            guard Self.grants(choice), choice.hasPrefix("authorizedWhenInUse") else {
                return Self.grants(choice)
            }
            return isInUse || (isInWindow && choice.contains(" granted "))
        }
    }

    /// Says on what ``mayLearn(widget:app:of:_:at:)`` decides.
    func circumstances(
        of widget: String,
        app: String,
        _ user: UInt32,
        _ ledger: Ledger,
        at now: ContinuousClock.Instant
    ) -> String {
        let choice =
            ledger.possible(Self.choice(app, user))?.sorted().joined(separator: " or ") ?? "undecided"
        let view =
            switch viewEnded[widget] {
            case nil: "never in view"
            case .some(nil): "in view"
            case .some(let end?): "in view until \(now - end) ago"
            }
        let use = isInUse(Self.choice(app, user), at: now) ? "in use" : "not in use"
        let others = [Self.services(user), Self.pause(user)].map {
            "\($0) \(ledger.certain($0) ?? "unknown")"
        }
        return "\(choice); \(view); its app \(use); \(others.joined(separator: ", "))"
    }

    /// Whether content that was made with the location may be shown; a pause leaves what is shown.
    func mayShow(_ app: String, _ user: UInt32, _ ledger: Ledger) -> Bool {
        if ledger.certain(Self.services(user)) == "off" || ledger.certain(Self.services(0) + "/all") == "off"
        {
            return false
        }
        guard let possible = ledger.possible(Self.choice(app, user)) else { return true }
        return possible.contains { choice in
            Self.grants(choice) && !(choice.hasPrefix("authorizedWhenInUse") && choice.contains(" refused "))
        }
    }

    /// Whether an app is certainly limited to areas.
    func isReduced(_ app: String, _ user: UInt32, _ ledger: Ledger) -> Bool {
        ledger.certain(Self.choice(app, user))?.hasSuffix(" reduced") ?? false
    }

    // MARK: What was under way

    /// Notes who may learn before a turn: what that turn sends may still arrive a moment later.
    mutating func note(_ key: String, isAllowed: Bool, at now: ContinuousClock.Instant) {
        if isAllowed { lastAllowed[key] = now }
    }

    /// Whether somebody might learn at a time since which a message was sent.
    func wasAllowed(_ key: String, since sent: ContinuousClock.Instant) -> Bool {
        lastAllowed[key].map { sent - $0 <= Self.slack } ?? false
    }
}

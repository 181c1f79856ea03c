import LocationModel
import WaymarkInterfaces

/// A second opinion on who may learn the location, from what people decided and hosts showed.
///
/// It knows nothing of the engine. Where it cannot tell, because a change is under way or a question was answered, it says
/// yes: what it refuses is a violation.
struct GroundModel {
    /// The time for which a widget may learn the location after it was in view, by default, with some to
    /// spare.
    private static let window: Duration = .seconds(15 * 60 + 5)

    /// The time for which an app may learn it after its use, and that for which a message may be under way.
    private static let grace: Duration = .seconds(8)
    static let slack: Duration = .seconds(2)

    /// A widget's latest view; `nil` while it is in view.
    private var viewEnded: [String: ContinuousClock.Instant?] = [:]

    /// The use of apps, by the person's choice for each.
    private var hiddenSince: [Fact: ContinuousClock.Instant] = [:]
    private var lastUse: [Fact: ContinuousClock.Instant] = [:]
    private var users: [Fact: Int] = [:]

    /// The person's last click that gave a widget the location once, and the time that it lasts, with some to
    /// spare.
    private(set) var clicks: [String: (app: String, at: ContinuousClock.Instant)] = [:]
    private static let clickLasts: Duration = .seconds(65)

    /// Who may learn now, as names of programs and widgets, and when those who may no longer could last.
    private var allowed: Set<String> = []
    private var lastAllowed: [String: ContinuousClock.Instant] = [:]

    /// The time of the latest turn, the time of the next change by itself, and what both were computed from.
    private var notedAt: ContinuousClock.Instant?
    private var nextEnd: ContinuousClock.Instant?
    private var notedChanges = -1
    private var changes = 0

    /// How a decision is written in the ledger.
    static func text(_ app: SettingsInterface.App) -> String {
        "\(app.choice.rawValue) \(app.widgets.rawValue) \(app.accuracy.rawValue)"
    }

    // MARK: What hosts and apps do

    mutating func show(_ widget: String) {
        changes += 1
        viewEnded[widget] = .some(nil)
    }

    mutating func hide(_ widget: String, at now: ContinuousClock.Instant) {
        changes += 1
        if viewEnded[widget] == .some(nil) { viewEnded[widget] = .some(now) }
    }

    mutating func setWindows(of app: String, _ user: UInt32, visible: Bool, at now: ContinuousClock.Instant) {
        changes += 1
        let key = Fact.choice(app, user)
        if visible { hiddenSince[key] = nil } else if hiddenSince[key] == nil { hiddenSince[key] = now }
    }

    mutating func setClick(on widget: String, of app: String, at instant: ContinuousClock.Instant?) {
        changes += 1
        clicks[widget] = instant.map { (app, $0) }
    }

    mutating func beginUse(of app: String, _ user: UInt32) {
        changes += 1
        users[.choice(app, user), default: 0] += 1
    }

    mutating func endUse(of app: String, _ user: UInt32, at now: ContinuousClock.Instant) {
        changes += 1
        let key = Fact.choice(app, user)
        users[key, default: 1] -= 1
        lastUse[key] = now
    }

    private func isInUse(_ choice: Fact, at now: ContinuousClock.Instant) -> Bool {
        if let hiddenSince = hiddenSince[choice], now - hiddenSince > Self.grace { return false }
        return users[choice, default: 0] > 0 || lastUse[choice].map { now - $0 <= Self.grace } ?? false
    }

    func isInView(_ widget: String) -> Bool { viewEnded[widget] == .some(nil) }

    private func isInWindow(_ widget: String, at now: ContinuousClock.Instant) -> Bool {
        guard let end = viewEnded[widget] else { return false }
        return end.map { now - $0 <= Self.window } ?? true
    }

    // MARK: Who may learn

    private func isOff(_ user: UInt32, _ world: World) -> Bool {
        world.ledger.certainValue(of: .services(user)) == "off"
    }

    private static func grants(_ choice: String) -> Bool { choice.hasPrefix("authorized") || choice == "any" }

    private static func allowsClicks(_ choice: String) -> Bool {
        !choice.hasPrefix("denied") && !choice.contains(" refused ")
    }

    /// The person's decisions about an app, and the app's use.
    struct Situation {
        /// The decisions of which one is in force; none if location services are off or paused.
        fileprivate let choices: Set<String>
        fileprivate let isInUse: Bool
        fileprivate let allowsClicks: Bool
    }

    func situation(of app: String, _ user: UInt32, in world: World) -> Situation {
        let key = Fact.choice(app, user)
        let isOff = isOff(user, world) || world.ledger.certainValue(of: .pause(user)) == "on"
        let choices = isOff ? [] : world.ledger.possibleValues(of: key) ?? ["any"]
        return Situation(
            choices: choices.filter(Self.grants),
            isInUse: isInUse(key, at: world.kernel.now),
            allowsClicks: choices.contains(where: Self.allowsClicks)
        )
    }

    func appMayLearn(_ situation: Situation) -> Bool {
        situation.choices.contains { situation.isInUse || !$0.hasPrefix("authorizedWhenInUse") }
    }

    func mayLearn(_ widget: String, _ situation: Situation, at now: ContinuousClock.Instant) -> Bool {
        appMayLearn(situation)
            || isInWindow(widget, at: now) && situation.choices.contains { $0.contains(" granted ") }
            || situation.allowsClicks && clicks[widget].map { now - $0.at <= Self.clickLasts } ?? false
    }

    /// Returns the circumstances by which ``mayLearn(_:_:at:)`` or, without a widget, ``appMayLearn(_:)``
    /// decides.
    func circumstances(
        of widget: String? = nil,
        app: String,
        _ user: UInt32,
        in world: World
    ) -> String {
        let (ledger, now) = (world.ledger, world.kernel.now)
        let key = Fact.choice(app, user)
        let choice = ledger.possibleValues(of: key)?.sorted().joined(separator: " or ") ?? "undecided"
        let view = widget.map { widget in
            switch viewEnded[widget] {
            case nil: "never in view"
            case .some(nil): "in view"
            case .some(let end?): "in view until \(now - end) ago"
            }
        }
        let use =
            hiddenSince[key].map { "windows hidden for \(now - $0)" }
            ?? (isInUse(key, at: now) ? "in use" : "not in use")
        let others = [Fact.services(user), .pause(user)].map {
            "\($0) \(ledger.certainValue(of: $0) ?? "unknown")"
        }
        return ([choice, view, "its app \(use)"].compactMap(\.self) + others).joined(separator: ", ")
    }

    /// Whether content that was made with the location may be shown; a pause leaves what is shown, also after a click.
    func mayShow(_ widget: String? = nil, of app: String, _ user: UInt32, in world: World) -> Bool {
        if isOff(user, world) { return false }
        guard let possible = world.ledger.possibleValues(of: .choice(app, user)) else { return true }
        let isClicked = widget.map { clicks[$0] != nil } ?? false
        return possible.contains { choice in
            Self.grants(choice) && !(choice.hasPrefix("authorizedWhenInUse") && choice.contains(" refused "))
                || isClicked && Self.allowsClicks(choice)
        }
    }

    /// Whether an app is certainly limited to areas.
    func isReduced(_ app: String, _ user: UInt32, in world: World) -> Bool {
        world.ledger.certainValue(of: .choice(app, user))?.hasSuffix(" reduced") ?? false
    }

    // MARK: What stays

    /// The circumstances that decide who may learn, where none is under way or ends by itself soon.
    struct Settled: Equatable {
        fileprivate let decisions: [Set<String>?]
        fileprivate let users: Int
        fileprivate let lastUse: ContinuousClock.Instant?
        fileprivate let hiddenSince: ContinuousClock.Instant?
        fileprivate let view: ContinuousClock.Instant??
        fileprivate let click: ContinuousClock.Instant?
    }

    /// Returns the person's decisions about an app; `nil` while any is under way.
    func decisions(_ app: String, _ user: UInt32, in world: World) -> [Set<String>?]? {
        let facts: [Fact] = [.choice(app, user), .services(user), .pause(user)]
        let decisions = facts.map { world.ledger.possibleValues(of: $0) }
        return decisions.allSatisfy { $0.map { $0.count == 1 && $0 != ["any"] } ?? true } ? decisions : nil
    }

    func settled(_ widget: String, _ app: String, _ user: UInt32, in world: World) -> Settled? {
        guard let decisions = decisions(app, user, in: world) else { return nil }
        let key = Fact.choice(app, user)
        let state = Settled(
            decisions: decisions,
            users: users[key, default: 0],
            lastUse: lastUse[key],
            hiddenSince: hiddenSince[key],
            view: viewEnded[widget],
            click: clicks[widget]?.at
        )
        let now = world.kernel.now
        func isPast(_ instant: ContinuousClock.Instant?) -> Bool {
            instant.map { now - $0 > Self.grace * 2 } ?? true
        }
        let viewAge = state.view.flatMap { $0 }.map { now - $0 }
        let isViewSettled = viewAge.map { $0 < Self.window - .seconds(60) || $0 > Self.window } ?? true
        let isUseSettled = (state.users > 0 || isPast(state.lastUse)) && isPast(state.hiddenSince)
        let isClickSettled = state.click.map { now - $0 > Self.clickLasts } ?? true
        return isUseSettled && isViewSettled && isClickSettled ? state : nil
    }

    // MARK: What was under way

    /// Begins a turn: what it sends may still arrive a moment later.
    ///
    /// Returns whether somebody may learn who could not before, or no longer; ``setAllowed(_:at:)`` follows then.
    mutating func beginTurn(_ ledger: Ledger, _ others: Int, at now: ContinuousClock.Instant) -> Bool {
        let sum = changes + ledger.decisionChanges + others
        if sum == notedChanges, nextEnd.map({ now <= $0 }) ?? true {
            notedAt = now
            return false
        }
        notedChanges = sum
        let ends =
            viewEnded.values.compactMap { $0.map { $0 + Self.window } }
            + (Array(hiddenSince.values) + Array(lastUse.values)).map { $0 + Self.grace }
            + clicks.values.map { $0.at + Self.clickLasts }
        nextEnd = ends.filter { $0 >= now }.min()
        return true
    }

    /// Keeps all who may learn at the beginning of a turn.
    mutating func setAllowed(_ names: Set<String>, at now: ContinuousClock.Instant) {
        for name in allowed.subtracting(names) { lastAllowed[name] = notedAt }
        allowed = names
        notedAt = now
    }

    /// Whether somebody might learn at a time since which a message was sent.
    func wasAllowed(_ name: String, since sent: ContinuousClock.Instant) -> Bool {
        let last = allowed.contains(name) ? notedAt : lastAllowed[name]
        return last.map { sent - $0 <= Self.slack } ?? false
    }
}

/// A thing that the service keeps, of which people, apps and hosts change the value.
struct Fact: Hashable, CustomStringConvertible {
    /// Where the service lists it together with others.
    enum List: Hashable {
        case choices(user: UInt32)

        /// Whether location services are on, and whether they are paused.
        case switches(user: UInt32)
        case manifests(user: UInt32)
        case monitoredServices(user: UInt32, app: String)

        /// Regions by their monitor and identifier.
        case regions(user: UInt32, app: String)
        case widgets(user: UInt32)

        /// The number of the newest content that was taken for a widget; no list has it.
        case contents
    }

    let list: List
    let name: String

    static func choice(_ app: String, _ user: UInt32) -> Fact { Fact(list: .choices(user: user), name: app) }
    static func services(_ user: UInt32) -> Fact { Fact(list: .switches(user: user), name: "services") }
    static func pause(_ user: UInt32) -> Fact { Fact(list: .switches(user: user), name: "pause") }
    static func widget(_ widget: String, _ user: UInt32) -> Fact {
        Fact(list: .widgets(user: user), name: widget)
    }
    static func content(of widget: String) -> Fact { Fact(list: .contents, name: widget) }

    var description: String {
        switch list {
        case .choices(let user): "choice/\(user)/\(name)"
        case .switches(let user): "\(name)/\(user)"
        case .manifests(let user): "manifest/\(user)/\(name)"
        case .monitoredServices(let user, let app): "monitor/\(user)/\(app)/\(name)"
        case .regions(let user, let app): "region/\(user)/\(app)/\(name)"
        case .widgets(let user): "widget/\(user)/\(name)"
        case .contents: "content/\(name)"
        }
    }

    /// Whether it decides who may learn the location.
    fileprivate var isDecision: Bool {
        switch list {
        case .choices, .switches: true
        case .manifests, .monitoredServices, .regions, .widgets, .contents: false
        }
    }
}

/// What the service has acknowledged, with what may be true while a change is under way.
///
/// A fact has one value once its last change was answered. A change that was not answered, because the service ended or
/// could not save it, leaves both values possible.
struct Ledger {
    private struct Entry {
        var possible: Set<String>

        /// The turn of the service in which it last changed.
        var turn: Int
    }

    private var entries: [Fact: Entry] = [:]

    /// How many calls that are not answered may change a fact.
    private var underWay: [Fact: Int] = [:]

    /// The facts of which two changes were under way together, so that nobody can tell which came last: each of what was
    /// possible since is, until there is another change or a list shows it.
    private var contested: Set<Fact> = []

    /// The number of times that people's decisions may have changed.
    private(set) var decisionChanges = 0

    /// The value of a fact that nobody has changed, or that the service may change by itself.
    static let absent = "absent"

    func possibleValues(of fact: Fact) -> Set<String>? { entries[fact]?.possible }

    /// Returns the only possible value of a fact, if it was so before a turn.
    func certainValue(of fact: Fact, since turn: Int = .max) -> String? {
        guard let entry = entries[fact], entry.possible.count == 1, entry.turn < turn else { return nil }
        return entry.possible.first
    }

    /// A change was asked for: besides what the fact may be, it may be this.
    mutating func addPossible(_ value: String, of fact: Fact, in turn: Int) {
        count(fact)
        let before = entries[fact]?.possible ?? [Self.absent]
        entries[fact] = Entry(possible: before.union([value]), turn: turn)
    }

    /// The service has acknowledged a value.
    mutating func set(_ fact: Fact, to value: String, in turn: Int) {
        count(fact)
        let before = contested.contains(fact) ? entries[fact]?.possible ?? [Self.absent] : []
        entries[fact] = Entry(possible: before.union([value]), turn: turn)
    }

    mutating func beginChange(of fact: Fact, to value: String, in turn: Int) {
        addPossible(value, of: fact, in: turn)
        if underWay[fact] == nil { contested.remove(fact) } else { contested.insert(fact) }
        underWay[fact, default: 0] += 1
    }

    mutating func endChange(of fact: Fact) {
        underWay[fact] = underWay[fact].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// A list has shown which of several values a fact has: that is saved, too.
    mutating func confirm(_ fact: Fact, is value: String, in turn: Int) {
        guard underWay[fact] == nil, let entry = entries[fact], entry.possible.count > 1,
            !entry.possible.contains("any")
        else { return }
        contested.remove(fact)
        set(fact, to: value, in: turn)
    }

    /// The service has refused a change: what was possible before is.
    mutating func refuse(_ fact: Fact, back to: Set<String>?, in turn: Int) {
        if contested.contains(fact) { return }
        count(fact)
        entries[fact] = to.map { Entry(possible: $0, turn: turn) }
    }

    private mutating func count(_ fact: Fact) {
        if fact.isDecision { decisionChanges += 1 }
    }

    func isUnchanged(_ fact: Fact, since turn: Int) -> Bool { entries[fact].map { $0.turn < turn } ?? false }

    /// The facts of a list that were the same since a turn, by their names.
    func unchanged(in list: Fact.List, since turn: Int) -> [(fact: Fact, possible: Set<String>)] {
        entries.filter { $0.key.list == list && $0.value.turn < turn }
            .map { ($0.key, $0.value.possible) }.sorted { $0.fact.name < $1.fact.name }
    }
}

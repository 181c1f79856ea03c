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

    private var entries: [String: Entry] = [:]

    /// How many calls that are not answered may change or remove a fact.
    private var underWay: [String: Int] = [:]
    private var removals: [String: Int] = [:]

    /// The facts of which two changes were under way together, so that nobody can tell which came last.
    private var contested: Set<String> = []

    /// How often what people decide may have changed.
    private(set) var decisionChanges = 0

    /// The value of a fact that nobody has changed, or that the service may change by itself.
    static let absent = "absent"

    func possible(_ fact: String) -> Set<String>? { entries[fact]?.possible }

    /// Returns the only possible value of a fact.
    func certain(_ fact: String) -> String? {
        guard let possible = entries[fact]?.possible, possible.count == 1 else { return nil }
        return possible.first
    }

    mutating func ask(_ fact: String, _ value: String, in turn: Int) {
        note(fact)
        let before = entries[fact]?.possible ?? [Self.absent]
        entries[fact] = Entry(possible: before.union([value]), turn: turn)
    }

    mutating func settle(_ fact: String, _ value: String, in turn: Int) {
        note(fact)
        var possible: Set<String> = [value]
        if removals[fact] != nil { possible.insert(Self.absent) }
        if contested.contains(fact) { possible.insert("any") }
        entries[fact] = Entry(possible: possible, turn: turn)
    }

    mutating func beginChange(of fact: String) {
        if underWay[fact] == nil { contested.remove(fact) } else { contested.insert(fact) }
        underWay[fact, default: 0] += 1
    }

    mutating func endChange(of fact: String) {
        underWay[fact] = underWay[fact].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// A list has shown which of several values a fact has: that is saved, too.
    mutating func observe(_ fact: String, _ value: String, in turn: Int) {
        guard underWay[fact] == nil, removals[fact] == nil, let entry = entries[fact],
            entry.possible.count > 1, !entry.possible.contains("any")
        else { return }
        settle(fact, value, in: turn)
    }

    /// Something that was asked for may remove a fact at any time until it is answered.
    mutating func beginRemoval(of fact: String, in turn: Int) {
        ask(fact, Self.absent, in: turn)
        removals[fact, default: 0] += 1
    }

    mutating func endRemoval(of fact: String) {
        removals[fact] = removals[fact].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// The service has refused a change: what was possible before is.
    mutating func refuse(_ fact: String, back to: Set<String>?, in turn: Int) {
        if entries[fact]?.possible.contains("any") == true { return }
        note(fact)
        entries[fact] = to.map { Entry(possible: $0, turn: turn) }
    }

    private mutating func note(_ fact: String) {
        if ["choice/", "services/", "pause/"].contains(where: { fact.hasPrefix($0) }) {
            decisionChanges += 1
        }
    }

    /// The facts with a prefix, which were the same since a turn.
    func unchanged(_ prefix: String, since turn: Int) -> [(fact: String, possible: Set<String>)] {
        entries.filter { $0.key.hasPrefix(prefix) && $0.value.turn < turn }
            .map { ($0.key, $0.value.possible) }.sorted { $0.fact < $1.fact }
    }
}

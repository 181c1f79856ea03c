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

    /// How many calls that are not answered may change a fact.
    private var underWay: [String: Int] = [:]

    /// The facts of which two changes were under way together, so that nobody can tell which came last: each of what was
    /// possible since is, until there is another change or a list shows it.
    private var contested: Set<String> = []

    /// How often what people decide may have changed.
    private(set) var decisionChanges = 0

    /// The value of a fact that nobody has changed, or that the service may change by itself.
    static let absent = "absent"

    func possible(_ fact: String) -> Set<String>? { entries[fact]?.possible }

    /// Returns the only possible value of a fact, if it was so before a turn.
    func certain(_ fact: String, since turn: Int = .max) -> String? {
        guard let entry = entries[fact], entry.possible.count == 1, entry.turn < turn else { return nil }
        return entry.possible.first
    }

    mutating func ask(_ fact: String, _ value: String, in turn: Int) {
        note(fact)
        let before = entries[fact]?.possible ?? [Self.absent]
        entries[fact] = Entry(possible: before.union([value]), turn: turn)
    }

    mutating func settle(_ fact: String, _ value: String, in turn: Int) {
        note(fact)
        let before = contested.contains(fact) ? entries[fact]?.possible ?? [Self.absent] : []
        entries[fact] = Entry(possible: before.union([value]), turn: turn)
    }

    mutating func beginChange(of fact: String, to value: String, in turn: Int) {
        ask(fact, value, in: turn)
        if underWay[fact] == nil { contested.remove(fact) } else { contested.insert(fact) }
        underWay[fact, default: 0] += 1
    }

    mutating func endChange(of fact: String) {
        underWay[fact] = underWay[fact].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// A list has shown which of several values a fact has: that is saved, too.
    mutating func observe(_ fact: String, _ value: String, in turn: Int) {
        guard underWay[fact] == nil, let entry = entries[fact], entry.possible.count > 1,
            !entry.possible.contains("any")
        else { return }
        contested.remove(fact)
        settle(fact, value, in: turn)
    }

    /// The service has refused a change: what was possible before is.
    mutating func refuse(_ fact: String, back to: Set<String>?, in turn: Int) {
        if contested.contains(fact) { return }
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

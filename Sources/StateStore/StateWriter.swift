import LocationModel
import WaymarkEngine

/// Writes changes to the tables.
final class StateWriter {
    /// The key for new seals.
    var key: SealingKey

    private let database: Database

    /// The statements that have run, each compiled once.
    private var compiled: [String: CompiledStatement] = [:]

    private final class CompiledStatement {
        let statement: Statement

        init(_ database: Database, _ sql: String) throws(DatabaseError) {
            statement = try Statement(database, sql)
        }
    }

    init(_ database: Database, key: SealingKey) {
        self.database = database
        self.key = key
    }

    /// Makes changes durable, all of them or none.
    func commit(_ changes: [StateChange]) throws(DatabaseError) {
        do {
            try run("BEGIN IMMEDIATE")
            for change in changes { try write(change) }
            try writeAccesses(of: changes)
            try run("COMMIT")
        } catch {
            // After some failures SQLite has rolled back itself. Without a commit in its log nothing has changed.
            if database.isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Writes one change, as ``SavedState/apply(_:)`` makes it in memory.
    private func write(_ change: StateChange) throws(DatabaseError) {
        switch change {
        case .grant(let app, let grant):
            try put(grant == Grant() ? nil : grant, at: app, in: Tables.grants)
        case .services(let isOn, let user):
            try put(isOn ? nil : Presence(), at: UserOrEverybody(user), in: Tables.servicesOff)
        case .manifest(let app, let text):
            try put(text.map { ManifestText(storedText: $0) }, at: app, in: Tables.manifests)
        case .accessed:
            // Those of a commit are written together.
            break
        case .kind(let kind, let declaration):
            try put(declaration, at: kind, in: Tables.kinds)
            try put(declaration.flatMap { DeclaredContent($0) }, at: kind, in: Tables.placeholders)
        case .widgetPlaced(let widget, let kind, let key):
            try put(kind, at: widget, in: Tables.widgets)
            try put(key, at: widget, in: Tables.hostKeys)
        case .widgetRemoved(let widget):
            // While the widget exists, its own row shows that its number is used. A counter does not go back.
            try run(
                """
                INSERT INTO \(Tables.counters.name) (name, value) VALUES (?, ?)
                ON CONFLICT DO UPDATE SET value = max(value, excluded.value)
                """,
                [BoundValue(CounterName.nextWidgetNumber), BoundValue(widget.rawValue + 1)]
            )
            try put(nil, at: widget, in: Tables.widgets)
            try put(nil, at: widget, in: Tables.widgetSetups)
            try put(nil, at: widget, in: Tables.hostKeys)
            try put(nil, at: widget, in: Tables.timelines)
            try put(nil, at: widget, in: Tables.pendingReloads)
            try put(nil, at: widget, in: Tables.standingViews)
            try put(nil, at: widget, in: Tables.reloadBudgets)
        case .widgetSetup(let widget, let setup):
            try put(setup == WidgetSetup() ? nil : setup, at: widget, in: Tables.widgetSetups)
        case .timeline(let widget, let timeline): try put(timeline, at: widget, in: Tables.timelines)
        case .pendingReload(let widget, let reason): try put(reason, at: widget, in: Tables.pendingReloads)
        case .standingView(let widget, let stands):
            try put(stands ? Presence() : nil, at: widget, in: Tables.standingViews)
        case .reloadBudget(let widget, let budget): try put(budget, at: widget, in: Tables.reloadBudgets)
        case .wakingHours(let user, let hours): try put(hours, at: user, in: Tables.wakingHours)
        case .ticket(let ticket, let saved): try put(saved, at: ticket, in: Tables.tickets)
        case .lastNotifiedPlace(let place): try put(place, at: .lastNotified, in: Tables.places)
        case .statedPlace(let place): try put(place, at: .stated, in: Tables.statedPlaces)
        case .monitoring(let app, let service, let isOn):
            let key = MonitoringKey(app: app, service: service)
            try put(isOn ? Presence() : nil, at: key, in: Tables.monitoring)
        case .monitorEvent(let app, let kind, let event):
            try put(event, at: MonitorEventKey(app: app, kind: kind), in: Tables.monitorEvents)
        case .toldPlace(let app, let place):
            try put(place.map { ToldPlace($0) }, at: app, in: Tables.toldPlaces)
        case .region(let number, let region): try put(region, at: number, in: Tables.regions)
        case .stay(let stay): try put(stay, at: .present, in: Tables.stays)
        }
    }

    /// Writes the accesses of a commit, and removes those that are too old.
    private func writeAccesses(of changes: [StateChange]) throws(DatabaseError) {
        for (key, row) in AccessRow.rows(for: changes) { try put(row, at: key, in: Tables.accesses) }
        var old: [UserIdentifier: UInt64] = [:]
        for case .accessed(let record, let number, let capacity) in changes where number >= UInt64(capacity) {
            old[record.app.user] = number - UInt64(capacity)
        }
        for (user, number) in old {
            try run(
                "DELETE FROM \(Tables.accesses.name) WHERE uid = ? AND number <= ?",
                Tables.accesses.key.values(AccessKey(user: user, number: number))
            )
        }
    }

    /// Writes a row in place of the one with the same key, or removes that one for `nil`.
    func put<Key, Value>(
        _ value: Value?,
        at key: Key,
        in table: Table<Key, Value>
    ) throws(DatabaseError) {
        if let value {
            try run(table.replacement, table.row(key, value, sealedWith: self.key))
        } else {
            try run(table.removal, table.key.values(key))
        }
    }

    private func run(_ sql: String, _ values: [BoundValue] = []) throws(DatabaseError) {
        let statement: CompiledStatement
        if let known = compiled[sql] {
            statement = known
        } else {
            statement = try CompiledStatement(database, sql)
            compiled[sql] = statement
        }
        try statement.statement.run(values)
    }
}

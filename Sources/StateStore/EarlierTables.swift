import LocationModel
import Regions
import SealedDatabase
import WaymarkEngine

/// The tables of version 2, one for each kind of value, from which their changes are read once.
///
/// Each build of that version had all tables of the builds before it.
struct EarlierTable: Sendable {
    static let version: Int64 = 2

    let name: String

    /// The columns that are read, those of the key first.
    private let columns: String

    /// Another table from which columns are read.
    private let joined: String?
    private let keyLength: Int
    private let isSealed: Bool
    private let changes: @Sendable (inout EarlierRow) throws(InvalidRow) -> [StateChange]

    /// Describes a table; the last column is `sealed` or not.
    private init(
        _ name: String,
        _ columns: String,
        joined: String? = nil,
        key keyLength: Int = 1,
        _ changes: @escaping @Sendable (inout EarlierRow) throws(InvalidRow) -> [StateChange]
    ) {
        (self.name, self.columns, self.joined, self.keyLength) = (name, columns, joined, keyLength)
        isSealed = columns.hasSuffix("sealed")
        self.changes = changes
    }

    static let keyCheckPlace = SealedPlace(table: "key_check", column: "sealed", row: "1")

    /// Moves the rows of all tables into the table of this version, within a transaction, and drops the tables.
    ///
    /// - Returns: How many rows of which tables make no sense and are left out.
    static func move(
        in database: Database,
        sealedWith key: SealingKey,
        to newKey: SealingKey
    ) throws(DatabaseError) -> [StateStoreWarning] {
        let names = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap(
            \.first?.text
        )
        try database.execute(Schema.creation)
        let writer = try StateWriter(database, key: newKey)
        var warnings: [StateStoreWarning] = []
        for table in all where names.contains(table.name) {
            if let joined = table.joined, !names.contains(joined) { continue }
            let count = try table.move(in: database, sealedWith: key, to: writer)
            if count > 0 { warnings.append(.unreadableRows(table: table.name, count: count)) }
        }
        try writer.put(KeyCheck(), at: OnlyRow(), as: Rows.keyCheck)
        for name in all.map(\.name) + ["key_check"] { try database.execute("DROP TABLE IF EXISTS \(name)") }
        return warnings
    }

    private func move(
        in database: Database,
        sealedWith key: SealingKey,
        to writer: StateWriter
    ) throws(DatabaseError) -> Int {
        let source = joined.map {
            "\(name) JOIN \($0) USING (\(name == "host_keys" ? "number" : "uid, app, kind"))"
        }
        var invalid = 0
        var failure: DatabaseError?
        // In the order of the keys, in which accesses have been numbered.
        let order = (1...keyLength).map { "\($0)" }.joined(separator: ", ")
        try Statement(database, "SELECT \(columns) FROM \(source ?? name) ORDER BY \(order)").forEachRow {
            values in
            guard failure == nil else { return }
            var row = EarlierRow(values)
            do throws(InvalidRow) {
                if isSealed { try row.open(as: name, keyLength: keyLength, key) }
                let changes = try changes(&row)
                do throws(DatabaseError) { try writer.write(changes) } catch { failure = error }
            } catch { invalid += 1 }
        }
        if let failure { throw failure }
        return invalid
    }

    private static let all: [EarlierTable] = [
        // First, because it counts as the removal of the last widget that was removed.
        EarlierTable("counters", "value") { row throws(InvalidRow) in
            let next = try row.number()
            guard next > 0 else { throw InvalidRow() }
            return [.widgetRemoved(WidgetIdentifier(next - 1))]
        },
        EarlierTable(
            "grants",
            "uid, app, status, widgets, accuracy, is_provisional, always_was_asked, always_confirmed_at"
        ) {
            row throws(InvalidRow) in
            let app = try row.app()
            var grant = Grant(status: try row.plain(), widgets: try row.plain())
            grant.accuracy = try row.isNull() ? nil : row.plain()
            grant.isProvisional = try row.integer() != 0
            grant.alwaysWasAsked = try row.integer() != 0
            grant.alwaysConfirmedAt = try row.isNull() ? nil : UTCInstant(nanosecondsSince1970: row.integer())
            return [.grant(app, grant)]
        },
        EarlierTable("services_off", "uid") { row throws(InvalidRow) in
            let user = try row.integer()
            let number: UInt32? = try user == -1 ? nil : UInt32(exactly: user).valid()
            return [.services(isOn: false, user: number.map { UserIdentifier($0) })]
        },
        EarlierTable("manifests", "uid, app, content") { row throws(InvalidRow) in
            [.manifest(try row.app(), text: try row.text())]
        },
        EarlierTable("accesses", "uid, number, sealed", key: 2) { row throws(InvalidRow) in
            let (user, last) = (try row.user(), try row.number())
            let records = try row.form.accesses(of: user)
            return records.enumerated().map { offset, record in
                .accessed(record, number: last + UInt64(offset + 1) - UInt64(records.count))
            }
        },
        EarlierTable("kinds", "uid, app, kind, wants_location") { row throws(InvalidRow) in
            [.kind(try row.kind(), KindDeclaration(wantsLocation: try row.integer() != 0))]
        },
        EarlierTable("placeholders", "uid, app, kind, wants_location, sealed", joined: "kinds", key: 3) {
            row throws(InvalidRow) in
            let kind = try row.kind()
            return [.kind(kind, try row.form.declaration(wantsLocation: try row.integer() != 0))]
        },
        EarlierTable("widgets", "number, uid, app, kind") { row throws(InvalidRow) in
            [.widgetPlaced(try row.widget(), try row.kind())]
        },
        EarlierTable("host_keys", "number, uid, app, kind, key", joined: "widgets") {
            row throws(InvalidRow) in
            [.widgetPlaced(try row.widget(), try row.kind(), key: try row.plain())]
        },
        EarlierTable("widget_setups", "number, sealed") { row throws(InvalidRow) in
            [.widgetSetup(try row.widget(), try row.form.setup())]
        },
        EarlierTable("timelines", "number, sealed") { row throws(InvalidRow) in
            [.timeline(try row.widget(), try row.form.timeline())]
        },
        EarlierTable("pending_reloads", "number, reason") { row throws(InvalidRow) in
            [.pendingReload(try row.widget(), try ReloadReason(rawValue: row.text()).valid())]
        },
        EarlierTable("standing_views", "number") { row throws(InvalidRow) in
            [.standingView(try row.widget(), true)]
        },
        EarlierTable("reload_budgets", "number, sealed") { row throws(InvalidRow) in
            [.reloadBudget(try row.widget(), try row.form.budget())]
        },
        EarlierTable("waking_hours", "uid, sealed") { row throws(InvalidRow) in
            [.wakingHours(try row.user(), try row.form.wakingHours())]
        },
        EarlierTable("tickets", "number, sealed") { row throws(InvalidRow) in
            [.ticket(TicketIdentifier(try row.number()), try row.form.ticket())]
        },
        EarlierTable("places", "name, sealed") { row throws(InvalidRow) in
            [.lastNotifiedPlace(try row.form.notifiedPlace())]
        },
        EarlierTable("stated_places", "name, sealed") { row throws(InvalidRow) in
            [.statedPlace(try row.form.statedPlace())]
        },
        EarlierTable("monitoring", "uid, app, service") { row throws(InvalidRow) in
            [.monitoring(try row.app(), try row.plain(), isOn: true)]
        },
        EarlierTable("monitor_events", "uid, app, kind, sealed", key: 3) { row throws(InvalidRow) in
            let (app, kind): (AppKey, MonitorEventKind) = (try row.app(), try row.plain())
            return [.monitorEvent(app, kind, try row.form.monitorEvent(kind))]
        },
        EarlierTable("told_places", "uid, app, sealed", key: 2) { row throws(InvalidRow) in
            [.toldPlace(try row.app(), try row.form.notifiedPlace())]
        },
        EarlierTable("stays", "name, sealed") { row throws(InvalidRow) in [.stay(try row.form.stay())] },
        EarlierTable("regions", "number, sealed") { row throws(InvalidRow) in
            [.region(RegionNumber(try row.number()), try row.form.region())]
        },
    ]
}

private struct EarlierRow {
    private let values: [DatabaseValue]
    private var next = 0
    var form = FormReader([])

    init(_ values: [DatabaseValue]) { self.values = values }

    mutating func open(as table: String, keyLength: Int, _ key: SealingKey) throws(InvalidRow) {
        let name = values[..<keyLength].map { value in
            value.integer.map { String(UInt64(bitPattern: $0)) } ?? value.text ?? ""
        }
        let place = SealedPlace(table: table, column: "sealed", row: name.joined(separator: "/"))
        form = FormReader(try values.last.flatMap(\.blob).flatMap { key.open($0, at: place) }.valid())
    }

    /// Whether the next column is empty, which is skipped then.
    mutating func isNull() throws(InvalidRow) -> Bool {
        guard values[next] == .null else { return false }
        next += 1
        return true
    }

    mutating func integer() throws(InvalidRow) -> Int64 {
        defer { next += 1 }
        return try values[next].integer.valid()
    }

    mutating func number() throws(InvalidRow) -> UInt64 { try UInt64(exactly: integer()).valid() }

    mutating func text() throws(InvalidRow) -> String {
        defer { next += 1 }
        return try values[next].text.valid()
    }

    mutating func plain<Value: PlainValue>() throws(InvalidRow) -> Value {
        try Value(plainText: text()).valid()
    }

    mutating func user() throws(InvalidRow) -> UserIdentifier {
        UserIdentifier(try UInt32(exactly: integer()).valid())
    }

    mutating func app() throws(InvalidRow) -> AppKey { AppKey(user: try user(), app: try plain()) }
    mutating func kind() throws(InvalidRow) -> KindKey { KindKey(app: try app(), kind: try plain()) }
    mutating func widget() throws(InvalidRow) -> WidgetIdentifier { WidgetIdentifier(try number()) }
}

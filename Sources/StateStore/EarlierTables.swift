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

    /// The columns that are read, those of the key first; the last is `sealed` or not.
    private let columns: String

    /// Another table from which columns are read, and the columns that join them.
    private let joined: String
    private let keyLength: Int
    private let changes: @Sendable (inout FormReader) throws(InvalidRow) -> [StateChange]

    private init(
        _ name: String,
        _ columns: String,
        joined: String = "",
        key keyLength: Int = 1,
        _ changes: @escaping @Sendable (inout FormReader) throws(InvalidRow) -> [StateChange]
    ) {
        (self.name, self.columns, self.joined, self.keyLength) = (name, columns, joined, keyLength)
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
    ) throws(DatabaseError) -> [String] {
        let names = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap(
            \.first?.text
        )
        try database.execute(Schema.creation)
        let writer = try StateWriter(database, key: newKey)
        var warnings: [String] = []
        for table in all where names.contains(table.name) {
            let count = try table.move(in: database, sealedWith: key, to: writer)
            if count > 0 { warnings.append(unreadableRows(count, of: table.name)) }
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
        var invalid = 0
        // In the order of the keys, in which accesses have been numbered.
        let order = (1...keyLength).map { "\($0)" }.joined(separator: ", ")
        let query = "SELECT \(columns) FROM \(name) \(joined) ORDER BY \(order)"
        try Statement(database, query).forEachRow { (values) throws(DatabaseError) in
            let changes: [StateChange]
            do throws(InvalidRow) {
                var row = try form(of: values, key)
                changes = try self.changes(&row)
            } catch {
                invalid += 1
                return
            }
            try writer.write(changes)
        }
        return invalid
    }

    /// Returns the columns of a row one after another in the form of what is sealed, which comes last.
    private func form(of values: [DatabaseValue], _ key: SealingKey) throws(InvalidRow) -> FormReader {
        var bytes: [UInt8] = []
        for value in values {
            switch value {
            case .integer(let number): bytes.append(UInt64(bitPattern: number))
            case .text(let text): bytes.append(text)
            case .blob(let sealed):
                let names = values[..<keyLength].map { value in
                    value.integer.map { String(UInt64(bitPattern: $0)) } ?? value.text ?? ""
                }
                let row = names.joined(separator: "/")
                bytes += try key.open(sealed, at: SealedPlace(table: name, column: "sealed", row: row))
                    .valid()
            case .null: throw InvalidRow()
            }
        }
        return FormReader(bytes)
    }

    private static let all: [EarlierTable] = [
        // First, because it counts as the removal of the last widget that was removed.
        EarlierTable("counters", "value - 1") { row throws(InvalidRow) in
            [.widgetRemoved(try row.widget())]
        },
        EarlierTable(
            "grants",
            """
            uid, app, status, widgets, ifnull(accuracy, ''), is_provisional, always_was_asked,
            ifnull(always_confirmed_at, 0)
            """
        ) {
            row throws(InvalidRow) in
            let app = try row.app()
            var grant = Grant(status: try row.word(), widgets: try row.word())
            let accuracy = try row.text()
            grant.accuracy = try accuracy.isEmpty ? nil : AccuracyAuthorization(rawValue: accuracy).valid()
            (grant.isProvisional, grant.alwaysWasAsked) = (try row.truth(), try row.truth())
            let confirmedAt = try row.instant()
            grant.alwaysConfirmedAt = confirmedAt.nanosecondsSince1970 == 0 ? nil : confirmedAt
            return [.grant(app, grant)]
        },
        EarlierTable("services_off", "uid") { row throws(InvalidRow) in
            let number = Int64(bitPattern: try row.number())
            let user = try number == -1 ? nil : UserIdentifier(UInt32(exactly: number).valid())
            return [.services(isOn: false, user: user)]
        },
        EarlierTable("manifests", "uid, app, content") { row throws(InvalidRow) in
            [.manifest(try row.app(), text: try row.text())]
        },
        EarlierTable("accesses", "uid, number, sealed", key: 2) { row throws(InvalidRow) in
            let (user, last) = (try row.user(), try row.rowNumber())
            let records = try row.accesses(of: user)
            return records.enumerated().map { offset, record in
                .accessed(record, number: last + UInt64(offset + 1) - UInt64(records.count))
            }
        },
        EarlierTable("kinds", "uid, app, kind, wants_location") { row throws(InvalidRow) in
            [.kind(try row.kind(), KindDeclaration(wantsLocation: try row.truth()))]
        },
        EarlierTable(
            "placeholders",
            "uid, app, kind, wants_location, sealed",
            joined: "JOIN kinds USING (uid, app, kind)",
            key: 3
        ) {
            row throws(InvalidRow) in
            [.kind(try row.kind(), try row.declaration())]
        },
        EarlierTable("widgets", "number, uid, app, kind") { row throws(InvalidRow) in
            [.widgetPlaced(try row.widget(), try row.kind())]
        },
        EarlierTable("host_keys", "number, uid, app, kind, key", joined: "JOIN widgets USING (number)") {
            row throws(InvalidRow) in
            [.widgetPlaced(try row.widget(), try row.kind(), key: try row.name())]
        },
        EarlierTable("widget_setups", "number, sealed") { row throws(InvalidRow) in
            [.widgetSetup(try row.widget(), try row.setup())]
        },
        EarlierTable("timelines", "number, sealed") { row throws(InvalidRow) in
            [.timeline(try row.widget(), try row.timeline())]
        },
        EarlierTable("pending_reloads", "number, reason") { row throws(InvalidRow) in
            [.pendingReload(try row.widget(), try row.word())]
        },
        EarlierTable("standing_views", "number") { row throws(InvalidRow) in
            [.standingView(try row.widget(), true)]
        },
        EarlierTable("reload_budgets", "number, sealed") { row throws(InvalidRow) in
            [.reloadBudget(try row.widget(), try row.budget())]
        },
        EarlierTable("waking_hours", "uid, sealed") { row throws(InvalidRow) in
            [.wakingHours(try row.user(), try row.wakingHours())]
        },
        EarlierTable("tickets", "number, sealed") { row throws(InvalidRow) in
            [.ticket(TicketIdentifier(try row.rowNumber()), try row.ticket())]
        },
        EarlierTable("places", "name, sealed") { row throws(InvalidRow) in
            _ = try row.text()
            return [.lastNotifiedPlace(try row.notifiedPlace())]
        },
        EarlierTable("stated_places", "name, sealed") { row throws(InvalidRow) in
            _ = try row.text()
            return [.statedPlace(try row.statedPlace())]
        },
        EarlierTable("monitoring", "uid, app, service") { row throws(InvalidRow) in
            [.monitoring(try row.app(), try row.word(), isOn: true)]
        },
        EarlierTable("monitor_events", "uid, app, kind, sealed", key: 3) { row throws(InvalidRow) in
            let (app, kind): (AppKey, MonitorEventKind) = (try row.app(), try row.word())
            return [.monitorEvent(app, kind, try row.monitorEvent(kind))]
        },
        EarlierTable("told_places", "uid, app, sealed", key: 2) { row throws(InvalidRow) in
            [.toldPlace(try row.app(), try row.notifiedPlace())]
        },
        EarlierTable("stays", "name, sealed") { row throws(InvalidRow) in
            _ = try row.text()
            return [.stay(try row.stay())]
        },
        EarlierTable("regions", "number, sealed") { row throws(InvalidRow) in
            [.region(RegionNumber(try row.rowNumber()), try row.region())]
        },
    ]
}

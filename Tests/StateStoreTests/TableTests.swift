import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import StateStore

@Suite("The tables", .ownThreads, .timeLimit(.minutes(10)))
struct TableTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Each column with its type, a mark where it may be absent, and its place in the key.
    static let expected = [
        "accesses: uid INTEGER #1, number INTEGER #2, sealed BLOB",
        "counters: name TEXT #1, value INTEGER",
        "grants: uid INTEGER #1, app TEXT #2, status TEXT, widgets TEXT, accuracy TEXT?, is_provisional INTEGER, "
            + "always_was_asked INTEGER, always_confirmed_at INTEGER?",
        "host_keys: number INTEGER #1, key TEXT",
        "key_check: id INTEGER #1, sealed BLOB",
        "kinds: uid INTEGER #1, app TEXT #2, kind TEXT #3, wants_location INTEGER",
        "manifests: uid INTEGER #1, app TEXT #2, content TEXT",
        "monitor_events: uid INTEGER #1, app TEXT #2, kind TEXT #3, sealed BLOB",
        "monitoring: uid INTEGER #1, app TEXT #2, service TEXT #3",
        "pending_reloads: number INTEGER #1, reason TEXT",
        "placeholders: uid INTEGER #1, app TEXT #2, kind TEXT #3, sealed BLOB",
        "places: name TEXT #1, sealed BLOB",
        "regions: number INTEGER #1, sealed BLOB",
        "reload_budgets: number INTEGER #1, sealed BLOB",
        "services_off: uid INTEGER #1",
        "standing_views: number INTEGER #1",
        "stated_places: name TEXT #1, sealed BLOB",
        "stays: name TEXT #1, sealed BLOB",
        "tickets: number INTEGER #1, sealed BLOB",
        "timelines: number INTEGER #1, sealed BLOB",
        "told_places: uid INTEGER #1, app TEXT #2, sealed BLOB",
        "waking_hours: uid INTEGER #1, sealed BLOB",
        "widget_setups: number INTEGER #1, sealed BLOB",
        "widgets: number INTEGER #1, uid INTEGER, app TEXT, kind TEXT",
    ]

    @Test("are as the documentation says")
    func columns() throws {
        try folder.withStore { opened in
            let database = opened.store.database
            let names = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                .compactMap(\.first?.text)
            let tables = try names.map { name in
                let columns = try database.rows("PRAGMA table_info(\(name))").map { row in
                    let key = row[5].integer ?? 0
                    let isOptional = row[3].integer == 0 && key == 0
                    return "\(row[1].text ?? "") \(row[2].text ?? "")\(isOptional ? "?" : "")"
                        + (key > 0 ? " #\(key)" : "")
                }
                return "\(name): \(columns.joined(separator: ", "))"
            }
            #expect(tables == Self.expected)
        }
    }

    @Test("are made where an older version has left some out")
    func missing() throws {
        try folder.withStore { opened in
            try opened.store.commit([.grant(try Sample.app(1), Grant(status: .denied))])
            try opened.store.database.execute("DROP TABLE timelines; DROP TABLE places")
        }
        try folder.withStore { opened in
            #expect(opened.warnings.count == 1)
            #expect(opened.state.grants.count == 1)
            let rows = try opened.store.database.rows("SELECT number FROM timelines")
            #expect(rows.isEmpty)
        }
    }

    @Test("hold everything that tells where somebody is under seals")
    func sealed() throws {
        try folder.withStore { opened in
            let sealed = Tables.all.filter { $0.creation.contains("sealed BLOB NOT NULL") }.map(\.name)
            #expect(
                sealed == [
                    "key_check", "accesses", "placeholders", "widget_setups", "timelines", "reload_budgets",
                    "waking_hours", "tickets", "places", "stated_places", "monitor_events", "told_places",
                    "stays",
                    "regions",
                ]
            )
            // No other column could hold a quantity or any bytes.
            #expect(Tables.all.allSatisfy { !$0.creation.contains("REAL") && !$0.creation.contains("ANY") })
            let key = opened.store.writer.key
            let place = Tables.places.place(of: .lastNotified)
            #expect(place.row == "last_notified" && place.table == "places" && place.column == "sealed")
            #expect(key.open(key.seal([1], at: place).bytes, at: place) == [1])
        }
    }
}

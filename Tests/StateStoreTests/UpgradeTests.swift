import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import StateStore

/// The tables of ``firstState``.
private let firstTables: Set<String> = [
    "key_check", "grants", "services_off", "manifests", "accesses", "kinds", "widgets", "timelines",
    "pending_reloads", "standing_views", "places", "counters",
]

/// The state that the first version with these tables left, as SQL.
///
/// That version had no regions. Their table came later, and regions around beacons are another kind of row in it; what
/// each kind is written as is in `CommitTests`.
private let firstState = Checkout.root + "/Tests/StateStoreTests/FirstVersion.sql"

/// What somebody had decided there.
private func firstGrants() throws -> [AppKey: Grant] {
    let user = UserIdentifier(1000)
    var allowed = Grant(status: .authorizedAlways)
    allowed.widgets = .granted
    allowed.alwaysConfirmedAt = UTCInstant(nanosecondsSince1970: 1_795_404_836_182_000_000)
    return [
        AppKey(user: user, app: try #require(AppIdentifier("org.example.check"))): allowed,
        AppKey(user: user, app: try #require(AppIdentifier("org.example.other"))): Grant(status: .denied),
    ]
}

@Suite("The state of an earlier version", .ownThreads, .timeLimit(.minutes(10)))
struct UpgradeTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes the state that the first version left, instead of any other.
    private func makeFirstState() throws {
        for name in ["key", "state.db", "state.db-wal", "state.db-shm"] { unlink("\(folder.state)/\(name)") }
        try folder.write(String(decoding: UInt8(0)..<32, as: UTF8.self), to: "state/key")
        #expect(chmod(folder.state, 0o700) == 0 && chmod(folder.state + "/key", 0o400) == 0)
        let database = try Database(path: folder.database)
        try database.execute(String(decoding: try Checkout.bytes(of: firstState), as: UTF8.self))
        #expect(chmod(folder.database, 0o600) == 0)
    }

    private func copies() throws -> [String] {
        try folder.files().keys.filter { $0.contains(".before-upgrade-") }.sorted()
    }

    @Test("is completed, and kept beside it as it was")
    func upgrade() throws {
        try makeFirstState()
        let grants = try firstGrants()
        try folder.withStore { opened in
            let state = opened.state
            #expect(state.grants == grants)
            let app = try #require(grants.keys.first { $0.app.rawValue == "org.example.check" })
            let kind = KindKey(app: app, kind: try #require(WidgetKind("where")))
            #expect(state.kinds == [kind: KindDeclaration(wantsLocation: true)])
            #expect(state.manifestTexts == [app: "[App]\nIdentifier=org.example.check\nName=The check\n"])
            #expect(Array(state.widgets.keys) == [WidgetIdentifier(1)])
            let widget = try #require(state.widgets[WidgetIdentifier(1)])
            #expect(widget.kind == kind && widget.isInStandingView)
            #expect(widget.timeline?.knewLocation == true)
            let content = try #require(widget.timeline?.timeline.entries.map(\.content).first)
            #expect(content.contains("47.99849 N, 7.82900 E"))
            #expect(state.accessLogs[app.user]?.records.map(\.ground) == [.inView, .always])
            let place = try #require(state.lastNotifiedPlace?.coordinate)
            #expect((47.9984...47.9986).contains(place.latitudeDegrees))
            #expect((7.8289...7.8291).contains(place.longitudeDegrees))
            #expect(state.nextWidgetNumber == 3)
            #expect(opened.warnings.count == 1)
            #expect(
                opened.warnings.first?.description.contains("to go back to that version within 14 days")
                    == true
            )
        }
        let copy = try #require(try copies().first)
        #expect(mode(of: "\(folder.state)/\(copy)") == 0o600)
        let database = try Database(path: "\(folder.state)/\(copy)")
        let names = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap(
            \.first?.text
        )
        #expect(Set(names) == firstTables)
        #expect(try database.integer("PRAGMA user_version") == 2)
        #expect(try database.integer("PRAGMA application_id") == Schema.applicationIdentifier)
        #expect(try database.integer("SELECT count(*) FROM grants") == 2)
        // A second start finds nothing to complete.
        try folder.withStore { #expect($0.warnings.isEmpty) }
        #expect(try copies() == [copy])
    }

    @Test(
        "stays as it was, with no copy beside it, when it cannot be completed, and is completed when it can"
    )
    func halfway() throws {
        try makeFirstState()
        // The last of the tables that are missing cannot be made.
        let last = try #require(Tables.all.last { !firstTables.contains($0.name) }).name
        #expect(Tables.all.count { !firstTables.contains($0.name) } > 1)
        func tables(after change: String) throws -> Set<String> {
            let database = try Database(path: folder.database)
            try database.execute(change)
            let rows = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
            return Set(rows.compactMap(\.first?.text))
        }
        #expect(try tables(after: "CREATE INDEX \(last) ON grants (status)") == firstTables)
        for _ in 0..<2 {
            #expect(throws: StateStoreError.self) { try folder.withStore { _ in } }
            #expect(try copies() == [])
        }
        #expect(try tables(after: "DROP INDEX \(last)") == firstTables)
        let grants = try firstGrants()
        try folder.withStore { #expect($0.state.grants == grants) }
        #expect(try copies().count == 1)
    }

    @Test("can be put back")
    func goBack() throws {
        try makeFirstState()
        try folder.withStore { opened in
            try opened.store.commit(try firstGrants().keys.map { .grant($0, nil) })
        }
        let copy = try #require(try copies().first)
        for name in ["state.db", "state.db-wal", "state.db-shm"] { unlink("\(folder.state)/\(name)") }
        #expect(rename("\(folder.state)/\(copy)", folder.database) == 0)
        let grants = try firstGrants()
        try folder.withStore { #expect($0.state.grants == grants) }
    }

    @Test("is removed two weeks later, and at once when the key changes")
    func removal() throws {
        try makeFirstState()
        try folder.withStore { _ in }
        let copy = "\(folder.state)/" + (try #require(try copies().first))
        let day = 86_400
        for (age, isKept) in [(13 * day, true), (15 * day, false)] {
            var times = [
                timeval(tv_sec: time(nil) - age, tv_usec: 0), timeval(tv_sec: time(nil) - age, tv_usec: 0),
            ]
            #expect(utimes(copy, &times) == 0)
            try folder.withStore { _ in }
            #expect(try copies().isEmpty == !isKept)
        }
        try makeFirstState()
        try folder.withStore { opened in
            _ = try opened.store.rekey()
        }
        #expect(try copies().isEmpty)
    }
}

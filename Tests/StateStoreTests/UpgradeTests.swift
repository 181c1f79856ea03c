import Glibc
import LocationModel
import Regions
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

/// A state that an earlier version left, as SQL; its key is the bytes 0 to 31.
private enum EarlierState: String, CaseIterable {
    /// That of the first build with version 2 of the tables, which had twelve of them.
    case first = "FirstVersion.sql"

    /// That of the last such build, after ``Sample/changes()``.
    case last = "LastVersion2.sql"

    func sql() throws -> String {
        let path = Checkout.root + "/Tests/StateStoreTests/" + rawValue
        return String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
    }
}

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

    /// Makes the state of an earlier version, instead of any other.
    private func make(_ state: EarlierState = .first) throws {
        for name in ["key", "state.db", "state.db-wal", "state.db-shm"] { unlink("\(folder.state)/\(name)") }
        try folder.write(String(decoding: UInt8(0)..<32, as: UTF8.self), to: "state/key")
        #expect(chmod(folder.state, 0o700) == 0 && chmod(folder.state + "/key", 0o400) == 0)
        let database = try Database(path: folder.database)
        try database.execute(state.sql())
        #expect(chmod(folder.database, 0o600) == 0)
    }

    private func copies() throws -> [String] {
        try folder.files().keys.filter { $0.contains(".before-upgrade-") }.sorted()
    }

    @Test("is read to the last value, and sealed anew")
    func everything() throws {
        try make(.last)
        var expected = SavedState()
        for change in try Sample.changes() { expected.apply(change) }
        // There were none.
        (expected.anchors, expected.lastMonitorEvents) = ([:], [:])
        (expected.pauses, expected.grantUses, expected.reducedArea) = ([:], [:], nil)
        for app in expected.grants.keys {
            expected.grants[app]?.span = nil
            expected.grants[app]?.isOfRoot = false
        }
        for round in 0..<2 {
            try folder.withStore { (opened) throws in
                #expect(opened.state == expected)
                #expect(opened.warnings.count == (round == 0 ? 1 : 0))
                let query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
                #expect(try opened.store.database.rows(query).map { $0[0].text } == ["rows"])
            }
        }
    }

    @Test("is moved without the rows that make no sense, which the log counts")
    func unreadable() throws {
        try make(.last)
        let database = try Database(path: folder.database)
        try database.execute(
            """
            UPDATE regions SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE number = 1;
            UPDATE timelines SET sealed = (SELECT sealed FROM widget_setups WHERE number = 6) WHERE number = 5;
            UPDATE grants SET status = 'perhaps' WHERE app = 'org.example.App2';
            CREATE TABLE of_a_later_build (x);
            """
        )
        try folder.withStore { (opened) throws in
            #expect(opened.state.regions.keys.map(\.rawValue) == [2])
            #expect(opened.state.widgets.count == 3 && opened.state.grants.count == 2)
            let unreadable = ["grants", "timelines", "regions"].map { unreadableRows(1, of: $0) }
            #expect(Array(opened.warnings.dropLast()) == unreadable)
            #expect(try opened.store.database.integer("SELECT count(*) FROM of_a_later_build") == 0)
        }
    }

    @Test("is sealed with the new key at once where its own is the previous one")
    func previousKey() throws {
        try make(.last)
        #expect(rename(folder.state + "/key", folder.state + "/key.previous") == 0)
        try folder.writeKey("n", to: "state/key")
        try folder.withStore { #expect($0.state.stay != nil) }
        unlink(folder.state + "/key.previous")
        try folder.withStore { #expect($0.state.stay != nil && $0.warnings.isEmpty) }
    }

    @Test("is not touched with a wrong key")
    func wrongKey() throws {
        try make(.last)
        unlink(folder.state + "/key")
        try folder.writeKey("n", to: "state/key")
        let before = try folder.files()["state.db"]
        #expect(folder.failure() != nil)
        #expect(try folder.files()["state.db"] == before)
        #expect(try copies() == [])
    }

    @Test("is read from the first build too, and kept beside the new one")
    func upgrade() throws {
        try make()
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
            #expect(widget.kind == kind && widget.isInStandingView && widget.timeline?.knewLocation == true)
            let content = try #require(widget.timeline?.timeline.entries.map(\.content).first)
            #expect(content.contains("47.99849 N, 7.82900 E"))
            #expect(state.accessLogs[app.user]?.records.map(\.ground) == [.inView, .always])
            let place = try #require(state.lastNotifiedPlace?.coordinate)
            #expect((47.9984...47.9986).contains(place.latitudeDegrees))
            #expect((7.8289...7.8291).contains(place.longitudeDegrees))
            #expect(state.nextWidgetNumber == 3)
            let warnings = opened.warnings
            #expect(warnings.count == 1 && warnings[0].contains("to go back to that version within 14 days"))
        }
        let copy = try #require(try copies().first)
        #expect(mode(of: "\(folder.state)/\(copy)") == 0o600)
        // A second start finds nothing to move.
        try folder.withStore { #expect($0.warnings.isEmpty) }
        #expect(try copies() == [copy])
    }

    @Test("stays as it was, with no copy beside it, when it cannot be moved, and is moved when it can")
    func halfway() throws {
        try make()
        func execute(_ change: String) throws { try Database(path: folder.database).execute(change) }
        // The table cannot be made.
        try execute("CREATE TABLE rows (x)")
        for _ in 0..<2 {
            #expect(throws: StateStoreError.self) { try folder.withStore { _ in } }
            #expect(try copies() == [])
        }
        try execute("DROP TABLE rows")
        let grants = try firstGrants()
        try folder.withStore { #expect($0.state.grants == grants) }
        #expect(try copies().count == 1)
    }

    @Test("can be put back as it was, by the commands in the documents")
    func goBack() async throws {
        try make()
        try folder.withStore { opened in
            try opened.store.commit(try firstGrants().keys.map { .grant($0, nil) })
        }
        let copy = try #require(try copies().first)
        let bytes = try Checkout.bytes(of: Checkout.root + "/docs/store.md")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let line = try #require(lines.first { $0.contains("cd /var/lib/waymark &&") })
        let command = line.replacing("/var/lib/waymark", with: folder.state)
            .replacing("state.db.before-upgrade-TIME", with: copy)
        let shell = try RunningProgram(["sh", "-c", String(command)])
        #expect(try await shell.end() == .status(0), "\(shell.errors)")
        do {
            let database = try Database(path: folder.database)
            #expect(try database.integer("PRAGMA user_version") == 2)
            #expect(try database.integer("PRAGMA application_id") == Schema.applicationIdentifier)
        }
        let grants = try firstGrants()
        try folder.withStore { #expect($0.state.grants == grants) }
    }

    @Test("is removed two weeks later, and at once when the key changes")
    func removal() throws {
        try make()
        try folder.withStore { _ in }
        #expect(try copies().count == 1)
        let day = 86_400
        for (age, isKept) in [(13 * day, true), (15 * day, false)] {
            let clock = { present().advanced(by: .seconds(age)) }
            try folder.withStore(clock: clock) { _ in }
            #expect(try copies().isEmpty == !isKept)
        }
        try make()
        try folder.withStore { _ = try $0.store.rekey() }
        #expect(try copies().isEmpty)
    }
}

/// What early builds of version 2 of the tables wrote, which ended before some values.
@Suite("The early form")
struct EarlierFormsTests {
    @Test("of a notified place is read without its last fields: a radius, the number and the other radius")
    func notifiedPlace() throws {
        let zurich = try #require(Sample.zurich)
        var bytes: [UInt8] = []
        bytes.append(zurich.latitudeDegrees.bitPattern)
        bytes.append(zurich.longitudeDegrees.bitPattern)
        bytes.append(Sample.now)
        var place = NotifiedPlace(coordinate: zurich, notifiedAt: Sample.now, number: 0)
        func read() throws -> NotifiedPlace {
            var reader = FormReader(bytes)
            return try reader.notifiedPlace()
        }
        #expect(try read() == place)
        bytes.append((8.1).bitPattern)
        place.horizontal95Meters = 8.1
        #expect(try read() == place)
        bytes.append(7 as UInt64)
        place.number = 7
        #expect(try read() == place)
        bytes.append((-1.0).bitPattern)
        #expect(throws: InvalidRow.self) { try read() }
        bytes.removeLast()
        #expect(throws: InvalidRow.self) { try read() }
    }

    @Test("of a kind's declaration has a placeholder only")
    func declaration() throws {
        var bytes: [UInt8] = []
        bytes.append(1 as UInt64)
        bytes.append("{}")
        var reader = FormReader(bytes)
        let expected = KindDeclaration(wantsLocation: true, placeholder: "{}")
        #expect(try reader.declaration() == expected)
    }
}
